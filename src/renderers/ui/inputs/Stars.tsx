import { useId } from 'react'
import { ariaOf, type ControlProps, cx, type Key, type Option } from '../control.ts'
import { useAutoFocus } from '../useAutoFocus.ts'
import { ClearButton } from './ClearButton.tsx'
import './stars.css'

export interface StarsProps extends ControlProps {
  value: Key | null
  /** Null when the rating is taken back, which only one that is not required offers. */
  onChange: (value: Key | null) => void
  /** One for each star, the lowest first. */
  options: readonly Option[]
}

/** A rating in stars, with the words of the chosen one beside them. It is a group of radio buttons: arrow keys move, natively. */
export function Stars(props: StarsProps) {
  const name = useId()
  const { value, options } = props
  const focused = useAutoFocus<HTMLInputElement>(props.autoFocus)
  const at = options.findIndex((option) => option.value === value)
  const isFixed = props.disabled || props.readOnly
  return (
    <div className="k-stars">
      <div {...ariaOf(props)} id={props.id} role="radiogroup" className="k-stars-row">
        {options.map((option, i) => (
          <label key={option.value} className={cx('k-star', i <= at && 'is-lit', isFixed && 'is-disabled')} title={option.label}>
            <input
              ref={i === Math.max(at, 0) ? focused : undefined}
              type="radio"
              name={name}
              aria-label={option.label}
              checked={i === at}
              disabled={isFixed}
              onFocus={props.onFocus}
              onBlur={props.onBlur}
              onChange={() => props.onChange(option.value)}
            />
            <span aria-hidden="true">★</span>
          </label>
        ))}
      </div>
      <span aria-hidden="true" className="k-stars-word">
        {options[at]?.label}
      </span>
      {at >= 0 && !props.required && !isFixed ? <ClearButton onClear={() => props.onChange(null)} /> : null}
    </div>
  )
}
