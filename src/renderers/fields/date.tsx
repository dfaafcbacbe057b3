import { formatDateTime } from '../../schemas/kinds/clock.ts'
import { limitsAt } from '../../schemas/kinds/limits.ts'
import { controlOf, defineField, type FieldProps } from '../define.ts'
import { DatePicker } from '../ui/dates/DatePicker.tsx'

/** A day. */
function DateControl(props: FieldProps) {
  const limits = limitsAt(props.field, formatDateTime(Date.now() / 1000).slice(0, 10))
  return (
    <DatePicker
      kind="date"
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

export const date = defineField({ Control: DateControl })
