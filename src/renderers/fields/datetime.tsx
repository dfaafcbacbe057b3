import { dateTimeText, secondsOf } from '../cells/clock.ts'
import { defineField, type FieldProps } from '../define.ts'
import { DatePicker } from '../ui/DatePicker.tsx'

/** An instant, typed and shown in the person's zone, held in unix seconds. */
function DateTimeControl(props: FieldProps) {
  return (
    <DatePicker
      kind="datetime"
      id={props.id}
      value={typeof props.value === 'number' ? dateTimeText(props.value, props.form.zone) : ''}
      onChange={(text) => props.onChange(text === '' ? null : secondsOf(text, props.form.zone))}
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

export const datetime = defineField({ Control: DateTimeControl })
