import { type ControlProps, cx, type Key, nameOf, type Option } from '../control.ts'
import { Checkbox } from './Checkbox.tsx'

export interface CheckboxGroupProps extends ControlProps {
  value: Key[]
  onChange: (value: Key[]) => void
  options: Option[]
  vertical?: boolean
}

/** Any of a few options, all visible. The value keeps the order of the options. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const toggle = (key: Key, on: boolean) =>
    props.onChange(
      props.options.map((option) => option.value).filter((value) => (value === key ? on : props.value.includes(value))),
    )
  return (
    <fieldset {...nameOf(props)} id={props.id} className={cx('k-choices', props.vertical && 'is-vertical')}>
      {props.options.map((option) => (
        <Checkbox
          key={option.value}
          checked={props.value.includes(option.value)}
          disabled={props.disabled || option.disabled}
          readOnly={props.readOnly}
          invalid={props.invalid}
          describedBy={props.invalid ? props.describedBy : undefined}
          onBlur={props.onBlur}
          onFocus={props.onFocus}
          onChange={(on) => toggle(option.value, on)}
        >
          {option.label}
        </Checkbox>
      ))}
    </fieldset>
  )
}
