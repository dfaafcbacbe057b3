import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { ScreenHooks } from '../domain.ts'
import type { Joined } from '../tables.ts'
import type { Shape } from './shape.ts'
import { neededFields } from './shown.ts'

/** Sets of columns of one screen whose statements are kept; the oldest makes room. */
const mostSets = 32

/** Names of fields that rows carry, and of those that are only read for them. */
export interface Carried {
  /** Fields of relations with a dot: `user.nickname`. */
  sent: ReadonlySet<string>
  read: ReadonlySet<string>
}

interface Choosing {
  page: Page
  schema: Schema
  hooks: ScreenHooks
  /** Rows of the list with everything that it may show. */
  whole: Shape
  make(carried: Carried): Shape
}

/** Gives the rows of the list with what these columns of it show, and whatever else the screen needs of a row. Names that are none of its columns are left out. */
export function shapesByColumns({ page, schema, hooks, whole, make }: Choosing): (names: readonly string[] | undefined) => Shape {
  const { columns } = page.table
  const known = new Map<string, Shape>()
  const isBlind = (hooks.decorate ?? hooks.denied) !== undefined && hooks.rowReads === undefined
  return (names) => {
    if (names === undefined || isBlind) return whole
    const asked = names.join()
    const kept = known.get(asked)
    if (kept) return kept
    const shown = new Set(names)
    const chosen = columns.filter(({ field }) => shown.has(field))
    const shape = make(carriedOf(neededFields(page, schema, chosen), { page, hooks }))
    known.set(asked, shape)
    for (const [first] of known) if (known.size > mostSets) known.delete(first)
    return shape
  }
}

function carriedOf(needed: ReadonlySet<string>, { page, hooks }: Pick<Choosing, 'page' | 'hooks'>): Carried {
  const sent = withLanguages(needed, hooks)
  const depends = Object.values(page.fields).flatMap((field) =>
    field.source && sent.has(field.name) ? (field.depends ?? []) : [],
  )
  return { sent, read: new Set([...(hooks.rowReads ?? []), ...depends]) }
}

/** Of the relations of one what is carried of them, with their keys, which say whether there is such a row. */
export function joinedCarried(joined: readonly Joined[], sent: ReadonlySet<string>): Joined[] {
  return joined.flatMap((each): Joined[] => {
    const { name } = each.relation
    if (sent.has(name)) return [each]
    const fields = each.fields.filter(({ field }) => sent.has(`${name}.${field.name}`))
    const key = each.fields.find(({ as }) => as === each.keyAs)
    if (fields.length === 0) return []
    return [{ ...each, fields: key && !fields.includes(key) ? [key, ...fields] : fields }]
  })
}

/** These fields with those that rows show in their place in one language or another. */
export function withLanguages(names: ReadonlySet<string>, { inLanguage = {} }: ScreenHooks): Set<string> {
  const others = Object.values(inLanguage).flatMap((pairs) => Object.entries(pairs))
  return new Set([...names, ...others.flatMap(([name, shown]) => (names.has(name) ? [shown] : []))])
}
