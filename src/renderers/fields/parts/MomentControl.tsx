import { limitsAt } from '../../../schemas/kinds/limits.ts'
import { controlOf, type FieldProps } from '../../define.ts'
import { DatePicker } from '../../ui/dates/DatePicker.tsx'

/** A day or a time of day, kept as its text; `now` is the present one. */
export function MomentControl({ kind, now, ...props }: FieldProps & { kind: 'date' | 'time'; now: string }) {
  const limits = limitsAt(props.field, now)
  return (
    <DatePicker
      kind={kind}
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
