import { type FormEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CallError } from '../../runtime/http/callError.ts'
import { isInside, loadingPath } from '../../runtime/navigation.ts'
import { useCaptcha } from '../captcha/useCaptcha.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Input } from '../ui/Input.tsx'
import { useRuntime, useT } from './context.tsx'
import { Logo } from './Logo.tsx'
import { Lone } from './Lone.tsx'
import { type Faults, loginFaults } from './loginFaults.ts'
import { PasswordField } from './PasswordField.tsx'
import { useSecondStep } from './useSecondStep.tsx'

/** Where to go after signing in, as the redirect to this page left it. */
function useWanted(): string {
  const state: unknown = useLocation().state
  const to = state !== null && typeof state === 'object' && 'to' in state && typeof state.to === 'string' ? state.to : ''
  return isInside('admin', to) ? to : ''
}

/** What is typed, what is wrong with it, and the way in. */
function useLogin() {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useNavigate()
  const to = useWanted()
  const [values, setValues] = useState({ username: '', password: '', keep: false })
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const captcha = useCaptcha()
  const enter = async (totp?: string) => {
    const solved = (await runtime.signInNeeds()).captcha ? await captcha.ask() : {}
    if (solved === null) return
    await runtime.signIn({ ...values, ...solved, ...(totp === undefined ? {} : { totp }) })
    navigate(loadingPath('admin', to), { replace: true })
  }
  const second = useSecondStep(enter)

  const set = <Name extends keyof typeof values>(name: Name, value: (typeof values)[Name]) => {
    setValues((before) => ({ ...before, [name]: value }))
    setFaults((before) => ({ ...before, [name]: undefined, form: undefined }))
  }
  const show = (next: Faults) => {
    setFaults(next)
    const field = next.username ? 'username' : 'password'
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = loginFaults(values, t)
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
  }
  return { values, faults, busy, form, dialog: captcha.dialog, second: second.step, set, submit }
}

/** /admin/login. What was typed stays, whatever the server says; its words stand beside the field they are about. */
export function Login() {
  const t = useT()
  const { values, faults, busy, form, dialog, second, set, submit } = useLogin()
  return (
    <Lone title={t('ui.login.title')}>
      <div className="k-login">
        <div className="k-login-head">
          <Logo size={40} />
          <h1>{t('ui.login.heading')}</h1>
          <p>{t('ui.login.text')}</p>
        </div>
        {second ?? (
          <form ref={form} onSubmit={submit} noValidate className="k-login-form" aria-busy={busy}>
            {faults.form ? (
              <p className="k-login-fault" role="alert">
                <Icon name="exclamation-circle" />
                {faults.form}
              </p>
            ) : null}
            <Field label={t('ui.login.username')} error={faults.username}>
              {(control) => (
                <Input
                  {...control}
                  required
                  name="username"
                  size="large"
                  autoFocus
                  autoComplete="username"
                  spellCheck={false}
                  maxLength={30}
                  value={values.username}
                  onChange={(text) => set('username', text)}
                />
              )}
            </Field>
            <PasswordField value={values.password} error={faults.password} onChange={(text) => set('password', text)} />
            <Checkbox checked={values.keep} onChange={(on) => set('keep', on)}>
              {t('ui.login.keep')}
            </Checkbox>
            <Button type="submit" look="primary" size="large" loading={busy}>
              {t('ui.login.submit')}
            </Button>
          </form>
        )}
        {dialog}
      </div>
    </Lone>
  )
}

/** What the server said, beside its field where it named one. */
export function serverFaults(error: unknown, otherwise: string): Faults {
  if (!(error instanceof CallError)) return { form: otherwise }
  const { username, password } = error.fieldErrors
  return username || password ? { username, password } : { form: error.message || otherwise }
}
