import { defineField, type FieldProps } from '../define.ts'
import { DatePicker } from '../ui/dates/DatePicker.tsx'

/** A year. */
function YearControl(props: FieldProps) {
  return (
    <DatePicker
      kind="year"
      id={props.id}
      value={props.value === null || props.value === undefined ? '' : String(props.value)}
      onChange={(text) => props.onChange(text === '' ? null : Number(text))}
      onBlur={props.onBlur}
      min={props.field.min === undefined ? undefined : String(props.field.min)}
      max={props.field.max === undefined ? undefined : String(props.field.max)}
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

export const year = defineField({ Control: YearControl })
