import { type KeyboardEvent, useRef } from 'react'
import { type Period, periods } from '../../../../schemas/language/wire/periods.ts'
import { focusedAt } from '../../../ui/focused.ts'
import { Menu } from '../../../ui/overlays/Menu.tsx'

export interface PeriodsProps {
  t(key: string): string
  /** The one in force. */
  value: Period | null
  onChoose(period: Period): void
}

/** Spans of days that need no calendar; arrow keys go from one to the next. */
export function Periods({ t, value, onChoose }: PeriodsProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const all = [...(group.current?.querySelectorAll('button') ?? [])]
    const next = by === undefined ? undefined : all[focusedAt(all) + by]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <fieldset ref={group} className="s-periods" aria-label={t('ui.filters.presets')} onKeyDown={onKeyDown}>
      {periods.map((period) => (
        <button key={period} type="button" className="s-period" aria-pressed={period === value} onClick={() => onChoose(period)}>
          {t(`ui.filters.period.${period}`)}
        </button>
      ))}
    </fieldset>
  )
}

/** The same in a menu, for a place that has no room for all. */
export function PeriodMenu({ t, label, value, onChoose }: PeriodsProps & { label: string }) {
  const items = periods.map((period) => ({
    id: period,
    label: t(`ui.filters.period.${period}`),
    checked: period === value,
    onSelect: () => onChoose(period),
  }))
  return <Menu label={`${label}: ${t('ui.filters.presets')}`} icon="history" items={items} className="s-period-menu" />
}
