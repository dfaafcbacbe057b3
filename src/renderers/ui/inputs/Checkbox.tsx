import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ariaOf, type ControlProps, cx } from '../control.ts'

export interface CheckboxProps extends ControlProps {
  checked: boolean
  indeterminate?: boolean
  onChange: (checked: boolean, event: { shiftKey: boolean }) => void
  /** Visible label next to the box; otherwise pass `label`. */
  children?: ReactNode
  tabIndex?: number
}

/** A checkbox. `onChange` also reports whether Shift was held, for ranges. */
export function Checkbox(props: CheckboxProps) {
  const ownId = useId()
  const id = props.id ?? (props.children === undefined ? undefined : ownId)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = Boolean(props.indeterminate)
  }, [props.indeterminate])
  const input = (
    <input
      {...ariaOf(props)}
      ref={box}
      id={id}
      type="checkbox"
      className="k-check"
      checked={props.checked}
      disabled={props.disabled || props.readOnly}
      tabIndex={props.tabIndex}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
      onChange={(event) =>
        props.onChange(event.target.checked, { shiftKey: (event.nativeEvent as MouseEvent).shiftKey === true })
      }
    />
  )
  if (props.children === undefined) return input
  return (
    <label htmlFor={id} className={cx('k-choice', props.disabled && 'is-disabled')}>
      {input}
      <span>{props.children}</span>
    </label>
  )
}
