import { sql } from 'kysely'
import type { Field } from '../../../src/schemas/field.ts'
import { computeOf, readsOf } from '../../../src/schemas/language/entity/virtual/compute.ts'
import type { Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import type { Row } from '../domain.ts'
import type { ScreenAccess } from '../screen/access.ts'
import type { Screen } from '../screen/screen.ts'

/** Adds the values that functions of the server compute: one call per field, whatever the number of rows. */
export async function addComputes(access: ScreenAccess, rows: Row[], fields: readonly Field[]): Promise<void> {
  if (rows.length === 0) return
  for (const field of fields) {
    const name = computeOf(field)?.compute
    if (name !== undefined) await addComputed({ ...access, rows }, field, name)
  }
}

const keysOf = (screen: Screen, rows: readonly Row[]) => rows.map((row) => row[screen.entity.key ?? ''])

/** Puts the lists that a table of pairs holds for these rows into them. */
export async function addLinks(screen: Screen, db: Reader, rows: Row[], field: Field): Promise<void> {
  const { link } = field
  if (!link || !screen.entity.key) return
  const lists = await linkedLists(db, link, keysOf(screen, rows))
  for (const row of rows) row[field.name] = lists.get(String(row[screen.entity.key])) ?? []
}

/** By key of the row: the keys linked to it, in ascending order. */
export async function linkedLists(
  db: Reader,
  link: NonNullable<Field['link']>,
  keys: readonly unknown[],
): Promise<Map<string, unknown[]>> {
  const own = sql.ref(`l.${link.own}`)
  const other = sql.ref(`l.${link.other}`)
  const found = await sql<{ own: unknown; others: unknown[] }>`
    select ${own} as own, array_agg(${other} order by ${other}) as others from ${sql.table(link.table)} as l
    where ${own} = any(${keys.map(Number)}::bigint[]) group by ${own}`.execute(db)
  return new Map(found.rows.map((row) => [String(row.own), row.others]))
}

interface Computing {
  screen: Screen
  ctx: Context
  db: Reader
  rows: Row[]
}

/** The function gets what the field says it reads, and nothing else: what a list does not show cannot be computed from by accident. */
async function addComputed({ screen, ctx, db, rows }: Computing, field: Field, name: string): Promise<void> {
  const compute = screen.hooks.computes?.[name]
  if (!compute)
    throw new Error(`${screen.page.id}: fields.${field.name} is computed by "${name}", which no module of the server has`)
  if (typeof compute === 'object') return // came with the rows
  const reads = readsOf(field)
  const read = rows.map((row) => Object.fromEntries(reads.map((each) => [each, row[each]])))
  const values = await compute({ ctx, db, rows: read })
  if (values.length !== rows.length)
    throw new Error(`${screen.page.id}: compute "${name}" gave ${values.length} values for ${rows.length} rows`)
  for (const [i, row] of rows.entries()) row[field.name] = values[i]
}
