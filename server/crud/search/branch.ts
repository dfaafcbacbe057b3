import { type SqlBool, sql } from 'kysely'
import type { Operator } from '../../../src/schemas/operators.ts'
import type { Values } from '../operators.ts'
import { sourceOf } from '../rows/foreign.ts'
import type { Screen, Sql, Target } from '../screen/screen.ts'
import { unknownField } from './unknownField.ts'

/** Operators for which a value of a tree can include its descendants. */
export const branchOperators: readonly Operator[] = ['eq', 'IN', 'FIND_IN_SET']

/** Rows that hold a chosen row of a tree or one below it: one of the branches (IN), or something of each (eq, FIND_IN_SET). */
export function branchSql(target: Target, screen: Screen, operator: Operator, values: Values): Sql<SqlBool> {
  const source = sourceOf(screen, target.field)
  const { entity } = source ?? {}
  if (!entity?.key || !entity.tree) throw unknownField(target.name)
  const key = sql.ref(`c.${entity.key}`)
  const parent = sql.ref(`c.${entity.tree.parent}`)
  const list = values.list.map(Number).filter(Number.isSafeInteger)
  const branch = (roots: readonly number[]) => sql`(with recursive down(k) as (select unnest(${roots}::bigint[])
    union select ${key} from down join ${sql.table(entity.table)} as c on ${parent} = down.k) select k from down)`
  if (operator === 'IN') return holdsOne(target, screen, branch(list))
  return sql<SqlBool>`(${sql.join(
    list.map((root) => holdsOne(target, screen, branch([root]))),
    sql` and `,
  )})`
}

/** The field holds one of the keys of a statement, whether it is one key, a list of them, or a table of pairs. */
function holdsOne({ field, column }: Target, screen: Screen, keys: Sql): Sql<SqlBool> {
  if (field.link) {
    const { table, own, other } = field.link
    const mine = sql`${sql.ref(`l.${own}`)} = ${sql.ref(`t.${screen.entity.key ?? 'id'}`)}`
    return sql<SqlBool>`exists (select 1 from ${sql.table(table)} as l where ${mine} and ${sql.ref(`l.${other}`)} in ${keys})`
  }
  const type = field.store?.type ?? 'integer'
  if (!type.endsWith('[]')) return sql<SqlBool>`${column} in ${keys}`
  return sql<SqlBool>`${column} && array${keys}::${sql.raw(type)}`
}
