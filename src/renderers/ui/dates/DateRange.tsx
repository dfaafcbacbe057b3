import type { ControlProps } from '../control.ts'
import { useWords } from '../words.tsx'
import { DatePicker } from './DatePicker.tsx'
import type { DateKind } from './dateText.ts'

export interface DateRangeProps extends ControlProps {
  kind: DateKind
  /** From and to; '' is open on that side. */
  value: [string, string]
  onChange: (value: [string, string]) => void
  size?: 'small' | 'normal'
}

/** From one time to another. A date given backwards is put in order. */
export function DateRange({ kind, value: [from, to], onChange, size, id, label, labelledBy, ...rest }: DateRangeProps) {
  const words = useWords()
  const set = (next: [string, string]) =>
    onChange(next[0] !== '' && next[1] !== '' && next[0] > next[1] ? [next[1], next[0]] : next)
  const name = (side: string) => (label ? `${label}: ${side}` : side)
  return (
    <fieldset aria-label={label} aria-labelledby={labelledBy} className="k-range">
      <DatePicker
        {...rest}
        id={id}
        size={size}
        kind={kind}
        label={name(words('ui.controls.from'))}
        value={from}
        onChange={(next) => set([next, to])}
      />
      <span className="k-range-dash" aria-hidden="true">
        –
      </span>
      <DatePicker
        {...rest}
        size={size}
        kind={kind}
        autoFocus={false}
        label={name(words('ui.controls.to'))}
        value={to}
        onChange={(next) => set([from, next])}
      />
    </fieldset>
  )
}
