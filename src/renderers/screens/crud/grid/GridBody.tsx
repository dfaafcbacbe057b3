import { type ComponentType, type ReactNode, type RefObject, useRef } from 'react'
import type { CellEnvironment, Row } from '../../../define.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import type { GridColumn } from '../columns.ts'
import type { RowActionState } from '../rowActions.ts'
import type { BoxWatch } from './boxWatch.ts'
import { type Drawn, drawnColumns, maxColumns, maxRows } from './drawn.ts'
import { GridRow, type GridRowProps, type GridWords } from './GridRow.tsx'
import { ariaRow, type Line, type Lines } from './lines.ts'
import { useFocusKept } from './tabStops.ts'
import type { GridTable } from './useGrid.ts'

const SortableRows = lazyComponent(() => import('./SortableRows.tsx').then((module) => module.default))
const WindowedRows = lazyComponent(() => import('./WindowedRows.tsx').then((module) => module.default))

/** Loads the code for large lists. */
export const preloadWindow = () => WindowedRows.preload()

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

/** The rows of a list: all of a small one, those in sight of a large one; in the latter case the code for it comes with the first. */
export function GridBody(props: GridBodyProps) {
  const { table, lines, columns, onMove } = props
  const span = props.columnsBefore + columns.length + 1
  const parts: BodyParts = { span, draw: (line, own) => drawLine(props, line, span, own) }
  const body = (Row: RowComponent, held: string | null = null) =>
    props.isLarge ? (
      <WindowedRows
        key={props.asked}
        {...props}
        {...parts}
        Row={Row}
        held={held}
        wait={<FirstRows {...props} {...parts} Row={Row} />}
      />
    ) : (
      <AllRows {...parts} lines={lines} columns={columns} Row={Row} />
    )
  if (!onMove) return body(PlainRow)
  return (
    <SortableRows rows={table.getRowModel().rows} onMove={onMove} label={props.moveLabel} wait={body(StillRow)}>
      {body}
    </SortableRows>
  )
}

function PlainRow({ row }: { row: GridRowProps }) {
  return <GridRow {...row} />
}

const noHandle = <td className="s-td-handle" />

/** A row that can be dragged once the code for it is there. */
function StillRow({ row }: { row: GridRowProps }) {
  return <GridRow {...row} handle={noHandle} />
}

interface RowsProps extends BodyParts {
  lines: Lines
  columns: readonly GridColumn[]
  Row: RowComponent
}

export function AllRows({ lines, draw, columns, Row }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  useFocusKept(body)
  return <tbody ref={body}>{linesUpTo(lines, lines.count, draw, { Row, cells: columns })}</tbody>
}

/** The beginning of a large list, until there is code to follow its scrolling. */
function FirstRows({ lines, draw, columns, Row, rowHeight, span }: RowsProps & { rowHeight: number }) {
  const cells = drawnColumns(
    columns,
    columns.flatMap((_, at) => (at < maxColumns ? [at] : [])),
  )
  const rest = lines.count - maxRows
  return (
    <tbody>
      {linesUpTo(lines, Math.min(maxRows, lines.count), draw, { Row, cells })}
      {rest > 0 && <Gap span={span} height={rest * rowHeight} />}
    </tbody>
  )
}

function linesUpTo(lines: Lines, end: number, draw: BodyParts['draw'], own: Omit<OwnOfRow, 'isTabStop'>): ReactNode[] {
  const isPart = end < lines.count
  return Array.from({ length: end }, (_, index) => {
    const line = lines.at(index)
    return line && draw(line, { ...own, isTabStop: index === 0, lineIndex: isPart ? index : undefined })
  })
}

/** Nothing that could be read. */
const unread = { role: 'presentation' }

/** Stands for lines that are not drawn. */
export function Gap({ span, height }: { span: number; height: number }) {
  return (
    <tr className="s-grid-gap" {...unread}>
      <td colSpan={span} style={{ height }} aria-hidden="true" />
    </tr>
  )
}

function drawLine(props: GridBodyProps, { key, row, isPanel }: Line, span: number, { Row, ...own }: OwnOfRow): ReactNode {
  if (isPanel) {
    return (
      <Panel key={key} id={row.id} span={span} rowRef={own.rowRef} lineIndex={own.lineIndex}>
        {props.panel?.(row.original)}
      </Panel>
    )
  }
  const state: GridRowProps = {
    ...own,
    id: row.id,
    row: row.original,
    env: props.env,
    rowActionState: props.rowActionState,
    words: props.words,
    depth: row.depth,
    branch: row.subRows.length > 0,
    open: props.tree && row.getIsExpanded(),
    tree: props.tree,
    selectable: props.selectable,
    selected: row.getIsSelected(),
    opens: props.opens,
    busy: props.busy.has(row.id),
    panel: props.panel ? (props.opened.has(row.id) ? 'open' : 'closed') : null,
  }
  return <Row key={key} row={state} />
}

interface PanelProps extends Pick<GridRowProps, 'rowRef' | 'lineIndex'> {
  id: string
  span: number
  children: ReactNode
}

/** What a row opens to: as wide as the window of the table, whatever is scrolled. */
function Panel({ id, span, rowRef, lineIndex, children }: PanelProps) {
  return (
    <tr ref={rowRef} className="s-panel-row" data-panel={id} data-index={lineIndex} aria-rowindex={ariaRow(lineIndex)}>
      <td colSpan={span}>
        <div className="s-panel">{children}</div>
      </td>
    </tr>
  )
}
