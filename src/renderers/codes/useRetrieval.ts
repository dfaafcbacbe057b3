import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type { SolvedCaptcha } from '../../runtime/account/captcha.ts'
import { retrievePassword, sendCode } from '../../runtime/account/codes.ts'
import { CallError } from '../../runtime/callError.ts'
import { type Channel, retrieveEvent } from '../../schemas/codeEvents.ts'
import { emailPattern } from '../../schemas/kinds/email.ts'
import { mobilePattern } from '../../schemas/kinds/mobile.ts'
import { useRuntime, useT } from '../context.tsx'
import type { Translate } from '../ui/words.tsx'

export type Values = { account: string; captcha: string; password: string }
export type Faults = Partial<Values> & { form?: string }

/** What is typed to set a new password by a code, and what is wrong with it. */
export interface Retrieval {
  type: Channel
  values: Values
  faults: Faults
  busy: boolean
  form: RefObject<HTMLFormElement | null>
  choose(way: Channel): void
  set(name: keyof Values, text: string): void
  mayAsk(): boolean
  send(solved: SolvedCaptcha): Promise<boolean>
  submit(event: FormEvent): Promise<void>
}

/** Asking for the code and setting the password; `onDone` once it is set. */
export function useRetrieval(ways: readonly Channel[], onDone: () => void): Retrieval {
  const { http } = useRuntime()
  const t = useT()
  const [type, setType] = useState<Channel>(ways[0] ?? 'email')
  const [values, setValues] = useState<Values>({ account: '', captcha: '', password: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const account = values.account.trim()

  const show = (next: Faults): boolean => {
    setFaults(next)
    const [first] = Object.keys(next)
    if (first) requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus())
    return first === undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !show({ ...accountFault(type, account, t), ...typedFaults(values, t) })) return
    setBusy(true)
    try {
      await retrievePassword(http, { type, account, captcha: values.captcha.trim(), password: values.password })
      onDone()
    } catch (error) {
      show(serverFaults(error, type, 'form'))
    } finally {
      setBusy(false)
    }
  }
  return {
    type,
    values,
    faults,
    busy,
    form,
    choose(way) {
      setType(way)
      setValues((before) => ({ ...before, account: '', captcha: '' }))
      setFaults({})
    },
    set(name, text) {
      setValues((before) => ({ ...before, [name]: text }))
      setFaults(({ [name]: _mended, form: _whole, ...rest }) => rest)
    },
    mayAsk: () => show(accountFault(type, account, t)),
    send: (solved) =>
      sendCode(http, { channel: type, event: retrieveEvent, address: account }, solved).then(
        () => true,
        (error: unknown) => show(serverFaults(error, type, 'captcha')) && false,
      ),
    submit,
  }
}

const patterns = { email: new RegExp(emailPattern), mobile: new RegExp(mobilePattern) }

function accountFault(type: Channel, account: string, t: Translate): Faults {
  return patterns[type].test(account) ? {} : { account: t(`validate.${type}`, { label: t(`member.forgot.${type}`) }) }
}

function typedFaults({ captcha, password }: Values, t: Translate): Faults {
  return {
    ...(/^[0-9A-Za-z]{4,8}$/.test(captcha.trim()) ? {} : { captcha: t('validate.code', { label: t('member.forgot.code') }) }),
    ...(password.length < 6 ? { password: t('ui.login.passwordShort') } : {}),
  }
}

/** What the server said, beside the fields it is about; else at `otherwise`. */
function serverFaults(error: unknown, type: Channel, otherwise: 'captcha' | 'form'): Faults {
  if (!(error instanceof CallError)) throw error
  const { captcha, password, account = error.fieldErrors[type] } = error.fieldErrors
  const told = Object.entries({ account, captcha, password }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return told.length > 0 ? Object.fromEntries(told) : { [otherwise]: error.message }
}
