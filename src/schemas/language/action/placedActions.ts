import type { Entity } from '../entity/entity.ts'
import type { FormSource } from '../form/formSource.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { deletedActions, type Table } from '../list/table.ts'
import { type Action, kindOfAction } from './action.ts'
import {
  builtInAction,
  builtInActions,
  fileTable,
  isBuiltIn,
  isRowless,
  listActions,
  oneRowActions,
  toolbarItems,
} from './builtInActions.ts'

/** An action of the list as a whole has no row: nothing that a condition could read or `set` could write. */
export function checkRowless(
  page: { actions: Readonly<Record<string, Action>>; table: Table; source: FormSource | null },
  issues: Issue[],
): void {
  for (const action of Object.values(page.actions)) {
    const isOfList = listActions.includes(action.name)
    if (!isOfList && (isBuiltIn(action) || !isRowless(page, action.name))) continue
    const keys = [...(action.when ? ['when'] : []), ...(kindOfAction(action).ofRow?.(action) ?? [])]
    for (const key of keys)
      issues.push(
        issueAt(['actions', action.name, key], `"${action.name}" is about no row`, 'remove it, or name the action in "row"'),
      )
  }
}

/** Built-in actions named by the table, and `reveal` where a field is masked, become actions of the page; anything else named there must be declared. */
export function withBuiltIns(
  actions: Record<string, Action>,
  table: Table,
  { table: rows, fields }: Pick<Entity, 'table' | 'fields'>,
  issues: Issue[],
): Record<string, Action> {
  const all = { ...actions }
  const add = (name: string) => {
    const builtIn = builtInAction(name)
    if (builtIn) all[name] ??= builtIn
  }
  for (const name of table.deleted) add(name)
  if (Object.values(fields).some((field) => field.mask && field.store && !field.secret)) add('reveal')
  for (const place of ['row', 'bulk', 'toolbar'] as const) {
    for (const [i, name] of table[place].entries()) {
      const wrong = misplaced(name, place) ?? unknown(name, place, { declared: Object.keys(actions), all })
      const isStrange = name === 'upload' && rows !== fileTable
      if (wrong) issues.push(issueAt(['table', place, i], ...wrong))
      else if (isStrange)
        issues.push(issueAt(['table', place, i], `files that are uploaded are rows of "${fileTable}"`, 'remove "upload"'))
      if (!isOnlyElsewhere(name) && !isStrange) add(name)
    }
  }
  return all
}

type Place = 'row' | 'bulk' | 'toolbar'
const ofDeleted: readonly string[] = deletedActions
const tools: readonly string[] = toolbarItems

/** Is it done where the table does not name it: to deleted rows, beside masked values? */
function isOnlyElsewhere(name: string): boolean {
  return ofDeleted.includes(name) || name === 'reveal' || name === 'history'
}

/** What is wrong with a built-in action at this place, and what to do. */
function misplaced(name: string, place: Place): [what: string, fix: string] | undefined {
  if (place !== 'toolbar' && listActions.includes(name)) return [`"${name}" is about the list as a whole`, 'name it in "toolbar"']
  if (place !== 'row' && oneRowActions.includes(name)) return [`"${name}" begins with one row`, 'name it in "row"']
  if (ofDeleted.includes(name)) return [`"${name}" is an action of deleted rows`, 'name it in "deleted"']
  if (name === 'history') return ['every record has its "history" already', 'remove it']
  return name === 'reveal' ? ['"reveal" is shown next to every masked value already', 'remove it'] : undefined
}

/** Is it neither declared nor built in, nor, in the toolbar, a tool? */
function unknown(
  name: string,
  place: Place,
  { declared, all }: { declared: readonly string[]; all: Readonly<Record<string, Action>> },
): [what: string, fix: string] | undefined {
  if (all[name] || builtInAction(name) || (place === 'toolbar' && tools.includes(name))) return undefined
  const words = [...declared, ...Object.keys(builtInActions)].filter((each) => !isOnlyElsewhere(each))
  return [`no such action "${name}"`, suggest(name, place === 'toolbar' ? [...words, ...toolbarItems] : words)]
}
