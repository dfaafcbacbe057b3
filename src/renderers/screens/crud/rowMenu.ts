import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Row } from '../../../runtime/rows.ts'
import type { MenuEntry } from '../../ui/overlays/MenuList.tsx'
import { titleOf } from './rowActions.ts'

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
