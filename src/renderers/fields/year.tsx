import { controlOf, defineField, type FieldProps } from '../define.ts'
import { DatePicker } from '../ui/dates/DatePicker.tsx'

/** A year. */
function YearControl(props: FieldProps) {
  return (
    <DatePicker
      kind="year"
      {...controlOf(props)}
      id={props.id}
      value={props.value === null || props.value === undefined ? '' : String(props.value)}
      onChange={(text) => props.onChange(text === '' ? null : Number(text))}
      min={props.field.min === undefined ? undefined : String(props.field.min)}
      max={props.field.max === undefined ? undefined : String(props.field.max)}
      clearable={!props.required}
    />
  )
}

export const year = defineField({ Control: YearControl })
