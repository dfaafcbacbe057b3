import type { ReactNode } from 'react'
import { useT } from '../../context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Checkbox } from '../../ui/inputs/Checkbox.tsx'
import { Field } from '../../ui/inputs/Field.tsx'
import { Input } from '../../ui/inputs/Input.tsx'
import { PasswordField } from '../../ui/inputs/PasswordField.tsx'
import type { SignIn } from './useSignIn.ts'

interface SignInFormProps {
  signIn: SignIn
  username: { label: string; hint?: string; maxLength: number }
  /** The password is being chosen, not remembered. */
  fresh?: boolean
  submit: string
  /** The person is known: only the password is missing. */
  again?: boolean
  /** Further fields, above the button. */
  children?: ReactNode
}

/** Name, password and "keep me signed in"; errors are shown at their fields. A second step replaces it. */
export function SignInForm(props: SignInFormProps) {
  const { second, dialog } = props.signIn
  return (
    <>
      {second ?? <FirstStep {...props} />}
      {dialog}
    </>
  )
}

function FirstStep({ signIn, username, fresh, submit, again = false, children }: SignInFormProps) {
  const t = useT()
  const { values, faults, busy, form, set } = signIn
  return (
    <form ref={form} onSubmit={signIn.submit} noValidate className="k-login-form" aria-busy={busy}>
      {faults.form ? (
        <p className="k-login-fault" role="alert">
          <Icon name="exclamation-circle" />
          {faults.form}
        </p>
      ) : null}
      <Field label={username.label} hint={username.hint} error={faults.username}>
        {(control) => (
          <Input
            {...control}
            required
            name="username"
            size="large"
            autoFocus={!again}
            autoComplete="username"
            spellCheck={false}
            maxLength={username.maxLength}
            value={values.username}
            onChange={(text) => set('username', text)}
          />
        )}
      </Field>
      <PasswordField
        fresh={fresh}
        autoFocus={again}
        value={values.password}
        error={faults.password}
        onChange={(text) => set('password', text)}
      />
      <Checkbox checked={values.keep} onChange={(on) => set('keep', on)}>
        {t('ui.login.keep')}
      </Checkbox>
      {children}
      <Button type="submit" look="primary" size="large" loading={busy}>
        {submit}
      </Button>
    </form>
  )
}
