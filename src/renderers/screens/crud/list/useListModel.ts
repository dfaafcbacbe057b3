import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { ListState } from '../../../../runtime/crud/query.ts'
import type { Key, Row } from '../../../../runtime/rows.ts'
import { useRuntime } from '../../../context.tsx'
import { useValue } from '../../../useValue.ts'
import { buttonWidth, deletedColumn, type GridColumn, gridColumns } from '../columns.ts'
import { isChosen } from '../grid/arranged.ts'
import type { GridWords } from '../grid/cellContent.tsx'
import { type Expanded, type Selected, useGrid } from '../grid/useGrid.ts'
import { rowActionNames, rowActionState, stepNames, titleOf } from '../rowActions.ts'
import { shownColumns, useColumnLayout, useView } from '../views/prefs.ts'

/** Everything the list of a screen draws: rows and columns, what is open, chosen, hidden and allowed. */
export function useListModel(crud: Crud) {
  const { page, loaded, state } = crud
  const [layout, setLayout] = useColumnLayout(crud)
  useEffect(() => crud.showColumns(shownColumns(page, layout)), [crud, page, layout])
  const [view, setView] = useView(page)
  const [leftOutIds, setLeftOut] = useState('')
  const leftOut = useMemo(() => leftOutIds.split(' '), [leftOutIds])
  const [expanded, setExpanded] = useState<Expanded>(page.table.expanded ? true : {})
  const rows = useValue(state, (s) => s.rows)
  const query = useValue(state, (s) => s.query)
  const leads = useLeads()
  const deleted = query.deleted === true
  const all = useMemo(
    () => [...gridColumns(page, loaded.find).map((grid) => leads(grid)), ...(deleted ? [deletedColumn(page, loaded.t)] : [])],
    [page, loaded, leads, deleted],
  )
  // Unsupported features are known only after the first answer (BuildAdmin only).
  const absent = useValue(state, () => unsupported(crud, all))
  const columns = useMemo(() => all.filter((column) => !absent.split(' ').includes(column.id)), [all, absent])
  const { selected, setSelected } = useSelected(crud)
  // While a tree is searched or filtered, all matches are visible.
  const open = page.entity.tree && isNarrowed(query) ? true : expanded
  const rowKey = page.entity.key ?? 'id'
  const panels = usePanels(page.table.expand.length > 0 && !deleted)
  const { table, visible } = useGrid({
    columns,
    rows,
    rowKey,
    layout,
    expanded: open,
    setExpanded,
    selected,
    setSelected,
  })
  const rights = useListRights(crud, deleted)
  const tree = page.entity.tree !== null
  return {
    rows,
    query,
    columns,
    table,
    visible,
    /** Those there is room for. */
    drawn: visible.filter(({ id }) => !leftOut.includes(id)),
    leftOut,
    room: { keepsAll: isChosen(layout), onLeftOut: setLeftOut },
    panels,
    layout,
    setLayout,
    view,
    setView,
    tree,
    deleted,
    unfold: tree ? { all: expanded === true, toggle: () => setExpanded(expanded === true ? {} : true) } : null,
    movable:
      !deleted && page.table.row.includes('sort') && crud.can('sort').visible && query.sort === null && query.quickSearch === '',
    filtered: isNarrowed(query),
    ...rights,
  }
}

function isNarrowed({ filters, quickSearch }: ListState): boolean {
  return filters.length > 0 || quickSearch !== ''
}

/** Links only where they lead somewhere: a person without the other screen reads the value as it is. */
function useLeads() {
  const runtime = useRuntime()
  return useCallback(
    (grid: GridColumn): GridColumn => {
      const { links, ...column } = grid.column
      if (!links) return grid
      const open = links.filter(({ page }) => runtime.routes().some((route) => route.pageId === page))
      return { ...grid, column: open.length === 0 ? column : { ...column, links: open } }
    },
    [runtime],
  )
}

/** Which rows show their panel. */
function usePanels(has: boolean) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string, open = !opened.has(id)): boolean => {
    if (!has || open === opened.has(id)) return false
    const next = new Set(opened)
    if (open) next.add(id)
    else next.delete(id)
    setOpened(next)
    return true
  }
  return { has, opened, toggle }
}

/** Ids of columns the server has no values for, as one text. */
function unsupported(crud: Crud, columns: readonly { id: string }[]): string {
  return columns.flatMap(({ id }) => (crud.supports(id) ? [] : [id])).join(' ')
}

export type ListModel = ReturnType<typeof useListModel>

/** The chosen rows, as the table keeps them. */
function useSelected(crud: Crud) {
  const selection = useValue(crud.state, (s) => s.selection)
  const selected = useMemo(() => asSelected(selection), [selection])
  const setSelected = useCallback(
    (next: Selected | ((before: Selected) => Selected)) => {
      const now = typeof next === 'function' ? next(asSelected(crud.state.selection)) : next
      crud.select(Object.keys(now).flatMap((id) => keyFor(crud, id)))
    },
    [crud],
  )
  return { selected, setSelected }
}

function asSelected(selection: readonly Key[]): Selected {
  return Object.fromEntries(selection.map((key) => [String(key), true as const]))
}

/** The row with this id; ids are texts in the table, keys mostly numbers. */
export function rowFor(crud: Crud, id: string): Row | undefined {
  return crud.rowOf(id) ?? crud.rowOf(Number(id))
}

function keyFor(crud: Crud, id: string): Key[] {
  const row = rowFor(crud, id)
  return row ? [crud.keyOf(row)] : []
}

/** What the person may do with rows: computed once per screen, not per row. */
function useListRights(crud: Crud, deleted: boolean) {
  const { t } = crud.loaded
  return useMemo(() => {
    const names = rowActionNames(crud)
    return {
      names,
      face: (row: Row) => rowActionState(crud, names, row),
      /** What Enter, a click on the row and the naming column do. */
      opening: openingOf(crud, names, deleted),
      bulk: deleted ? crud.deletedActions() : bulkNames(crud),
      actionsWidth: actionsWidth(crud, names),
      words: gridWords(t),
    }
  }, [crud, t, deleted])
}

/** What the page says opens a row, as far as the person may; else looking at the record. */
function openingOf(crud: Crud, names: readonly string[], deleted: boolean): string | undefined {
  const { open } = crud.page.table
  if (open === null || deleted) return undefined
  if (open !== undefined && names.includes(open)) return open
  return crud.page.entity.key !== null && crud.can('detail').allowed ? 'detail' : undefined
}

/** Actions on the selected rows: those of the page, and edit and delete of its toolbar; dangerous ones last. */
function bulkNames(crud: Crud): string[] {
  const { bulk, toolbar } = crud.page.table
  const names = [...new Set([...bulk, ...toolbar.filter((name) => name === 'edit' || name === 'delete')])]
  const danger = (name: string) => Number(crud.page.actions[name]?.severity === 'danger')
  const offered = names.filter((name) => crud.can(name).visible).sort((a, b) => danger(a) - danger(b))
  // An exportable list exports the selected rows too; where that is the only bulk action, rows cannot be selected.
  const exports = offered.length > 0 && toolbar.includes('export') && crud.can('export').visible
  return exports ? [...offered.filter((name) => !danger(name)), 'export', ...offered.filter(danger)] : offered
}

function gridWords(t: (key: string) => string): GridWords {
  return {
    select: t('ui.list.select'),
    more: t('ui.list.more'),
    open: t('ui.list.unfoldRow'),
    close: t('ui.list.foldRow'),
    copy: t('ui.list.copy'),
    reveal: t('actions.reveal.title'),
    selectAll: t('ui.list.selectAll'),
    preview: t('ui.list.preview'),
    expand: t('ui.list.expandRow'),
    collapse: t('ui.list.collapseRow'),
  }
}

/** Wide enough for the longest step and the menu beside it. */
function actionsWidth(crud: Crud, names: readonly string[]): number {
  const steps = stepNames(crud, names)
  const text = Math.max(0, ...steps.map((name) => buttonWidth(titleOf(crud, name))))
  return text + (names.length > 1 ? 30 : 0) + 20
}
