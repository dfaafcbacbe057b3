import type { ReactNode } from 'react'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { rowName } from '../columns.ts'
import { AllRows, Gap, linesUpTo, type RowsProps } from './AllRows.tsx'
import type { BodyParts, GridBodyProps, OwnOfRow, RowComponent } from './body.ts'
import { drawnColumns, maxColumns, maxRows } from './drawn.ts'
import { GridRow, type GridRowProps } from './GridRow.tsx'
import { ariaRow, type Line } from './lines.ts'

const SortableRows = lazyComponent(() => import('./SortableRows.tsx').then((module) => module.default))
const WindowedRows = lazyComponent(() => import('./large/WindowedRows.tsx').then((module) => module.default))

/** Loads the code for large lists. */
export const preloadWindow = () => WindowedRows.preload()

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
    name: rowName(props.columns, row.original, props.env, row.id),
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
