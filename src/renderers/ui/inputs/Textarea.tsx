import type { Ref } from 'react'
import { ariaOf, type ControlProps, cx } from '../control.ts'
import { useAutoFocus } from '../useAutoFocus.ts'

export interface TextareaProps extends ControlProps {
  value: string
  onChange: (value: string) => void
  /** Lines shown at least; it grows with its text. Default 3. */
  rows?: number
  placeholder?: string
  maxLength?: number
  /** Fixed-width letters, for code and JSON. */
  mono?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text. With `maxLength` it says how much is left once four fifths are used. */
export function Textarea(props: TextareaProps) {
  const { value, maxLength } = props
  const ref = useAutoFocus(props.autoFocus, props.ref)
  const count = maxLength !== undefined && value.length > maxLength * 0.8
  return (
    <span
      className={cx(
        'k-field',
        'k-field-area',
        props.disabled && 'is-disabled',
        props.readOnly && 'is-readonly',
        props.invalid && 'is-invalid',
      )}
    >
      <textarea
        {...ariaOf(props)}
        ref={ref}
        id={props.id}
        className={cx('k-input', 'k-textarea', props.mono && 'k-mono')}
        rows={props.rows ?? 3}
        value={value}
        placeholder={props.placeholder}
        maxLength={maxLength}
        disabled={props.disabled}
        readOnly={props.readOnly}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {count ? (
        <span className="k-field-count">
          {value.length}/{maxLength}
        </span>
      ) : null}
    </span>
  )
}
