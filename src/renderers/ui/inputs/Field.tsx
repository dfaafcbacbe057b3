import { type ReactNode, useId } from 'react'
import { cx } from '../control.ts'
import { Icon } from '../Icon.tsx'

export interface FieldProps {
  label: string
  /** Given: the id of the control; else made. */
  id?: string
  required?: boolean
  help?: ReactNode
  error?: string
  /** A quiet note that is neither help nor error (caps lock). */
  hint?: ReactNode
  className?: string
  /** Draws the control with the ids that tie it to label, help and error. */
  children: (control: {
    id: string
    describedBy: string | undefined
    invalid: boolean
    required: boolean | undefined
  }) => ReactNode
}

/** Label above, help below, error beside the field it belongs to. */
export function Field({ label, id, required, help, error, hint, className, children }: FieldProps) {
  const made = useId()
  const own = id ?? made
  const helpId = `${own}-help`
  const errorId = `${own}-error`
  const describedBy = [error ? errorId : '', help || hint ? helpId : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className={cx('k-form-field', className)}>
      <label className="k-label" htmlFor={own}>
        {label}
        {required ? (
          <span className="k-required" aria-hidden="true">
            *
          </span>
        ) : null}
      </label>
      {children({ id: own, describedBy, invalid: Boolean(error), required })}
      {error ? (
        <p id={errorId} className="k-error">
          <Icon name="exclamation-circle" />
          {error}
        </p>
      ) : null}
      {help || hint ? (
        <p id={helpId} className="k-help">
          {hint ?? help}
        </p>
      ) : null}
    </div>
  )
}
