import { formatDateTime } from '../../schemas/kinds/clock.ts'
import { limitsAt } from '../../schemas/kinds/limits.ts'
import { defineField, type FieldProps } from '../define.ts'
import { DatePicker } from '../ui/dates/DatePicker.tsx'

/** A time of day. */
function TimeControl(props: FieldProps) {
  const limits = limitsAt(props.field, formatDateTime(Date.now() / 1000).slice(11))
  return (
    <DatePicker
      kind="time"
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(text) => props.onChange(text === '' ? null : text)}
      onBlur={props.onBlur}
      min={limits.min}
      max={limits.max}
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
