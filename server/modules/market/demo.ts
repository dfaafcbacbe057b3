import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { PlanIssue } from '../../../src/schemas/api/market.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import { CodecError } from '../../../src/schemas/kinds/kind.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { formatIssue, issueAt, suggest } from '../../../src/schemas/language/issue.ts'
import { isStored } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import { insertRow } from '../../core/db/rows.ts'

/** Rows that a package brings for one of its tables: `demo/<table>.json`, values as the screen sends them. */
export interface DemoTable {
  table: string
  rows: readonly Readonly<Record<string, unknown>>[]
}

const most = 500
const fileName = /^demo\/([a-z][a-z0-9_]*)\.json$/

/** The rows that a package brings. What is wrong with them goes to `issues`. */
export function readDemo(
  files: ReadonlyMap<string, Buffer>,
  { schema, own, issues }: { schema: Schema; own: readonly string[]; issues: PlanIssue[] },
): DemoTable[] {
  return [...files].flatMap(([file, bytes]) => {
    const table = fileName.exec(file)?.[1]
    if (table === undefined) return []
    const report = (path: (string | number)[], what: string, fix: string) => {
      const issue = { ...issueAt(path, what, fix), file }
      issues.push({ file, line: issue.line, column: issue.column, path: path.join('.'), what, fix, text: formatIssue(issue) })
    }
    const entity = own.includes(table) ? schema.entities.get(table) : undefined
    const rows: unknown = JSON.parse(bytes.toString())
    if (!entity) report([], `"${table}" is no table of the package`, suggest(table, own) || 'name the file like its table')
    else if (!Array.isArray(rows) || rows.length > most) report([], `it is no list of at most ${most} rows`, 'write a list')
    else {
      for (const [i, row] of rows.entries())
        for (const [name, value] of Object.entries(isObject(row) ? row : { '': row }))
          checkCell(entity, { path: [i, name], value }, report)
      return [{ table, rows: rows.filter(isObject) }]
    }
    return []
  })
}

function checkCell(
  entity: Entity,
  { path, value }: { path: [number, string]; value: unknown },
  report: (path: (string | number)[], what: string, fix: string) => void,
): void {
  const [, name] = path
  if (name === entity.key) return
  const field = entity.fields[name]
  const known = Object.keys(entity.fields)
  if (!field || !isStored(field)) report(path, `the table has no column "${name}"`, suggest(name, known) || 'leave it out')
  else if (!canRead(field, value)) report(path, `"${field.kind}" cannot read this value`, 'write it as the screen sends it')
}

function canRead(field: Field, value: unknown): boolean {
  try {
    kindOf(field).fromWire(value, field)
    return true
  } catch (error) {
    if (error instanceof CodecError) return false
    throw error
  }
}

/** Adds the rows, where their table has none yet. Returns how many came to which table. */
export async function bringDemo(
  trx: Writer,
  schema: Schema,
  demo: readonly DemoTable[],
  now: number,
): Promise<{ table: string; rows: number }[]> {
  const brought: { table: string; rows: number }[] = []
  for (const { table, rows } of demo) {
    const entity = schema.entities.get(table)
    if (!entity || (await hasRows(trx, table))) continue
    for (const row of rows) await insertRow(trx, entity, valuesOf(row, entity), now)
    if (entity.key !== null && !entity.keyGiven) await countOn(trx, table, entity.key)
    brought.push({ table, rows: rows.length })
  }
  return brought
}

function valuesOf(row: Readonly<Record<string, unknown>>, entity: Entity): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = entity.fields[name]
      return [name, field && value !== null ? kindOf(field).fromWire(value, field) : value]
    }),
  )
}

async function hasRows(trx: Writer, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx)
  return rows.length > 0
}

/** Keys that were given are not given again. */
async function countOn(trx: Writer, table: string, key: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(quote_ident(${table}::text), ${key}::text),
    greatest((select coalesce(max(${sql.ref(key)}), 1) from ${sql.table(table)}), 1))`.execute(trx)
}
