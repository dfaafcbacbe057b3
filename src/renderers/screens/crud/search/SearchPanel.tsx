import { type FormEvent, useId, useMemo, useState } from 'react'
import type { Filter } from '../../../../runtime/crud/query.ts'
import type { Areas } from '../../../../runtime/regions.ts'
import { isPeriod, type Period } from '../../../../schemas/language/wire/periods.ts'
import { Button } from '../../../ui/Button.tsx'
import type { RemoteSelectProps } from '../../../ui/pickers/RemoteSelect.tsx'
import { PeriodMenu } from './Periods.tsx'
import { SearchInput } from './SearchInput.tsx'
import { isBlank, type SearchItem } from './searchItems.ts'

export interface SearchPanelProps {
  items: readonly SearchItem[]
  filters: readonly Filter[]
  onSearch(filters: Filter[]): void
  find(key: string): string | undefined
  t(key: string): string
  zone: string
  areas: Areas
  load(field: string): RemoteSelectProps['load']
}

type Draft = Readonly<Record<string, Filter['value']>>

function periodIn(values: Draft, { name }: SearchItem): Period | null {
  const value = values[name]
  return isPeriod(value) ? value : null
}

/** The filters of a list, in place above it. Enter or the button searches; what is typed is kept until then. */
export default function SearchPanel({ items, filters, onSearch, find, t, zone, areas, load }: SearchPanelProps) {
  const own = useId()
  const inForce = useMemo(() => Object.fromEntries(filters.map((f) => [f.field, f.value])), [filters])
  const [draft, setDraft] = useState<{ from: Draft; values: Draft }>({ from: inForce, values: inForce })
  // A chip was taken away or the address changed: the panel shows what is in force now.
  if (draft.from !== inForce) setDraft({ from: inForce, values: inForce })
  const loads = useMemo(() => new Map(items.map((item) => [item.name, load(item.name)])), [items, load])
  const put = (name: string, value: Filter['value']) => setDraft({ ...draft, values: { ...draft.values, [name]: value } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const known = new Set(items.map((item) => item.name))
    const others = filters.filter((f) => !known.has(f.field))
    const asked = items.flatMap((item): Filter[] => {
      const value = draft.values[item.name]
      return value === undefined || isBlank(value) ? [] : [{ field: item.name, operator: item.operator, value }]
    })
    onSearch([...others, ...asked])
  }
  return (
    <form className="s-search-panel" onSubmit={submit} aria-label={t('ui.list.filter')}>
      {items.map((item) => {
        const loadOptions = loads.get(item.name)
        return (
          <div key={item.name} className={item.input === 'dateRange' ? 's-search-item s-search-wide' : 's-search-item'}>
            <span className="s-search-label">
              <label className="k-label" htmlFor={`${own}${item.name}`}>
                {item.label}
              </label>
              {item.input === 'dateRange' && (
                <PeriodMenu t={t} label={item.label} value={periodIn(draft.values, item)} onChoose={(to) => put(item.name, to)} />
              )}
            </span>
            {loadOptions && (
              <SearchInput
                id={`${own}${item.name}`}
                item={item}
                value={draft.values[item.name] ?? ''}
                onChange={(value) => put(item.name, value)}
                find={find}
                t={t}
                zone={zone}
                areas={areas}
                load={loadOptions}
              />
            )}
          </div>
        )
      })}
      <div className="s-search-buttons">
        <Button type="submit" look="primary">
          {t('ui.list.searchNow')}
        </Button>
        <Button onClick={() => onSearch([])}>{t('ui.list.reset')}</Button>
      </div>
    </form>
  )
}
