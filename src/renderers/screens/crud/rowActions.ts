import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Row } from '../../../runtime/rows.ts'
import type { MenuEntry } from '../../ui/overlays/MenuList.tsx'

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

export interface RowMenuOptions {
  /** Names of the actions, in the order of the page. */
  names: readonly string[]
  run(name: string): void
  /** The step that has a button of its own beside the menu. */
  without?: string | undefined
}

/** The menu of a row: each action that is not possible now says why. */
export function rowMenu(crud: Crud, row: Row, { names, run, without }: RowMenuOptions): MenuEntry[] {
  const entries = names
    .filter((name) => name !== without)
    .map((name): MenuEntry => {
      const action = crud.page.actions[name]
      const { visible, why, denied } = crud.can(name, row)
      const danger = action?.severity === 'danger'
      return {
        id: name,
        label: titleOf(crud, name),
        icon: action?.icon,
        danger,
        reason: visible
          ? undefined
          : (denied ?? crud.loaded.t('ui.list.onlyWhen', { what: why.join(crud.loaded.t('ui.condition.and')) })),
        onSelect: () => run(name),
      }
    })
  const harmless = entries.filter((entry) => !entry.danger)
  const dangers = entries.filter((entry) => entry.danger)
  // Available actions come first, dangerous ones last and separate.
  const ordered = [...harmless.filter((entry) => !entry.reason), ...harmless.filter((entry) => entry.reason)]
  return [...ordered, ...dangers.map((entry, i) => (i === 0 && harmless.length > 0 ? { ...entry, divided: true } : entry))]
}

/** Title of an action. */
export function titleOf(crud: Crud, name: string): string {
  return crud.loaded.t(`actions.${name}.title`)
}
