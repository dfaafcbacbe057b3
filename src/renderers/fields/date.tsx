import { defineField, type FieldProps } from '../define.ts'
import { DatePicker } from '../ui/DatePicker.tsx'

/** A day. */
function DateControl(props: FieldProps) {
  return (
    <DatePicker
      kind="date"
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

export const date = defineField({ Control: DateControl })
