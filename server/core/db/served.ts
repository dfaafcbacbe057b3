import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { deleteColumn, type IndexWish, indexesOf, keyColumns, quote } from './columns.ts'

/** What the indexes of a table serve, by the names of its columns. */
export interface Served {
  /** Columns that an index of all living rows begins with: lists are sorted by them without sorting. */
  sorted: ReadonlySet<string>
  /** Columns that any index begins with: rows with a value are found without reading all. */
  found: ReadonlySet<string>
}

const known = new WeakMap<Entity, Served>()

/** What an entity's indexes serve; nothing is known of tables that are not Kontor's but their key. */
export function servedBy(entity: Entity): Served {
  const before = known.get(entity)
  if (before) return before
  const living = `${quote(deleteColumn)} IS NULL`
  const indexes = entity.external ? [] : indexesOf(entity)
  const first = (all: typeof indexes) => all.flatMap(({ columns: [column] }) => (column ? [column.name] : []))
  const key = keyColumns(entity).slice(0, 1)
  const served = {
    sorted: new Set([
      ...key,
      ...first(indexes.filter(({ method, where }) => method === 'btree' && (where === null || where === living))),
    ]),
    found: new Set([...key, ...first(indexes.filter((index) => findsBy(index, living)))]),
  }
  known.set(entity, served)
  return served
}

/** Does the index have every living row whose first column is filled? One that asks the same of its other columns misses some. */
function findsBy({ columns: [column], where }: IndexWish, living: string): boolean {
  if (!column || where === null) return where === null
  const harmless = [living, `${quote(column.name)} <> ''`]
  return where.split(' AND ').every((part) => harmless.includes(part))
}
