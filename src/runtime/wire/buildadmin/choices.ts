import type { Field } from '../../../schemas/field.ts'
import { controllerOf } from '../../../schemas/language/page.ts'
import type { ChoicesAsked, ChoicesPage } from '../../dialect.ts'
import type { Row } from '../../rows.ts'
import { asRow, flatRows } from '../../rows.ts'

/** Controllers of BuildAdmin's core that offer the rows of a table to remote selects. */
const selectControllers: Readonly<Record<string, string>> = {
  admin: 'auth.Admin',
  admin_group: 'auth.Group',
  admin_rule: 'auth.Rule',
  user: 'user.User',
  user_group: 'user.Group',
  user_rule: 'user.Rule',
}

/** Lists that BuildAdmin joins with others: their key is asked for with the table's name. */
const selectKeys: Readonly<Record<string, string>> = { 'user.User': 'user.id' }

/** Parameters that BuildAdmin's own forms add to a select, by `<page>.<field>`: here only the groups one may assign. */
const selectParams: Readonly<Record<string, object>> = { 'auth/admin.group_arr': { absoluteAuth: 1 } }

/** The choices of a remote select: rows of another screen's list (protocol 1.7). None where no controller offers them. */
export async function choices({ page, field, params, get }: ChoicesAsked): Promise<ChoicesPage> {
  const controller = field.page === undefined ? selectControllers[field.table ?? ''] : controllerOf(field.page)
  if (controller === undefined) return { list: [], total: 0 }
  const path = `/admin/${controller}/index`
  if (field.check) return treeOf(await get(path, {}), field)
  const only = Object.entries(field.where ?? {}).map(([name, val]) => ({ field: name, val, operator: 'eq' }))
  const data = await get(path, {
    select: true,
    ...(field.tree ? { isTree: true } : {}),
    ...(only.length ? { search: only } : {}),
    initKey: selectKeys[controller] ?? 'id',
    ...selectParams[`${page}.${field.name}`],
    ...params,
  })
  const rows = Array.isArray(data.options) ? data.options : Array.isArray(data.list) ? data.list : []
  const list = rows.map((row) => choiceOf(asRow(row), field))
  return { list, total: typeof data.total === 'number' ? data.total : list.length }
}

/** A tree to be ticked is the other screen's whole list, for its select leaves out the leaves (buttons of menu rules). */
function treeOf(data: Row, field: Field): ChoicesPage {
  const list = [...flatRows(Array.isArray(data.list) ? data.list.map(asRow) : [])].map((row) => choiceOf(row, field))
  return { list, total: list.length }
}

/** BuildAdmin draws trees of choices into their labels; here they are drawn by `pid`. */
const branches = /^[\s\u00a0]*[└├│]+\s*/

function choiceOf(row: Row, field: Field): ChoicesPage['list'][number] {
  return {
    value: typeof row.id === 'number' ? row.id : String(row.id),
    label: String(row[field.show ?? 'name'] ?? row.name ?? row.title ?? row.id).replace(branches, ''),
    ...(typeof row.pid === 'number' ? { pid: row.pid } : {}),
  }
}
