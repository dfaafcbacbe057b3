import type { Field } from '../field.ts'
import { kindOf } from '../kinds/index.ts'
import type { Page } from './page.ts'

/** A page as it travels to the browser: without what its reader can say itself. JSON; only `unpackPage` reads it. */
export interface PackedPage {
  readonly packed: unknown
}

type Json = Readonly<Record<string, unknown>>

/** What of a field is false unless it is said. */
const flags = [
  'required',
  'unique',
  'readOnly',
  'writeOnce',
  'secret',
  'nullable',
  'index',
] as const satisfies readonly (keyof Field)[]

/** Represents the kind's own storage format. */
const usual = 0

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field has a kind and a place to be kept (or none, which is said as well); in a page nothing else has both. */
const isField = (value: Json) => typeof value.kind === 'string' && 'store' in value

function each(value: unknown, change: (value: Json, key: string) => Json, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => each(item, change))
  if (!isRecord(value)) return value
  const inside = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, each(part, change, name)]))
  return isField(inside) ? change(inside, key) : inside
}

/** How a field would be kept if it said nothing of that. */
const usualStore = (field: Json) => kindOf({ kind: String(field.kind) }).store(field as unknown as Field) // what has a kind and a place is a field

/**
 * Without the names of fields, which are their keys, without flags that are down and where their kind keeps them, and without what
 * is for the database alone (indexes, why there is none, bounds): a fifth of what a page weighs.
 */
export function packPage(page: Page): PackedPage {
  const drop = (field: Json, key: string): Json => {
    const isUsual = field.store !== null && JSON.stringify(usualStore(field)) === JSON.stringify(field.store)
    const isSaid = (name: string, value: unknown) =>
      name === 'name'
        ? value !== key
        : name === 'when'
          ? Object.keys(field.when ?? {}).length > 0
          : name !== 'unindexedBecause' && !(value === false && flags.some((flag) => flag === name))
    const kept = Object.entries(field).filter(([name, value]) => isSaid(name, value))
    return { ...Object.fromEntries(kept), ...(isUsual ? { store: usual } : {}) }
  }
  const { entity, fields } = page
  const isOwn = JSON.stringify(entity.fields) === JSON.stringify(fields)
  const { unindexedBecause: _reason, ...rest } = entity
  const own = { ...rest, index: [], bounds: [] }
  return { packed: each({ ...page, entity: isOwn ? { ...own, fields: undefined } : own }, drop) }
}

/** The page that was packed. */
export function unpackPage({ packed }: PackedPage): Page {
  const down = Object.fromEntries(flags.map((flag) => [flag, false]))
  const whole = (field: Json, key: string): Json => {
    const named = { name: key, ...down, when: {}, ...field }
    return field.store === usual ? { ...named, store: usualStore(named) } : named
  }
  const page = each(packed, whole) as Page
  return { ...page, entity: { ...page.entity, fields: page.entity.fields ?? page.fields } }
}
