import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { isOneOf, type Key } from '../../core/db/rowKey.ts'
import { estimatedRows } from '../../core/db/size.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { quickParts } from './search.ts'

type Part = ReturnType<typeof quickParts>[number]

/** Rows of a table from which on a quick search over several tables picks the keys first. */
const many = 10_000
/** Keys that are picked at most; what finds more finds it soon by going through the list. */
const mostKeys = 10_000

/**
 * The quick search: any of the page's fields holds the text. Over one table an index of each field serves, one after the other; over several
 * tables none would, so that of a large one the keys that each table finds are picked first.
 */
export async function quickCondition(
  screen: Screen,
  { read: db, lang }: Pick<Context, 'read' | 'lang'>,
  text: string,
): Promise<Sql<SqlBool> | null> {
  if (text === '' || screen.quickSearch.length === 0) return null
  const parts = quickParts(screen, text, lang)
  if (parts.length === 0) return sql<SqlBool>`false` // no field can hold the text
  const plain = sql<SqlBool>`(${sql.join(
    parts.map(({ whole }) => whole),
    sql` or `,
  )})`
  const isOneTable = parts.every(({ target }) => isOwn(target))
  if (isOneTable || !screen.entity.key || screen.entity.keyParts || (await estimatedRows(db, screen.entity.table)) < many)
    return plain
  const keys = await pickKeys(screen, db, parts)
  return keys ? isOneOf(screen.entity, keys) : plain
}

const isOwn = (target: Part['target']) => !target.many && !target.name.includes('.')

/** Keys of all rows that hold the text, in and out of the caller's scope; undefined when there are too many to list. */
async function pickKeys(screen: Screen, db: Reader, parts: readonly Part[]): Promise<Key[] | undefined> {
  const { entity } = screen
  const key = sql.ref(`t.${entity.key ?? 'id'}`)
  const table = sql`${sql.table(entity.table)} as t`
  const most = sql.raw(` limit ${mostKeys + 1}`)
  const own = parts.filter(({ target }) => isOwn(target)).map(({ inner }) => inner)
  const arms = own.length > 0 ? [sql`select ${key} as k from ${table} where ${sql.join(own, sql` or `)}`] : []
  for (const { target, inner } of parts) if (!isOwn(target)) arms.push(...armOf(screen, target, inner))
  const limited = arms.map((arm) => sql`(${arm}${most})`)
  const found = await sql<{
    k: Key
  }>`/* planned for its values */ select distinct k from (${sql.join(limited, sql` union all `)}) as found${most}`.execute(db)
  return found.rows.length > mostKeys ? undefined : found.rows.flatMap(({ k }) => k ?? [])
}

/** The keys that one field of another table finds. */
function armOf(screen: Screen, target: Part['target'], inner: Sql<SqlBool>): Sql[] {
  const { entity } = screen
  if (target.many) {
    const { entity: other, foreignKey } = target.many
    const living = other.softDelete ? sql` and m.delete_time is null` : sql``
    return [sql`select ${sql.ref(`m.${foreignKey}`)} as k from ${sql.table(other.table)} as m where ${inner}${living}`]
  }
  const joined = screen.joined.find(({ relation }) => target.name.startsWith(`${relation.name}.`))
  if (!joined) return []
  const { relation, entity: other, alias } = joined
  return [
    sql`select ${sql.ref(`t.${entity.key ?? 'id'}`)} as k from ${sql.table(other.table)} as ${sql.ref(alias)}
      join ${sql.table(entity.table)} as t on ${sql.ref(`t.${relation.key}`)} = ${sql.ref(`${alias}.${other.key ?? 'id'}`)} where ${inner}`,
  ]
}
