import { limitsAt } from '../../schemas/kinds/limits.ts'
import { dateTimeText, secondsOf, zoneText } from '../cells/clock.ts'
import { controlOf, defineField, type FieldProps } from '../define.ts'
import { DatePicker } from '../ui/dates/DatePicker.tsx'

/** An instant, typed and shown in the site's zone (said in its tooltip), held in unix seconds. */
function DateTimeControl(props: FieldProps) {
  const { zone } = props.form
  const now = Math.floor(Date.now() / 1000)
  const { min, max } = limitsAt(props.field, now)
  const note = props.form.t('ui.form.zone', { zone: zoneText(zone, props.form.lang) })
  return (
    <DatePicker
      kind="datetime"
      {...controlOf(props)}
      id={props.id}
      value={typeof props.value === 'number' ? dateTimeText(props.value, props.form.zone) : ''}
      onChange={(text) => props.onChange(text === '' ? null : secondsOf(text, props.form.zone))}
      min={min === undefined ? undefined : dateTimeText(min, zone)}
      max={max === undefined ? undefined : dateTimeText(max, zone)}
      note={note}
      clearable={!props.required}
    />
  )
}

export const datetime = defineField({ Control: DateTimeControl })
