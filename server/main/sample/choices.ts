import { sql } from 'kysely'
import type { Field } from '../../../src/schemas/field.ts'
import type { Context } from '../../core/context.ts'
import type { Key } from '../../core/db/rowKey.ts'
import type { AttachmentRow } from '../../core/rows.generated.ts'
import { type Source, sourceConditions, sourceOf } from '../../crud/rows/foreign.ts'
import type { Screen } from '../../crud/screen/screen.ts'

/** Keys that are looked at of a table. */
const mostKeys = 1000

/** Keys and addresses that fields may be given. */
export interface Choices {
  keysOf(field: Field): readonly Key[]
  filesOf(field: Field): readonly string[]
  /** A row was added: fields over its table may name it. */
  added(table: string, key: Key): void
}

/** Reads what the remote fields of a screen may name, also those of rows inside it, and the pictures and files that there are. */
export async function readChoices(screen: Screen, ctx: Context): Promise<Choices> {
  const keys = new Map<string, Key[]>()
  const fields = Object.values(screen.page.fields).flatMap((field) => [field, ...Object.values(field.fields ?? {})])
  for (const field of fields) {
    const source = sourceOf(screen, field)
    if (source && !keys.has(nameOf(source, field))) keys.set(nameOf(source, field), await readKeys(source, ctx))
  }
  const files = await readFiles(ctx)
  const isPicture = (address: string) => /\.(png|jpe?g|gif|webp)$/i.test(address)
  return {
    keysOf(field) {
      const source = sourceOf(screen, field)
      return (source && keys.get(nameOf(source, field))) ?? []
    },
    filesOf: ({ kind }) => (kind.startsWith('image') ? files.filter(isPicture) : []),
    added(table, key) {
      for (const [name, list] of keys) if (name === `${table} ` && list.length < mostKeys) list.push(key)
    },
  }
}

function nameOf({ entity }: Source, { where }: Field): string {
  return `${entity.table} ${where ? JSON.stringify(where) : ''}`
}

async function readKeys({ entity, ...source }: Source, ctx: Context): Promise<Key[]> {
  const { key, table } = entity
  if (key === null) return []
  let query = ctx.read.selectFrom(`${table} as t`).select(`t.${key}`).orderBy(`t.${key}`).limit(mostKeys)
  for (const condition of await sourceConditions({ ...source, entity }, ctx, ctx.read)) query = query.where(condition)
  return (await query.execute()).map((row) => row[key] as Key)
}

async function readFiles({ schema, read }: Context): Promise<string[]> {
  if (!schema.entities.has('attachment')) return []
  const { rows } = await sql<Pick<AttachmentRow, 'url'>>`select url from attachment order by id limit 200`.execute(read)
  return rows.map(({ url }) => url)
}
