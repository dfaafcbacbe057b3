import {
  type ColumnDef,
  createExpandedRowModel,
  metaHelper,
  rowExpandingFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { isObject } from '../../../../schemas/isObject.ts'
import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'
import type { Row } from '../../../define.ts'
import type { GridColumn } from '../columns.ts'
import { arranged } from './arranged.ts'

const features = tableFeatures({
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
  rowSelectionFeature,
  columnMeta: metaHelper<{ grid: GridColumn }>(),
})

export type Expanded = true | Record<string, boolean>
export type Selected = Record<string, true>
export type Setter<T> = (next: T | ((previous: T) => T)) => void

export interface GridState {
  columns: readonly GridColumn[]
  rows: readonly Row[]
  rowKey: string
  layout: ColumnLayout
  expanded: Expanded
  setExpanded: Setter<Expanded>
  selected: Selected
  setSelected: Setter<Selected>
}

/**
 * The model of the list: which rows of a tree are open, which are chosen; and the columns that are visible. Filtering, sorting and paging are
 * the server's. All state is held by the caller.
 */
export function useGrid(state: GridState) {
  const { columns, rows, rowKey, layout, expanded, selected } = state
  const defs = useMemo(
    () => columns.map((grid): ColumnDef<typeof features, Row> => ({ id: grid.id, header: grid.label, meta: { grid } })),
    [columns],
  )
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: (row: Row) => String(row[rowKey]),
    getSubRows: (row: Row) => (Array.isArray(row.children) ? row.children.filter(isObject) : undefined),
    state: { expanded, rowSelection: selected },
    onExpandedChange: state.setExpanded,
    onRowSelectionChange: state.setSelected,
    autoResetExpanded: false,
  })
  const visible = useMemo(() => arranged(columns, layout), [columns, layout])
  return { table, visible }
}

export type GridTable = ReturnType<typeof useGrid>['table']
