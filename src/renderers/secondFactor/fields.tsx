import type { ReactNode } from 'react'
import type { LoadedPage } from '../../runtime/page.ts'
import { Icon } from '../ui/Icon.tsx'
import { Field } from '../ui/inputs/Field.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import type { Faults } from './useSend.ts'

interface ValueProps {
  t: LoadedPage['t']
  value: string
  error: string | undefined
  onChange(text: string): void
}

/** The own password, asked for again. */
export function OwnPassword({ t, value, error, onChange }: ValueProps) {
  return (
    <Field label={t('second-factor.password')} required error={error}>
      {(control) => (
        <Input
          {...control}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={32}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** A code of the app; with `recovery` one of the recovery codes will do as well. */
export function Code({ t, value, error, onChange, recovery = false }: ValueProps & { recovery?: boolean }) {
  return (
    <Field
      label={t(recovery ? 'second-factor.proof' : 'second-factor.code')}
      required
      error={error}
      help={recovery ? undefined : t('second-factor.codeHelp')}
    >
      {(control) => (
        <Input
          {...control}
          name="totp"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          spellCheck={false}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** What is about no single field. */
export function Said({ faults }: { faults: Faults }): ReactNode {
  return faults.form ? (
    <p className="sf-fault" role="alert">
      <Icon name="exclamation-circle" />
      {faults.form}
    </p>
  ) : null
}

/** Six digits, with or without a blank between them. */
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text.replace(/\s/g, ''))
}
