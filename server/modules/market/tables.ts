import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { literal, quote } from '../../core/db/columns.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import { linkTables, originMark } from '../../core/db/migrate/migrate.ts'
import { readColumn } from '../../core/db/scalar.ts'

/** Tables of a package: those whose names begin with its prefixes. */
export function tablesOf(schema: Schema, prefixes: readonly string[]): string[] {
  const names = [...schema.entities.keys(), ...linkTables(schema).map(({ table }) => table)]
  return names.filter((name) => prefixes.some((prefix) => name.startsWith(prefix))).sort()
}

/** The tables that the database has of a package: each says in its comment whose it is. */
export async function tablesThere(db: Reader, uid: string): Promise<string[]> {
  const tables = sql`select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and obj_description(oid, 'pg_class') = ${originMark + uid} order by relname`
  return (await readColumn(db, tables)).map(String)
}

/** The most rows of a table that are counted. */
const counted = 100_000

/** How many rows the tables have; -1: more than are counted. */
export async function rowsIn(db: Reader, tables: readonly string[]): Promise<{ name: string; rows: number }[]> {
  const found: { name: string; rows: number }[] = []
  for (const name of tables) {
    const [rows] = await readColumn(
      db,
      sql`select count(*) from (select 1 from ${sql.table(name)} limit ${counted + 1}) as first`,
    )
    found.push({ name, rows: Number(rows) > counted ? -1 : Number(rows) })
  }
  return found
}

/** The first of these tables that is there already and does not belong to the package. */
export async function foreignTable(db: Reader, uid: string, tables: readonly string[]): Promise<string | undefined> {
  const foreign = sql`select relname from pg_class where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = current_schema()::regnamespace
    and relname = any(${tables}::text[]) and obj_description(oid, 'pg_class') is distinct from ${originMark + uid} order by relname`
  const [first] = await readColumn(db, foreign)
  return first === undefined ? undefined : String(first)
}

/** Notes in the database whose tables they are. */
export async function markTables(trx: Writer, uid: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql.raw(`COMMENT ON TABLE ${quote(table)} IS ${literal(originMark + uid)}`).execute(trx)
}

/** Drops every table of a package with its rows. Returns which. */
export async function dropTables(trx: Writer, uid: string): Promise<string[]> {
  const tables = await tablesThere(trx, uid)
  for (const table of tables) await sql.raw(`DROP TABLE ${quote(table)}`).execute(trx)
  return tables
}
