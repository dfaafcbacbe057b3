import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { memberOf } from '../../runtime/member.ts'
import { isInside, loadingPath } from '../../runtime/navigation.ts'
import { useCaptcha } from '../captcha/useCaptcha.tsx'
import { Forgot } from '../codes/Forgot.tsx'
import { useRuntime, useT } from '../shell/context.tsx'
import { serverFaults } from '../shell/Login.tsx'
import { Logo } from '../shell/Logo.tsx'
import { Lone } from '../shell/Lone.tsx'
import { type Faults, loginFaults } from '../shell/loginFaults.ts'
import { PasswordField } from '../shell/PasswordField.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Input } from '../ui/Input.tsx'

/** Where to go after signing in: as the redirect to this page left it, or as its address says. Only paths of the member area count. */
function useWanted(): string {
  const state: unknown = useLocation().state
  const [query] = useSearchParams()
  const left = state !== null && typeof state === 'object' && 'to' in state && typeof state.to === 'string' ? state.to : ''
  const to = left || (query.get('to') ?? '')
  return isInside('user', to) ? to : ''
}

/** May new members register? True until the server has said otherwise. */
function useRegister(): boolean {
  const runtime = useRuntime()
  const [open, setOpen] = useState(true)
  useEffect(() => {
    memberOf(runtime)
      .signInNeeds()
      .then(
        ({ register }) => setOpen(register),
        () => undefined, // said already, or signed in and on the way to the member centre
      )
  }, [runtime])
  return open
}

type Values = { username: string; password: string; keep: boolean; agree: boolean }

function useCheckIn(tab: 'login' | 'register') {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useNavigate()
  const to = useWanted()
  const [values, setValues] = useState<Values>({ username: '', password: '', keep: false, agree: false })
  const [faults, setFaults] = useState<Faults & { agree?: string }>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const captcha = useCaptcha()

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    setValues((before) => ({ ...before, [name]: value }))
    setFaults((before) => ({ ...before, [name]: undefined, form: undefined }))
  }
  const show = (next: Faults & { agree?: string }) => {
    setFaults(next)
    const field = next.username ? 'username' : 'password'
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong: Faults & { agree?: string } = loginFaults(values, t)
    if (tab === 'register' && !values.agree) wrong.agree = t('member.login.agreeNeeded')
    if (Object.keys(wrong).length > 0) return show(wrong)
    setBusy(true)
    const { username, password, keep } = values
    try {
      const member = memberOf(runtime)
      const solved = (await member.signInNeeds()).captcha ? await captcha.ask() : {}
      if (solved === null) return
      await member.signIn({ username: username.trim(), password, keep, ...solved }, tab)
      navigate(loadingPath('user', to), { replace: true })
    } catch (error) {
      // It is said here, beside what it is about: not a second time bottom right.
      runtime.notices.clear()
      show(serverFaults(error, t('ui.login.failed')))
    } finally {
      setBusy(false)
    }
  }
  return { values, faults, busy, form, dialog: captcha.dialog, set, submit }
}

/** /user/login: signing in, and with ?type=register making an account. */
export function MemberLogin() {
  const t = useT()
  const [query] = useSearchParams()
  const mayRegister = useRegister()
  const tab = query.get('type') === 'register' ? 'register' : 'login'
  const register = tab === 'register'
  return (
    <Lone title={t('member.login.title')}>
      <div className="k-login">
        <div className="k-login-head">
          <Logo size={40} />
          <h1>{t(register ? 'member.login.registerHeading' : 'member.login.heading')}</h1>
          <p>{t(register ? 'member.login.registerText' : 'member.login.text')}</p>
        </div>
        <Tabs tab={tab} />
        {register && !mayRegister ? (
          <p className="m-login-note">{t('member.login.noRegister')}</p>
        ) : (
          <CheckIn key={tab} tab={tab} />
        )}
        {register ? null : (
          <div className="m-login-note">
            <Forgot />
          </div>
        )}
      </div>
    </Lone>
  )
}

function Tabs({ tab }: { tab: 'login' | 'register' }) {
  const t = useT()
  const { state } = useLocation()
  const [query] = useSearchParams()
  return (
    <nav className="m-login-tabs" aria-label={t('member.login.tabs')}>
      {(['login', 'register'] as const).map((each) => {
        const next = new URLSearchParams(query)
        next.set('type', each)
        return (
          <Link key={each} to={`?${next}`} replace state={state} aria-current={each === tab ? 'page' : undefined}>
            {t(`member.login.${each}Tab`)}
          </Link>
        )
      })}
    </nav>
  )
}

function CheckIn({ tab }: { tab: 'login' | 'register' }) {
  const t = useT()
  const { values, faults, busy, form, dialog, set, submit } = useCheckIn(tab)
  const register = tab === 'register'
  return (
    <>
      <form ref={form} onSubmit={submit} noValidate className="k-login-form" aria-busy={busy}>
        {faults.form ? (
          <p className="k-login-fault" role="alert">
            <Icon name="exclamation-circle" />
            {faults.form}
          </p>
        ) : null}
        <Field
          label={t(register ? 'member.login.account' : 'member.login.name')}
          hint={register ? t('member.login.accountHelp') : undefined}
          error={faults.username}
        >
          {(control) => (
            <Input
              {...control}
              required
              name="username"
              size="large"
              autoFocus
              autoComplete="username"
              spellCheck={false}
              maxLength={register ? 15 : 100}
              value={values.username}
              onChange={(text) => set('username', text)}
            />
          )}
        </Field>
        <PasswordField
          fresh={register}
          value={values.password}
          error={faults.password}
          onChange={(text) => set('password', text)}
        />
        <Checkbox checked={values.keep} onChange={(on) => set('keep', on)}>
          {t('ui.login.keep')}
        </Checkbox>
        {register ? <Agree checked={values.agree} error={faults.agree} onChange={(on) => set('agree', on)} /> : null}
        <Button type="submit" look="primary" size="large" loading={busy}>
          {t(register ? 'member.login.register' : 'ui.login.submit')}
        </Button>
      </form>
      {dialog}
    </>
  )
}

function Agree({ checked, error, onChange }: { checked: boolean; error: string | undefined; onChange: (on: boolean) => void }) {
  const t = useT()
  return (
    <div>
      <Checkbox checked={checked} onChange={onChange}>
        {t('member.login.agree')}
      </Checkbox>
      {error ? (
        <p className="m-login-wrong" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
