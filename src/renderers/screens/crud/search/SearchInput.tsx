import type { ReactNode } from 'react'
import type { Filter } from '../../../../runtime/crud/query.ts'
import type { Areas } from '../../../../runtime/regions.ts'
import { levelOf } from '../../../../schemas/kinds/city.ts'
import { kindOf } from '../../../../schemas/kinds/index.ts'
import { daysOf } from '../../../../schemas/language/wire/daysOf.ts'
import { isPeriod } from '../../../../schemas/language/wire/periods.ts'
import { dateTimeText, secondsOf } from '../../../cells/clock.ts'
import { switchSides } from '../../../cells/switch.tsx'
import { sideWord } from '../../../cells/words.ts'
import { areaLevels } from '../../../fields/choices/areaLevels.ts'
import type { Key, Option } from '../../../ui/control.ts'
import { DateRange } from '../../../ui/dates/DateRange.tsx'
import { Input } from '../../../ui/inputs/Input.tsx'
import { Cascader } from '../../../ui/pickers/Cascader.tsx'
import { MultiSelect } from '../../../ui/pickers/MultiSelect.tsx'
import { RemoteSelect, type RemoteSelectProps } from '../../../ui/pickers/RemoteSelect.tsx'
import { Select } from '../../../ui/pickers/Select.tsx'
import { codesOf, isMany, type SearchItem } from './searchItems.ts'

export interface SearchInputProps {
  id: string
  item: SearchItem
  value: Filter['value']
  onChange(value: Filter['value']): void
  find(key: string): string | undefined
  t(key: string): string
  zone: string
  load: RemoteSelectProps['load']
  areas: Areas
}

/** How each kind of search input is drawn. */
const inputs: Record<SearchItem['input'], (props: SearchInputProps) => ReactNode> = {
  text: TextInput,
  number: TextInput,
  none: TextInput,
  range: RangeInput,
  dateRange: DateRangeInput,
  options: ChoicesInput,
  switch: ChoicesInput,
  remote: RemoteInput,
  named: ChoicesInput,
  area: AreaInput,
}

/** The control that asks for the value of one filter. */
export function SearchInput(props: SearchInputProps) {
  const Drawn = inputs[props.item.input]
  return <Drawn {...props} />
}

function TextInput({ id, item, value, onChange }: SearchInputProps) {
  return (
    <Input
      id={id}
      value={typeof value === 'string' ? value : value.join(',')}
      onChange={onChange}
      inputMode={item.input === 'number' && !(item.field && kindOf(item.field).signs) ? 'decimal' : undefined}
      clearable
    />
  )
}

function RangeInput({ id, item, value, onChange, t }: SearchInputProps) {
  const [from, to] = pair(value)
  const inputMode = item.field && kindOf(item.field).signs ? undefined : 'decimal'
  return (
    <fieldset aria-label={item.label} className="k-range">
      <Input id={id} value={from} label={t('ui.controls.from')} inputMode={inputMode} onChange={(text) => onChange([text, to])} />
      <span className="k-range-dash" aria-hidden="true">
        –
      </span>
      <Input value={to} label={t('ui.controls.to')} inputMode={inputMode} onChange={(text) => onChange([from, text])} />
    </fieldset>
  )
}

/** Days of the person's zone; times (unix seconds) run from the first second of the first day to the last of the last. */
function DateRangeInput({ id, item, value, onChange, zone }: SearchInputProps) {
  const [from, to] = isPeriod(value) ? daysOf(value, dateTimeText(Date.now() / 1000, zone).slice(0, 10)) : pair(value)
  const instants = item.field?.store === null || item.field?.store?.type !== 'date'
  const day = (text: string) => (/^\d{9,10}$/.test(text) ? dateTimeText(Number(text), zone).slice(0, 10) : text.slice(0, 10))
  const end = (text: string, clock: string) =>
    text === '' || !instants ? text : String(secondsOf(`${text} ${clock}`, zone) ?? '')
  return (
    <DateRange
      id={id}
      kind="date"
      label={item.label}
      value={[day(from), day(to)]}
      onChange={([a, b]) => onChange([end(a, '00:00:00'), end(b, '23:59:59')])}
    />
  )
}

/** One or several of a few values. */
function ChoicesInput({ id, item, value, onChange, find, t }: SearchInputProps) {
  const options = choicesOf(item, find, t) ?? []
  if (item.input === 'options' && isMany(item.operator)) {
    const list = typeof value === 'string' ? value.split(',').filter(Boolean) : [...value]
    return <MultiSelect id={id} value={list} options={options} onChange={(next) => onChange(next.map(String))} />
  }
  return (
    <Select
      id={id}
      value={options.some((option) => option.value === value) ? String(value) : null}
      options={options}
      clearable
      onChange={(next) => onChange(next === null ? '' : String(next))}
    />
  )
}

/** What a filter chooses from, in words; undefined where its value is typed or looked for. */
export function choicesOf(
  { input, field, words, operator }: SearchItem,
  find: (key: string) => string | undefined,
  t: (key: string) => string,
): Option[] | undefined {
  if (input === 'options')
    return (field?.options ?? []).map(({ value }) => ({
      value: String(value),
      label: find(`${words}.options.${value}`) ?? String(value),
    }))
  const yes = { value: '1', label: t('ui.list.yes') }
  // A filter of the page: the rows that fulfil it, or the others.
  if (input === 'named') return [yes, { value: '0', label: t('ui.list.filterNot') }]
  if (input !== 'switch') return undefined
  if (operator === 'NULL' || operator === 'NOT NULL') return [yes]
  const sides = switchSides(field)
  return (['on', 'off'] as const).map((side) => ({
    value: String(sides[side]),
    label: sideWord({ words, isOn: side === 'on', value: sides[side] }, find, t),
  }))
}

function RemoteInput({ id, item, value, onChange, load }: SearchInputProps) {
  const many = isMany(item.operator)
  const key = (text: string): Key => (/^\d{1,15}$/.test(text) ? Number(text) : text)
  const list = (typeof value === 'string' ? value.split(',') : [...value]).filter(Boolean).map(key)
  return (
    <RemoteSelect
      id={id}
      multiple={many}
      tree={item.field?.tree}
      value={many ? list : (list[0] ?? null)}
      load={load}
      onChange={(next) => onChange(Array.isArray(next) ? next.map(String) : next === null ? '' : String(next))}
    />
  )
}

/** A region: everything inside it is found, so that any level may be asked for. */
function AreaInput({ id, item, value, onChange, t, areas }: SearchInputProps) {
  return (
    <Cascader
      id={id}
      anyLevel
      value={codesOf(value)}
      levels={areaLevels(t).slice(0, item.field ? levelOf(item.field) : 3)}
      load={areas.inside}
      names={areas.names}
      onChange={(next) => onChange(next.map(String))}
    />
  )
}

function pair(value: Filter['value']): [string, string] {
  const [from = '', to = ''] = typeof value === 'string' ? value.split(',') : value
  return [from, to]
}
