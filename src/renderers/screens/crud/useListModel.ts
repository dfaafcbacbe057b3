import { useCallback, useMemo, useState } from 'react'
import type { Crud, Key, Row } from '../../../runtime/crud.ts'
import { useValue } from '../../useValue.ts'
import { buttonWidth, gridColumns } from './columns.ts'
import type { GridWords } from './GridRow.tsx'
import { useHiddenColumns } from './prefs.ts'
import { faceOf, rowActionNames, stepNames, titleOf } from './rowActions.ts'
import { type Expanded, type Selected, useGrid } from './useGrid.ts'

/** Everything the list of a screen draws: rows and columns, what is open, chosen, hidden and allowed. */
export function useListModel(crud: Crud) {
  const { page, loaded, state } = crud
  const [hidden, setHidden] = useHiddenColumns(page.id)
  const [expanded, setExpanded] = useState<Expanded>(page.table.expanded ? true : {})
  const rows = useValue(state, (s) => s.rows)
  const query = useValue(state, (s) => s.query)
  const all = useMemo(() => gridColumns(page, loaded.find), [page, loaded])
  // What the server does not know is told by its first answer (BuildAdmin only).
  const absent = useValue(state, () => unsupported(crud, all))
  const columns = useMemo(() => all.filter((column) => !absent.split(' ').includes(column.id)), [all, absent])
  const { selected, setSelected } = useSelected(crud)
  // While a tree is searched everything that was found is in sight.
  const open = page.entity.tree && query.quickSearch !== '' ? true : expanded
  const rowKey = page.entity.key ?? 'id'
  const { table, visible } = useGrid({ columns, rows, rowKey, hidden, expanded: open, setExpanded, selected, setSelected })
  const rights = useListRights(crud)
  const tree = page.entity.tree !== null
  return {
    rows,
    query,
    columns,
    table,
    visible,
    hidden,
    setHidden,
    tree,
    unfold: tree ? { all: expanded === true, toggle: () => setExpanded(expanded === true ? {} : true) } : null,
    movable: page.table.row.includes('sort') && crud.can('sort').visible && query.sort === null && query.quickSearch === '',
    filtered: query.filters.length > 0 || query.quickSearch !== '',
    ...rights,
  }
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
function useListRights(crud: Crud) {
  const { t } = crud.loaded
  return useMemo(() => {
    const names = rowActionNames(crud)
    return {
      names,
      face: (row: Row) => faceOf(crud, names, row),
      /** What Enter, a double click and the naming column do. */
      opening: ['detail', 'edit'].find((name) => names.includes(name)),
      bulk: bulkNames(crud),
      actionsWidth: actionsWidth(crud, names),
      words: gridWords(t),
    }
  }, [crud, t])
}

/** Actions on the chosen rows: those of the page, and edit and delete of its toolbar; what is dangerous stands last. */
function bulkNames(crud: Crud): string[] {
  const { bulk, toolbar } = crud.page.table
  const names = [...new Set([...bulk, ...toolbar.filter((name) => name === 'edit' || name === 'delete')])]
  const danger = (name: string) => Number(crud.page.actions[name]?.severity === 'danger')
  return names.filter((name) => crud.can(name).visible).sort((a, b) => danger(a) - danger(b))
}

function gridWords(t: (key: string) => string): GridWords {
  return {
    select: t('ui.list.select'),
    more: t('ui.list.more'),
    open: t('ui.list.unfoldRow'),
    close: t('ui.list.foldRow'),
    copy: t('ui.list.copy'),
  }
}

/** Wide enough for the longest step and the menu beside it. */
function actionsWidth(crud: Crud, names: readonly string[]): number {
  const steps = stepNames(crud, names)
  const text = Math.max(0, ...steps.map((name) => buttonWidth(titleOf(crud, name))))
  return text + (names.length > 1 ? 36 : 0) + 20
}
