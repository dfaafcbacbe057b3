import { sql } from 'kysely'
import type { Field } from '../../../src/schemas/field.ts'
import type { Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { insertRow } from '../../core/db/rows.ts'
import { readColumn } from '../../core/db/scalar.ts'

type Link = NonNullable<Field['link']>

/** Makes a row's pairs in a link table exactly these: takes away what is no longer in the list, adds what is new. */
export async function writeLinks(
  trx: Writer,
  { schema, now }: Pick<Context, 'schema' | 'now'>,
  { link, key }: { link: Link; key: Key },
  list: readonly unknown[],
): Promise<void> {
  const wanted = [...new Set(list.map(Number))]
  const own = sql.ref(`l.${link.own}`)
  const other = sql.ref(`l.${link.other}`)
  await sql`delete from ${sql.table(link.table)} as l where ${own} = ${key} and ${other} <> all(${wanted}::bigint[])`.execute(trx)
  const kept = await readColumn(trx, sql`select ${other} from ${sql.table(link.table)} as l where ${own} = ${key}`)
  const there = new Set(kept.map(Number))
  const entity = schema.entities.get(link.table)
  for (const id of wanted.filter((each) => !there.has(each))) {
    const pair = { [link.own]: key, [link.other]: id }
    if (entity) await insertRow(trx, entity, pair, now)
    else await trx.insertInto(link.table).values(pair).execute()
  }
}

/** Takes all pairs of deleted rows away. */
export async function dropLinks(trx: Writer, link: Link, keys: readonly Key[]): Promise<void> {
  await sql`delete from ${sql.table(link.table)} as l where ${sql.ref(`l.${link.own}`)} = any(${keys.map(Number)}::bigint[])`.execute(
    trx,
  )
}
