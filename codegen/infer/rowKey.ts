import type { TableFacts } from '../introspect/facts.ts'
import { columnType } from './columnType.ts'
import { isName } from './label.ts'

/**
 * The table with a key of one column: where its primary key has several or is missing, a column that is never empty and never the same in two
 * rows names rows as well. Tables without such a column stay as they are.
 */
export function withRowKey(table: TableFacts): TableFacts {
  if (table.isView || table.primaryKey.length === 1) return table
  const single = table.unique.flatMap(([name, ...more]) => (name !== undefined && more.length === 0 ? [name] : []))
  const usable = table.columns.filter(
    (c) => single.includes(c.name) && !c.nullable && isName(c.name) && columnType(c).store !== '',
  )
  const key = usable.find((c) => c.counted || columnType(c).family === 'uuid') ?? usable[0]
  if (!key) return table
  const others = table.unique.filter((set) => set.length !== 1 || set[0] !== key.name)
  return { ...table, primaryKey: [key.name], unique: [...(table.primaryKey.length > 0 ? [table.primaryKey] : []), ...others] }
}
