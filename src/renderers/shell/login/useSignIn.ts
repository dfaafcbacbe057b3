import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { type Area, isInside, loadingPath } from '../../../runtime/navigation/navigation.ts'
import { useCaptcha } from '../../captcha/useCaptcha.tsx'
import { useRuntime, useT } from '../../context.tsx'
import { type Faults, loginFaults, serverFaults } from './loginFaults.ts'
import { useSecondStep } from './useSecondStep.tsx'

/** What is typed at a sign-in page. */
export interface SignInValues {
  username: string
  password: string
  keep: boolean
  /** Counts only where an account is created. */
  agree: boolean
  /** These count where an account is created, and where a code takes the place of name and password. */
  address: string
  captcha: string
}

const nothingTyped: SignInValues = { username: '', password: '', keep: false, agree: false, address: '', captcha: '' }

/** How an area signs people in. */
export interface SignInWay {
  area: Area
  /** Does it ask for a captcha? Rejects with a CallError. */
  needs(): Promise<{ captcha: boolean }>
  /** Signs in; `more` is what the captcha and the second step add. Rejects with a CallError. */
  send(values: SignInValues, more: object): Promise<void>
  /** What is wrong besides name and password, before the server is asked. */
  check?(values: SignInValues): Faults
  /** A code takes the place of name and password. */
  byCode?: boolean
  /** Who is expected. */
  username?: string
  /** In the place of going to where the person wanted to be. */
  done?(): void
}

const inOrder = ['username', 'password', 'address', 'captcha'] as const

export interface SignIn {
  values: SignInValues
  faults: Faults
  busy: boolean
  form: RefObject<HTMLFormElement | null>
  /** The captcha, while it is asked for. */
  dialog: ReactNode
  /** What is drawn in the place of the form, once the server asks for a code of the second factor; else null. */
  second: ReactNode
  set<Name extends keyof SignInValues>(name: Name, value: SignInValues[Name]): void
  /** Shows what is wrong, beside the fields, and goes to the first of them. */
  show(faults: Faults): void
  submit(event: FormEvent): Promise<void>
}

/** Where to go after signing in: as the redirect to this page left it, or as its address says. Only paths of the area count. */
function useWanted(area: Area): string {
  const state: unknown = useLocation().state
  const [query] = useSearchParams()
  const left = state !== null && typeof state === 'object' && 'to' in state && typeof state.to === 'string' ? state.to : ''
  const to = left || (query.get('to') ?? '')
  return isInside(area, to) ? to : ''
}

/**
 * What is typed, what is wrong with it, and the way in. What was typed stays, whatever the server says; the focus goes to the field that
 * its words are about.
 */
export function useSignIn({ area, needs, send, check, byCode = false, username = '', done }: SignInWay): SignIn {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useNavigate()
  const to = useWanted(area)
  const [values, setValues] = useState<SignInValues>({ ...nothingTyped, username })
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const captcha = useCaptcha()
  const enter = async (totp?: string) => {
    const solved = (await needs()).captcha ? await captcha.ask() : {}
    if (solved === null) return
    await send(values, totp === undefined ? solved : { ...solved, totp })
    // What was said of the session that ended, or of an earlier try, is over.
    runtime.notices.clear()
    if (done) done()
    else navigate(loadingPath(area, to), { replace: true })
  }
  const second = useSecondStep(enter)

  const show = (next: Faults) => {
    setFaults(next)
    const field = inOrder.find((name) => next[name]) ?? (byCode ? 'captcha' : 'password')
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus())
  }
  return {
    values,
    faults,
    busy,
    form,
    dialog: captcha.dialog,
    second: second.step,
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      setFaults((before) => ({ ...before, [name]: undefined, form: undefined }))
    },
    show,
    async submit(event) {
      event.preventDefault()
      if (busy) return
      const wrong = { ...(byCode ? {} : loginFaults(values, t)), ...check?.(values) }
      if (Object.keys(wrong).length > 0) return show(wrong)
      setBusy(true)
      try {
        await enter()
      } catch (error) {
        // It is said here, beside what it is about: not a second time bottom right.
        runtime.notices.clear()
        if (!second.asked(error)) show(serverFaults(error, t('ui.login.failed')))
      } finally {
        setBusy(false)
      }
    },
  }
}
