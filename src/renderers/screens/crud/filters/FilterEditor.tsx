import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { type Filter, isActive } from '../../../../runtime/crud/query.ts'
import { isPeriod } from '../../../../schemas/language/wire/periods.ts'
import type { CellEnvironment } from '../../../define.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckboxGroup } from '../../../ui/inputs/CheckboxGroup.tsx'
import { focusable } from '../../../ui/overlays/layers.ts'
import { MenuList } from '../../../ui/overlays/MenuList.tsx'
import { loadOptions } from '../search/loadOptions.ts'
import { Periods } from '../search/Periods.tsx'
import { choicesOf, SearchInput } from '../search/SearchInput.tsx'
import { isBlank, isMany, type SearchItem } from '../search/searchItems.ts'
import './filters.css'

interface FilterEditorProps {
  crud: Crud
  env: CellEnvironment
  item: SearchItem
  onDone(): void
}

/** Asks for the value of one filter. One of a few is chosen by a press; everything else is applied by Enter or the button. */
export function FilterEditor({ crud, env, item, onDone }: FilterEditorProps) {
  const { find, t } = crud.loaded
  const value = crud.state.query.filters.find((filter) => isOf(filter, item))?.value ?? ''
  const put = (next: Filter['value']) => {
    onDone()
    void crud.setSearch(withFilter(crud.state.query.filters, item, next))
  }
  const choices = choicesOf(item, find, t)
  if (choices && !isMany(item.operator)) {
    const items = choices.map(({ value: own, label }) => ({
      id: String(own),
      label,
      checked: String(own) === value,
      onSelect: () => put(String(own)),
    }))
    return <MenuList label={item.label} items={items} onDone={(entry) => (entry ? entry.onSelect() : onDone())} />
  }
  return <ValueForm crud={crud} env={env} item={item} value={value} onApply={put} />
}

interface ValueFormProps extends Omit<FilterEditorProps, 'onDone'> {
  value: Filter['value']
  onApply(value: Filter['value']): void
}

function ValueForm({ crud, env, item, value, onApply }: ValueFormProps) {
  const { find, t } = crud.loaded
  const [draft, setDraft] = useState(value)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const load = useMemo(() => loadOptions(crud, item.name), [crud, item])
  useEffect(() => {
    if (form.current) focusable(form.current)[0]?.focus({ preventScroll: true })
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(draft)
  }
  const options = choicesOf(item, find, t)
  return (
    <form ref={form} className="s-filter-form" onSubmit={submit}>
      {options ? (
        <span className="k-label" aria-hidden="true">
          {item.label}
        </span>
      ) : (
        <label className="k-label" htmlFor={id}>
          {item.label}
        </label>
      )}
      {item.input === 'dateRange' && <Periods t={t} value={isPeriod(draft) ? draft : null} onChoose={onApply} />}
      {options ? (
        <CheckboxGroup
          vertical
          label={item.label}
          options={options}
          value={typeof draft === 'string' ? draft.split(',').filter(Boolean) : [...draft]}
          onChange={(next) => setDraft(next.map(String))}
        />
      ) : (
        <SearchInput
          id={id}
          item={item}
          value={draft}
          onChange={setDraft}
          find={find}
          t={t}
          zone={env.zone}
          areas={env.areas}
          load={load}
        />
      )}
      <div className="s-filter-buttons">
        {!isBlank(value) && <Button onClick={() => onApply('')}>{t('ui.filters.remove')}</Button>}
        <Button type="submit" look="primary">
          {t('ui.filters.apply')}
        </Button>
      </div>
    </form>
  )
}

function isOf({ field, operator }: Filter, item: SearchItem): boolean {
  return field === item.name && operator === item.operator
}

/** The filters with another value of one of them, in its place; without it where the value is blank. */
function withFilter(filters: readonly Filter[], item: SearchItem, value: Filter['value']): Filter[] {
  const own: Filter = { field: item.name, operator: item.operator, value }
  const next = filters.some((filter) => isOf(filter, item))
    ? filters.map((filter) => (isOf(filter, item) ? own : filter))
    : [...filters, own]
  return next.filter((filter) => isActive(filter) && !(isOf(filter, item) && isBlank(value)))
}
