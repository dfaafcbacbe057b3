import type { FocusEvent } from 'react'

/** Common props of every control: its id, its name and its state. */
export interface ControlProps {
  id?: string
  /** The accessible name where no visible <label htmlFor> names the control. */
  label?: string
  /** Ids of visible elements that name the control. */
  labelledBy?: string
  /** Ids of the help and error texts that belong to it. */
  describedBy?: string
  disabled?: boolean
  readOnly?: boolean
  invalid?: boolean
  required?: boolean
  autoFocus?: boolean
  onFocus?: (event: FocusEvent) => void
  onBlur?: (event: FocusEvent) => void
}

export type Key = string | number

export type Severity = 'info' | 'primary' | 'success' | 'warning' | 'danger'

/** One choice of a select, radio group, checkbox group or listbox. */
export interface Option {
  value: Key
  label: string
  disabled?: boolean
  /** Second line, quieter. */
  description?: string
  icon?: string
  severity?: Severity
  /** Depth in a tree, 0 at the root: indents the label. */
  depth?: number
}

/** The aria attributes for the common props. `focusable` controls spread them on the element that takes focus. */
export function ariaOf(props: ControlProps) {
  return {
    'aria-label': props.label,
    'aria-labelledby': props.labelledBy,
    'aria-describedby': props.describedBy,
    'aria-invalid': props.invalid ? true : undefined,
    'aria-required': props.required ? true : undefined,
  }
}

/** The same for roles that know neither aria-invalid nor aria-required (groups, switches, trees, plain buttons). */
export function nameOf(props: ControlProps) {
  return { 'aria-label': props.label, 'aria-labelledby': props.labelledBy, 'aria-describedby': props.describedBy }
}

/** Joins class names, leaving out what is empty. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** The class of the frame around a control: its states, and names of its own. */
export function frameClass(
  { size, disabled, readOnly, invalid }: ControlProps & { size?: 'small' | 'normal' },
  ...own: string[]
): string {
  return cx(
    'k-field',
    ...own,
    size === 'small' && 'k-field-small',
    disabled && 'is-disabled',
    readOnly && 'is-readonly',
    invalid && 'is-invalid',
  )
}
