import { defineField, type FieldProps } from '../define.ts'
import { DatePicker } from '../ui/DatePicker.tsx'

/** A time of day. */
function TimeControl(props: FieldProps) {
  return (
    <DatePicker
      kind="time"
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(text) => props.onChange(text === '' ? null : text)}
      onBlur={props.onBlur}
      clearable={!props.required}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
      autoFocus={props.autoFocus}
    />
  )
}

export const time = defineField({ Control: TimeControl })
