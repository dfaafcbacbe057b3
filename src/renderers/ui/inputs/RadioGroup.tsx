import { useId } from 'react'
import { ariaOf, type ControlProps, cx, type Key, type Option } from '../control.ts'
import { useAutoFocus } from '../useAutoFocus.ts'

export interface RadioGroupProps extends ControlProps {
  value: Key | null
  onChange: (value: Key) => void
  options: Option[]
  /** One below the other. */
  vertical?: boolean
}

/** One of a few options, all visible. Arrow keys move, natively. */
export function RadioGroup(props: RadioGroupProps) {
  const name = useId()
  const stop = props.value ?? props.options.find((option) => !option.disabled)?.value
  const focused = useAutoFocus<HTMLInputElement>(props.autoFocus)
  return (
    <div {...ariaOf(props)} id={props.id} role="radiogroup" className={cx('k-choices', props.vertical && 'is-vertical')}>
      {props.options.map((option) => (
        <label key={option.value} className={cx('k-choice', (props.disabled || option.disabled) && 'is-disabled')}>
          <input
            ref={option.value === stop ? focused : undefined}
            type="radio"
            className="k-radio"
            name={name}
            checked={option.value === props.value}
            disabled={props.disabled || props.readOnly || option.disabled}
            onFocus={props.onFocus}
            onBlur={props.onBlur}
            onChange={() => props.onChange(option.value)}
          />
          <span>
            {option.label}
            {option.description ? <small className="k-choice-help">{option.description}</small> : null}
          </span>
        </label>
      ))}
    </div>
  )
}
