import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import type { Field } from '../../../../schemas/field.ts'
import { kindOf } from '../../../../schemas/kinds/index.ts'
import { useLoad } from '../../../useLoad.ts'

/** The keys that a field chooses, where the record has nothing but them; undefined for every other value. */
export function chosenKeys(field: Field | null, value: unknown): (string | number)[] | undefined {
  if (!field || kindOf(field).input !== 'remote') return undefined
  const keys = Array.isArray(value) ? value : [value]
  return keys.every(isKey) ? keys.filter((key) => Number(key) !== 0) : undefined
}

/** Whole numbers only: a text in its place is a name that the server sent. */
function isKey(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
}

/** May the person ask what the chosen rows are called? The search panel and the forms may. */
export function mayAskNames(crud: Crud, name: string, row: Row): boolean {
  return crud.page.table.search.some(({ field }) => field === name) || crud.can('edit', row).allowed
}

/** What the chosen rows are called: a record has their keys only, which mean nothing to anybody. */
export function ChosenNames({ crud, name, keys }: { crud: Crud; name: string; keys: readonly (string | number)[] }) {
  const ask = (signal: AbortSignal) => crud.options(name, { action: 'index', values: keys, limit: keys.length, signal })
  const { value } = useLoad(ask, [crud, name, keys.join()])
  if (value === undefined) return '…'
  const names = value.list.map(({ label }) => label)
  return names.length > 0 ? names.join(', ') : '–'
}
