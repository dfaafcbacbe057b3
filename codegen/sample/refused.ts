import { addingActions, exportTable, fileTable, importTable } from '../../src/schemas/language/action/builtInActions.ts'
import type { Page } from '../../src/schemas/language/page.ts'

/** Tables whose rows say who may do what: made up at random they would give rights away. */
const authority = ['admin', 'admin_group', 'admin_rule', 'user_group', 'user_rule']

/** Tables whose rows stand for work that is done: nothing would have been done. */
const work: readonly string[] = [exportTable, importTable, fileTable]

/** Why no sample rows are made for a page, as a sentence; undefined where they are. */
export function whyNoSamples({ id, kind, area, entity, actions }: Page): string | undefined {
  if (kind !== 'crud') return `"${id}" is a page of kind ${kind}: it has no list to which rows could be added.`
  if (area !== 'admin') return `"${id}" is a screen of members: its rows belong to whoever adds them.`
  if (authority.includes(entity.table)) return `Rows of "${id}" say who may do what: they are not made up.`
  const isAdded = addingActions.some((name) => actions[name] !== undefined) && !work.includes(entity.table)
  if (entity.readOnly !== null || !isAdded)
    return `Rows of "${id}" are written by processes (orders, payments, ledgers, logs) and added by nobody: make what they follow from.`
  return undefined
}
