import type { RefObject } from 'react'
import type { CellEdit } from '../../../../runtime/crud/cellEdit.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { CellEnvironment } from '../../../define.ts'
import type { GridColumn } from '../columns.ts'
import type { GoToRow } from '../grid/body.ts'
import type { GridTable } from '../grid/useGrid.ts'

export interface CellEditsProps {
  crud: Crud
  env: CellEnvironment
  /** Rows and columns as they are drawn. */
  model: { table: GridTable; visible: readonly GridColumn[] }
  box: RefObject<HTMLDivElement | null>
  goTo: RefObject<GoToRow | null>
}

export interface CellProps extends CellEditsProps {
  cell: CellEdit
  /** The scrolling box of the table. */
  table: HTMLElement
}

export interface CellEditorProps extends CellProps {
  phase: 'open' | 'refused'
}
