import type { Field } from '../../field.ts'
import { kindOf } from '../../kinds/index.ts'
import { type Named, titleField } from '../list/naming.ts'
import type { Column } from '../list/table.ts'
import type { Fact } from './summary.ts'

interface Listed extends Named {
  fields: Readonly<Record<string, Field>>
}

/** Cells that show a state, a person, or what something looks like. */
const telling: readonly string[] = ['image', 'images', 'member', 'tag', 'switch']
/** So many facts are shown by themselves. */
const most = 6

/**
 * What the form of an action shows where the action names nothing: of the list's columns its picture, state, person and amounts; the name is in
 * the title. A list without any of these shows the name.
 */
export function usualSummary(page: Listed): Fact[] {
  const name = titleField(page)
  const shown = page.table.columns.filter((column) => !column.hidden && column.field !== name)
  const found = shown.filter((column) => telling.includes(column.cell) || isAmount(page, column)).slice(0, most)
  const names = found.length > 0 ? found.map(({ field }) => field) : [name]
  return names.map((field) => ({ field, columns: null }))
}

/** Is it money, or a number that is no key? */
function isAmount({ fields, entity }: Listed, { cell, field }: Column): boolean {
  if (cell === 'money') return true
  const own = fields[field]
  return cell === 'number' && own !== undefined && field !== entity.key && kindOf(own).cell === 'number' && own.kind !== 'weigh'
}
