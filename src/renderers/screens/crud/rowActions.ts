import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Row } from '../../../runtime/rows.ts'

/** What a row offers: its next step (null when there is none now), and whether its menu holds anything. */
export interface RowActionState {
  primary: { name: string; title: string } | null
  menu: boolean
}

/** Built-in steps that are never a row's next step. */
const quiet = new Set(['delete', 'addChild', 'copy', 'sort', 'history'])

/** Names of the actions a row can offer, in the page's order; of deleted rows those that they have. Sorting is done on the handle. */
export function rowActionNames(crud: Crud): string[] {
  if (crud.state.query.deleted) return crud.deletedActions()
  const past = crud.savesViews && crud.page.actions.history ? ['history'] : []
  return [...crud.page.table.row, ...past].filter((name) => name !== 'sort' && crud.can(name).allowed)
}

/** Actions that a row may offer as its next step: harmless, and none that the page lists after `detail`. */
export function stepNames(crud: Crud, names: readonly string[]): string[] {
  const looking = names.indexOf('detail')
  const likely = looking < 0 ? names : names.slice(0, looking + 1)
  return likely.filter((name) => !quiet.has(name) && crud.page.actions[name]?.severity !== 'danger')
}

/**
 * What a row shows: the next step that is possible and harmless; everything else is in the menu. The page lists its actions by
 * likelihood: those after `detail` are not routine and stay in the menu.
 */
export function rowActionState(crud: Crud, names: readonly string[], row: Row): RowActionState {
  const name = stepNames(crud, names).find((step) => crud.can(step, row).visible)
  return {
    primary: name === undefined ? null : { name, title: titleOf(crud, name) },
    menu: names.length > (name === undefined ? 0 : 1),
  }
}

/** Title of an action. */
export function titleOf(crud: Crud, name: string): string {
  return crud.loaded.t(`actions.${name}.title`)
}
