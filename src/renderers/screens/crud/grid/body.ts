import type { ComponentType, ReactNode, RefObject } from 'react'
import type { CellEnvironment, Row } from '../../../define.ts'
import type { GridColumn } from '../columns.ts'
import type { RowActionState } from '../rowActions.ts'
import type { BoxWatch } from './boxWatch.ts'
import type { GridWords } from './cellContent.tsx'
import type { Drawn } from './drawn.ts'
import type { GridRowProps } from './GridRow.tsx'
import type { Line, Lines } from './lines.ts'
import type { GridTable } from './useGrid.ts'

/** Moves the focus to a row, wherever it is; false when the list does not have it. */
export type GoToRow = (id: string) => boolean

export interface GridBodyProps {
  table: GridTable
  columns: readonly GridColumn[]
  env: CellEnvironment
  words: GridWords
  rowActionState(row: Row): RowActionState
  selectable: boolean
  opens: boolean
  tree: boolean
  actionsWidth: number
  /** px of a row without a second line. */
  rowHeight: number
  /** Rows whose change is being sent. */
  busy: ReadonlySet<string>
  /** Present when rows can be dragged: called with the row moved, the row it was put in place of. */
  onMove?: (moved: string, target: string) => void
  moveLabel: string
  /** The panel below a row; undefined when rows do not open. */
  panel?: (row: Row) => ReactNode
  /** Ids of the rows whose panel is open. */
  opened: ReadonlySet<string>
  box: RefObject<HTMLDivElement | null>
  goTo: RefObject<GoToRow | null>
  watch: BoxWatch
  lines: Lines
  /** Columns before the first with data, and their px. */
  columnsBefore: number
  before: number
  /** Which question the rows answer: another one is read from its top. */
  asked: string
  /** px that the box is scrolled when these rows are first drawn. */
  initialTop: number
  isLarge: boolean
}

/** Draws one row; those that can be dragged have a handle. */
export type RowComponent = ComponentType<{ row: GridRowProps }>

/** What all ways of drawing the body share. */
export interface BodyParts {
  /** Columns of the table, those without data included. */
  span: number
  draw(line: Line, own: OwnOfRow): ReactNode
}

/** What a row is told beyond what the list says of it. */
export interface OwnOfRow extends Pick<GridRowProps, 'rowRef' | 'lineIndex' | 'isTabStop'> {
  Row: RowComponent
  cells: readonly Drawn[]
}
