import { type RefObject, useCallback, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { linkPath } from '../../../../runtime/navigation/recordPath.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { useRuntime } from '../../../context.tsx'
import { copyText } from '../../../copyText.ts'
import type { CellEnvironment } from '../../../define.ts'
import { useCreateHref } from '../../../routing/useCreateHref.ts'
import { useGo } from '../../../routing/useGo.ts'
import type { MenuEntry } from '../../../ui/overlays/MenuList.tsx'
import { filtersOf, type GridColumn, linkOf } from '../columns.ts'
import type { GoToRow } from '../grid/body.ts'
import type { GridEventOptions } from '../grid/rowEvents.ts'
import type { RecordMoves } from '../useRecordPlace.ts'
import type { Run } from '../useRun.ts'
import { useListEvents } from './useListEvents.ts'
import type { ListModel } from './useListModel.ts'

interface FloatsOptions {
  crud: Crud
  env: CellEnvironment
  run: Run
  model: ListModel
  moves: RecordMoves
  goTo: RefObject<GoToRow | null>
}

/** What happens when part of a row is pressed: menus, pictures, links, copies; and the event handlers for it. */
export function useFloats({ crud, env, run, model, moves, goTo }: FloatsOptions) {
  const runtime = useRuntime()
  const { t } = crud.loaded
  const [menu, setMenu] = useState<{ label?: string; items: MenuEntry[]; at: { x: number; y: number } } | null>(null)
  const [picture, setPicture] = useState<{ address: string; title: string } | null>(null)
  const { go, openApart } = useWays({ crud, env, moves })
  /** Opening is offered on every row; where the server would refuse, its reason is said instead. */
  const runOrSay = useCallback<Run>(
    (name, rows) => {
      const denied = rows.length === 1 ? crud.can(name, rows[0]).denied : undefined
      if (denied === undefined) run(name, rows)
      else runtime.notices.push('info', denied)
    },
    [crud, run, runtime],
  )
  const rows: GridEventOptions = {
    crud,
    table: model.table,
    columns: model.drawn,
    env,
    run: runOrSay,
    open: model.opening,
    openApart,
    selectable: model.bulk.length > 0,
    goTo,
    edit: (row, column) => editCell({ crud, env, model }, row, column),
    panel: model.panels.toggle,
    names: model.names,
    act: run,
    openMenu: (items, at) => setMenu({ items, at }),
    preview: (address, title) => setPicture({ address, title }),
    go,
    copied: (text) =>
      void copyText(text).then((done) =>
        runtime.notices.push(done ? 'success' : 'error', t(done ? 'ui.list.copied' : 'ui.list.copyFailed')),
      ),
  }
  const head = {
    crud,
    own: model,
    columns: model.drawn,
    openMenu: (label: string, items: MenuEntry[], at: { x: number; y: number }) => setMenu({ label, items, at }),
    reset: () => model.setLayout({}),
  }
  return {
    handlers: useListEvents({ rows, head }, model.rows.length > 0),
    menu: menu && { ...menu, onClose: () => setMenu(null) },
    picture: picture && { ...picture, onClose: () => setPicture(null) },
  }
}

/** Edits a cell, or the first of its row that the person may edit. False where there is none. */
function editCell({ crud, env, model }: Pick<FloatsOptions, 'crud' | 'env' | 'model'>, row: Row, column?: string): boolean {
  const edited = model.visible.filter((grid) => grid.edits && env.canSwitch(row, grid.id)).map((grid) => grid.id)
  const name = column === undefined ? edited[0] : edited.find((id) => id === column)
  if (name !== undefined) void crud.editCell(crud.keyOf(row), name)
  return name !== undefined
}

/** Where the cells of a row lead, and the way there: in this window, or in one of its own. */
function useWays({ crud, env, moves }: Pick<FloatsOptions, 'crud' | 'env' | 'moves'>) {
  const runtime = useRuntime()
  const goTo = useGo()
  const createHref = useCreateHref()
  const wayOf = useCallback(
    ({ column }: GridColumn, row: Row) => {
      const link = linkOf(column, row, env)
      const route = link && runtime.routes().find((r) => r.pageId === link.page)
      return link && route ? linkPath(route.path, filtersOf(link, row)) : undefined
    },
    [runtime, env],
  )
  const go = useCallback(
    (column: GridColumn, row: Row) => {
      const way = wayOf(column, row)
      if (way !== undefined) goTo(way)
    },
    [goTo, wayOf],
  )
  const openApart = useCallback(
    (row: Row, column?: GridColumn) => {
      const way = column && wayOf(column, row)
      if (way === undefined) moves.openApart(crud.keyOf(row))
      else window.open(createHref(way), '_blank', 'noopener')
    },
    [crud, moves, createHref, wayOf],
  )
  return { go, openApart }
}
