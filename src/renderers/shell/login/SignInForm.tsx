import type { ReactNode } from 'react'
import { useT } from '../../context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Checkbox } from '../../ui/inputs/Checkbox.tsx'
import { Field } from '../../ui/inputs/Field.tsx'
import { Input } from '../../ui/inputs/Input.tsx'
import { PasswordField } from '../../ui/inputs/PasswordField.tsx'
import type { SignIn } from './useSignIn.ts'

interface NameEntry {
  label: string
  hint?: string
  maxLength: number
}

interface SignInFormProps {
  signIn: SignIn
  /** Absent: `entries` take the place of name and password. */
  username?: NameEntry
  entries?: ReactNode
  /** The password is being chosen, not remembered. */
  fresh?: boolean
  submit: string
  /** The person is known: only the password is missing. */
  again?: boolean
  /** Further fields, above "keep me signed in". */
  children?: ReactNode
  /** What is agreed to, above the button. */
  terms?: ReactNode
}

/** Name and password (or other entries) and "keep me signed in"; errors are shown at their fields. A second step replaces it. */
export function SignInForm(props: SignInFormProps) {
  const { second, dialog } = props.signIn
  return (
    <>
      {second ?? <FirstStep {...props} />}
      {dialog}
    </>
  )
}

function FirstStep({ signIn, username, entries, fresh, submit, again = false, children, terms }: SignInFormProps) {
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
      {username ? <NameAndPassword signIn={signIn} username={username} fresh={fresh} again={again} /> : entries}
      {children}
      <Checkbox checked={values.keep} onChange={(on) => set('keep', on)}>
        {t('ui.login.keep')}
      </Checkbox>
      {terms}
      <Button type="submit" look="primary" size="large" loading={busy}>
        {submit}
      </Button>
    </form>
  )
}

function NameAndPassword({
  signIn,
  username,
  fresh,
  again,
}: Pick<SignInFormProps, 'signIn' | 'fresh' | 'again'> & { username: NameEntry }) {
  const { values, faults, set } = signIn
  return (
    <>
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
    </>
  )
}
