import type { Condition } from '../../condition.ts'
import type { Field } from '../../field.ts'
import { conditionFields } from '../condition/condition.ts'
import { holds } from '../condition/predicate.ts'
import { isPossible } from '../condition/satisfiable.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Table } from '../list/table.ts'
import { actionsOf } from './actionOf.ts'
import type { ActionBase } from './base.ts'
import type { Effects } from './effects.ts'

/** An action with a way back, as far as that is checked. */
type Undone = ActionBase & Effects & { undo: string | null }

interface UndoPage {
  actions: Readonly<Record<string, (Undone & { type: 'run' }) | (ActionBase & { type: 'answer' })>>
  table: Table
  fields: Readonly<Record<string, Field>>
}

/**
 * The action that takes another back is one of the same rows without anything to fill in, possible where the other has been done, and never
 * where the other is possible; it sets all that the other sets. What a server action does the checker cannot see: of it the states say enough.
 */
export function checkUndo(action: Undone, page: UndoPage, issues: Issue[]): void {
  const { name, undo } = action
  if (undo === null) return
  const report = (what: string, fix = '') => issues.push(issueAt(['actions', name, 'undo'], what, fix))
  const known = actionsOf(page, 'run')
  const inverse = known.find((each) => each.name === undo)
  if (!inverse || inverse.name === name) {
    const others = known.flatMap((each) => (each.name === name ? [] : [each.name]))
    report(`no other action of type "run" is called "${undo}"`, suggest(undo, others))
    return
  }
  const ofRows = [...page.table.row, ...page.table.bulk]
  const rowless = [name, undo].find((each) => !ofRows.includes(each))
  if (rowless !== undefined) {
    report(`"${rowless}" is about no row`, 'name it in "row" or "bulk"')
    return
  }
  const asked = Object.values(inverse.fields).find(
    (field) => field.required && !field.when.visible && field.default === undefined,
  )
  if (asked) {
    report(`"${undo}" asks for "${asked.name}", which nobody fills in when it takes something back`)
    return
  }
  // Of two that take each other back, the first tells what is wrong between them.
  const names = Object.keys(page.actions)
  const isFirst = inverse.undo !== name || names.indexOf(name) < names.indexOf(inverse.name)
  if (!action.when || !inverse.when) {
    if (isFirst) report(`"${name}" and "${undo}" are not told apart by a state`, 'give both a "when"')
    return
  }
  const both: Condition = { op: 'all', of: [action.when, inverse.when] }
  if (isFirst && isPossible(both, [{ fields: page.fields }]) !== false)
    report(`a row may allow both "${name}" and "${undo}"`, 'let their "when" exclude each other')
  const after = valuesAfter(action)
  if (
    conditionFields(inverse.when).every((field) => Object.hasOwn(after, field)) &&
    !holds(inverse.when, { values: after, selfId: 0, now: 0 })
  )
    report(`"${undo}" is not possible after "${name}"`, 'let its "when" hold for what is set')
  const left = Object.keys(action.set ?? {}).find((field) => inverse.set !== null && !Object.hasOwn(inverse.set, field))
  if (left !== undefined) report(`"${undo}" leaves "${left}" as "${name}" set it`, 'set it there as well')
}

/** What the row has after the action, of the values that the page states. */
function valuesAfter({ set }: Undone): Record<string, unknown> {
  return Object.fromEntries(Object.entries(set ?? {}).filter(([, value]) => value === null || typeof value !== 'object'))
}
