import type { NavigateFunction } from 'react-router-dom'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Offer } from '../../../../runtime/navigation/palette.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import { titleText } from '../../../../schemas/language/list/naming.ts'
import { keyOf } from '../record/useRecord.ts'
import { rowActionNames, titleOf } from '../rowActions.ts'
import type { Run } from '../useRun.ts'

/** A screen of records as the palette asks it. */
export interface OfferedScreen {
  crud: Crud
  run: Run
  navigate: NavigateFunction
  /** The record that is open, as its address writes it; null: the list. */
  address: string | null
  isPage: boolean
}

/** What can be done now: with the record that is open or the rows that are chosen, with the list, and its saved views. */
export async function offersOf(screen: OfferedScreen): Promise<readonly Offer[]> {
  const [rows, views] = await Promise.all([rowsOf(screen), screen.isPage ? [] : viewsOf(screen)])
  return [...ofRows(screen, rows), ...ofList(screen), ...views]
}

/** The record that is open, else the rows that are chosen. */
async function rowsOf({ crud, address }: OfferedScreen): Promise<readonly Row[]> {
  if (address === null) return crud.state.selection.map(crud.rowOf).filter((row) => row !== undefined)
  const key = keyOf(crud, address)
  const row = crud.rowOf(key) ?? (await crud.record(key).catch(() => undefined))
  return row ? [row] : []
}

/** What is possible with every one of them. */
function ofRows({ crud, run }: OfferedScreen, rows: readonly Row[]): Offer[] {
  const [first] = rows
  if (!first) return []
  const { t } = crud.loaded
  const note =
    rows.length === 1 ? (titleText(crud.page, first, crud.loaded.find) ?? t('title')) : t('ui.list.selected', { n: rows.length })
  const names = rows.length === 1 ? rowActionNames(crud) : crud.page.table.bulk
  return names
    .filter((name) => name !== 'detail' && rows.every((row) => crud.can(name, row).visible))
    .map((name) => ({
      id: `row-${name}`,
      title: titleOf(crud, name),
      note,
      icon: crud.page.actions[name]?.icon ?? 'bolt',
      run: () => run(name, rows),
    }))
}

/** Parts of the toolbar that only look at the list. */
const looking: readonly string[] = ['refresh', 'edit', 'delete', 'unfold', 'search', 'quickSearch', 'columns', 'density']

function ofList({ crud, run }: OfferedScreen): Offer[] {
  const { page, loaded, state } = crud
  if (state.query.deleted) return []
  // To a list over files that were sent, rows come by sending one.
  const instead = actionOf(page, 'import', 'import')?.choose ? 'add' : undefined
  return page.table.toolbar
    .filter((name) => !looking.includes(name) && name !== instead && crud.can(name).visible)
    .map((name) => ({
      id: `list-${name}`,
      title: titleOf(crud, name),
      note: loaded.t('title'),
      icon: page.actions[name]?.icon ?? 'bolt',
      run: () => run(name, []),
    }))
}

async function viewsOf(screen: OfferedScreen): Promise<Offer[]> {
  const { crud } = screen
  const { t } = crud.loaded
  const views = crud.savesViews ? await crud.views() : null
  return (views?.list ?? []).map((view) => ({
    id: `view-${view.id}`,
    title: view.name,
    note: `${t('ui.list.views')} · ${t('title')}`,
    icon: 'bookmark',
    run: () => void crud.openView(view.id),
  }))
}
