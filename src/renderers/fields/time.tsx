import { formatDateTime } from '../../schemas/kinds/clock.ts'
import { limitsAt } from '../../schemas/kinds/limits.ts'
import { controlOf, defineField, type FieldProps } from '../define.ts'
import { DatePicker } from '../ui/dates/DatePicker.tsx'

/** A time of day. */
function TimeControl(props: FieldProps) {
  const limits = limitsAt(props.field, formatDateTime(Date.now() / 1000).slice(11))
  return (
    <DatePicker
      kind="time"
      {...controlOf(props)}
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(text) => props.onChange(text === '' ? null : text)}
      min={limits.min}
      max={limits.max}
      clearable={!props.required}
    />
  )
}

export const time = defineField({ Control: TimeControl })
