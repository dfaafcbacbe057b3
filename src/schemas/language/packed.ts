import type { Field } from './field.ts'
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

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field has a kind and a place to be kept (or none, which is said as well); in a page nothing else has both. */
const isField = (value: Json) => typeof value.kind === 'string' && 'store' in value

function each(value: unknown, change: (value: Json, key: string) => Json, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => each(item, change))
  if (!isRecord(value)) return value
  const inside = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, each(part, change, name)]))
  return isField(inside) ? change(inside, key) : inside
}

/** Without the names of fields, which are their keys, and without flags that are down: a seventh of what a page weighs. */
export function packPage(page: Page): PackedPage {
  const drop = (field: Json, key: string): Json =>
    Object.fromEntries(
      Object.entries(field).filter(
        ([name, value]) => !((name === 'name' && value === key) || (value === false && flags.some((flag) => flag === name))),
      ),
    )
  const { entity, fields } = page
  const isOwn = JSON.stringify(entity.fields) === JSON.stringify(fields)
  return { packed: each({ ...page, entity: isOwn ? { ...entity, fields: undefined } : entity }, drop) }
}

/** The page that was packed. */
export function unpackPage({ packed }: PackedPage): Page {
  const down = Object.fromEntries(flags.map((flag) => [flag, false]))
  const page = each(packed, (field, key) => ({ name: key, ...down, ...field })) as Page
  return { ...page, entity: { ...page.entity, fields: page.entity.fields ?? page.fields } }
}
