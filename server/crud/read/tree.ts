import { type SqlBool, sql } from 'kysely'
import { type ListQuery, listLimits } from '../../../src/schemas/language/wire/query.ts'
import type { Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../domain.ts'
import { listShape } from '../present/presenterOf.ts'
import { finishRows, whereSql } from '../rows/rows.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { listConditions, orderSql } from '../search/conditions.ts'

/**
 * All rows of a tree, children nested in their parents, in table order. Search results keep their ancestors. Rows whose parent is not
 * visible become roots. With `isTree` off (or for given keys) a flat list.
 */
export async function treeAnswer(screen: Screen, ctx: Context, query: ListQuery): Promise<Row[]> {
  const conditions = await listConditions(screen, ctx, { ...query, quickSearch: '', search: [] })
  const searched = await listConditions(screen, ctx, query)
  const isSearch = searched.length > conditions.length
  const where = isSearch && query.isTree ? withAncestors(screen, searched, conditions) : whereSql(searched)
  const limit = query.isTree ? listLimits.tree + 1 : query.limit
  const shape = listShape(screen, ctx, query)
  const found = await sql<Row>`select ${shape.columns(ctx.lang)} from ${screen.from}${where}${orderSql(
    screen,
    query,
  )} limit ${limit}::bigint`.execute(ctx.read)
  if (found.rows.length > listLimits.tree) throw new Refused('crud.treeTooLarge', { max: listLimits.tree })
  const rows = found.rows.map(shape.model)
  const wire = await finishRows(screen, ctx, ctx.read, {
    rows,
    shape,
    purpose: query.select ? 'select' : 'list',
  })
  return query.isTree ? nest(screen, rows, wire) : wire
}

/** Rows that fit and all above them; never leaves the actor's scope. `union` ends in a circle of parents too. */
function withAncestors(screen: Screen, searched: readonly Sql<SqlBool>[], scope: readonly Sql<SqlBool>[]): Sql {
  const key = sql.ref(`t.${screen.entity.key ?? 'id'}`)
  const table = sql.table(screen.entity.table)
  const bareKey = sql.ref(`p.${screen.entity.key ?? 'id'}`)
  const parent = sql.ref(`p.${screen.entity.tree?.parent ?? 'pid'}`)
  const hits = sql`select ${key} as k from ${screen.from}${whereSql(searched)}`
  const above = sql`select ${parent} from up join ${table} as p on ${bareKey} = up.k`
  const kept = sql<SqlBool>`${key} in (with recursive up(k) as (${hits} union ${above}) select k from up)`
  return whereSql([...scope, kept])
}

function nest(screen: Screen, rows: readonly Row[], wire: Row[]): Row[] {
  const parentName = screen.entity.tree?.parent ?? 'pid'
  const keyName = screen.entity.key ?? 'id'
  const byKey = new Map(rows.map((row, i) => [String(row[keyName]), wire[i]]))
  const roots: Row[] = []
  for (const [i, row] of rows.entries()) {
    const own = wire[i]
    if (!own) continue
    const parent = byKey.get(String(row[parentName]))
    // A row that is its own parent becomes a root; longer cycles cannot be written (tree rules of save.ts).
    if (!parent || parent === own) roots.push(own)
    else if (Array.isArray(parent.children)) parent.children.push(own)
    else parent.children = [own]
  }
  return roots
}

/** A tree as BuildAdmin's remote selects want it: one flat list whose labels show the level by glyphs. */
export function selectOptions(screen: Screen, list: readonly Row[]): { options: Row[] } {
  const { quickSearch, columns } = screen.page.table
  const label =
    quickSearch[0] ?? columns.find((column) => !column.field.includes('.') && column.field !== screen.entity.key)?.field ?? 'name'
  const options: Row[] = []
  const walk = (rows: readonly Row[], level: number, isParentLast: boolean): void => {
    for (const [i, { children, ...row }] of rows.entries()) {
      const isLast = i === rows.length - 1
      options.push({ ...row, [label]: prefix(level, isLast, isParentLast) + String(row[label] ?? '') })
      if (Array.isArray(children)) walk(children, level + 1, isLast)
    }
  }
  walk(list, 1, false)
  return { options }
}

function prefix(level: number, isLast: boolean, isParentLast: boolean): string {
  if (level === 1) return ''
  const corner = isLast ? '└' : '├'
  if (level === 2) return `    ${corner}`
  return `    ${isParentLast ? '' : '│'}${' '.repeat((level - 2) * 4)}${corner}`
}
