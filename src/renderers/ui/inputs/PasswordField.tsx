import { type KeyboardEvent, useState } from 'react'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

/** A password to sign in with, or a new one (`fresh`): it can be revealed, and a locked shift key is reported. */
export function PasswordField({
  value,
  error,
  onChange,
  fresh = false,
  label,
  autoFocus,
}: {
  value: string
  error: string | undefined
  onChange: (text: string) => void
  fresh?: boolean
  /** In the place of the usual one. */
  label?: string
  autoFocus?: boolean
}) {
  const t = useWords()
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const look = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const name = t(shown ? 'ui.login.hidePassword' : 'ui.login.showPassword')
  return (
    <Field label={label ?? t('ui.login.password')} error={error} hint={caps ? t('ui.login.capsLock') : undefined}>
      {(control) => (
        <Input
          {...control}
          required
          name="password"
          size="large"
          type={shown ? 'text' : 'password'}
          autoComplete={fresh ? 'new-password' : 'current-password'}
          autoFocus={autoFocus}
          spellCheck={false}
          maxLength={32}
          value={value}
          onChange={onChange}
          onKeyDown={look}
          onBlur={() => setCaps(false)}
          suffix={
            <button
              type="button"
              className="k-field-btn"
              aria-label={name}
              aria-pressed={shown}
              data-tip={name}
              onClick={() => setShown(!shown)}
            >
              <Icon name={shown ? 'eye-slash' : 'eye'} />
            </button>
          }
        />
      )}
    </Field>
  )
}
