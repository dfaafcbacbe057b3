import type { HTMLInputAutoCompleteAttribute, InputHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react'
import { ariaOf, type ControlProps, cx } from '../control.ts'
import { Icon } from '../Icon.tsx'
import { useAutoFocus } from '../useAutoFocus.ts'
import { useWords } from '../words.tsx'

export interface InputProps extends ControlProps {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'password' | 'search' | 'email' | 'tel' | 'url'
  name?: string
  placeholder?: string
  maxLength?: number
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  spellCheck?: boolean
  /** Icon before the text. */
  icon?: string
  prefix?: ReactNode
  /** Unit, or a button. */
  suffix?: ReactNode
  clearable?: boolean
  size?: 'small' | 'normal' | 'large'
  className?: string
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  ref?: Ref<HTMLInputElement>
}

/** One line of text. */
export function Input(props: InputProps) {
  const words = useWords()
  const { value, onChange, type = 'text', icon, prefix, suffix, clearable, size = 'normal', className } = props
  const ref = useAutoFocus(props.autoFocus, props.ref)
  return (
    <span
      className={cx(
        'k-field',
        size !== 'normal' && `k-field-${size}`,
        props.disabled && 'is-disabled',
        props.readOnly && 'is-readonly',
        props.invalid && 'is-invalid',
        className,
      )}
    >
      {icon ? <Icon name={icon} className="k-field-icon" /> : null}
      {prefix ? <span className="k-field-affix">{prefix}</span> : null}
      <input
        {...ariaOf(props)}
        ref={ref}
        id={props.id}
        name={props.name}
        type={type}
        className="k-input"
        value={value}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        autoComplete={props.autoComplete}
        inputMode={props.inputMode}
        spellCheck={props.spellCheck}
        disabled={props.disabled}
        readOnly={props.readOnly}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        onKeyDown={props.onKeyDown}
        onChange={(event) => onChange(event.target.value)}
      />
      {clearable && value !== '' && !props.disabled && !props.readOnly ? (
        <button
          type="button"
          className="k-field-btn"
          aria-label={words('ui.controls.clear')}
          data-tip={words('ui.controls.clear')}
          onClick={() => onChange('')}
        >
          <Icon name="times" />
        </button>
      ) : null}
      {suffix ? <span className="k-field-affix">{suffix}</span> : null}
    </span>
  )
}
