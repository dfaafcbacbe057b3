import { Fragment, type ReactNode, type RefObject, useMemo } from 'react'
import type { CellEnvironment, Row } from '../../../define.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { times } from '../../../numbered.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { type GridColumn, withEdges } from '../columns.ts'
import type { RowActionState } from '../rowActions.ts'
import { tightWidths } from './fit.ts'
import { GridHead, type GridSort } from './GridHead.tsx'
import { GridRow, type GridRowProps, type GridWords } from './GridRow.tsx'
import { useEdges } from './useEdges.ts'
import type { GridTable } from './useGrid.ts'

const SortableRows = lazyComponent(() => import('./SortableRows.tsx').then((module) => module.default))

export interface GridProps {
  label: string
  table: GridTable
  columns: readonly GridColumn[]
  env: CellEnvironment
  words: GridWords
  rowActionState(row: Row): RowActionState
  selectable: boolean
  opens: boolean
  tree: boolean
  actionsLabel: string
  actionsWidth: number
  sort: GridSort | null
  loading: boolean
  /** Rows to draw in grey while the first answer is awaited. */
  expected: number
  /** Rows whose change is being sent. */
  busy: ReadonlySet<string>
  /** Present when rows can be dragged: called with the row moved, the row it was put in place of. */
  onMove?: (moved: string, target: string) => void
  moveLabel: string
  /** The panel below a row; undefined when rows do not open. */
  panel?: (row: Row) => ReactNode
  /** Ids of the rows whose panel is open. */
  opened: ReadonlySet<string>
  /** Shown below the head instead of rows. */
  empty: ReactNode
  box: RefObject<HTMLDivElement | null>
}

/** The table: header and first and last column are sticky, the box around it scrolls. All handlers are the caller's, on the box. */
export function Grid(given: GridProps) {
  const { table, selectable, loading } = given
  const { columns, tight, before } = useColumns(given)
  const props = { ...given, columns }
  const rows = table.getRowModel().rows
  const width = columns.reduce((sum, c) => sum + c.width, before + props.actionsWidth)
  const span = spanOf(props)
  const waiting = loading && rows.length === 0
  return (
    <div ref={props.box} className="s-grid-box" data-stale={loading && rows.length > 0 ? '' : undefined}>
      <table
        className="s-grid"
        data-tight={tight ? '' : undefined}
        data-boxes={selectable || props.onMove ? '' : undefined}
        style={{ minWidth: width }}
        aria-label={props.label}
        aria-busy={loading}
        role={props.tree ? 'treegrid' : undefined}
      >
        <colgroup>
          {props.onMove && <col style={{ width: 32 }} />}
          {selectable && <col style={{ width: 40 }} />}
          {columns.map((c) => (
            <col key={c.id} style={{ width: c.width }} />
          ))}
          <col style={{ width: props.actionsWidth }} />
        </colgroup>
        <GridHead {...props} handle={props.onMove !== undefined} />
        {waiting ? (
          <SkeletonRows columns={columns} rows={props.expected} selectable={selectable} handle={props.onMove !== undefined} />
        ) : rows.length === 0 ? (
          <tbody>
            <tr className="s-grid-note">
              <td colSpan={span}>
                <div className="s-grid-empty">{props.empty}</div>
              </td>
            </tr>
          </tbody>
        ) : (
          <Body {...props} />
        )}
      </table>
    </div>
  )
}

/** The columns as wide as the box lets them be; `before` px are those of the boxes to tick and of what rows are moved by. */
function useColumns({ box, columns, selectable, onMove, actionsWidth }: GridProps) {
  const room = useEdges(box)
  const boxes = selectable ? 40 : 0
  const before = boxes + (onMove ? 32 : 0)
  return useMemo(() => {
    const tight = tightWidths(columns, room, before + actionsWidth)
    const fit = tight ? columns.map((grid, i) => ({ ...grid, width: tight[i] ?? grid.width })) : columns
    return { columns: withEdges(fit, boxes, actionsWidth), tight, before }
  }, [columns, room, boxes, before, actionsWidth])
}

/** Columns of the table, those without data included. */
function spanOf({ columns, selectable, onMove }: GridProps): number {
  return columns.length + 1 + (selectable ? 1 : 0) + (onMove ? 1 : 0)
}

function Body(props: GridProps) {
  const rows: GridRowProps[] = props.table.getRowModel().rows.map((row, index) => ({
    id: row.id,
    row: row.original,
    index,
    columns: props.columns,
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
  }))
  const below = (row: GridRowProps) =>
    row.panel === 'open' && (
      <Panel id={row.id} span={spanOf(props)}>
        {props.panel?.(row.row)}
      </Panel>
    )
  const plain = (handle: boolean) => (
    <tbody>
      {rows.map((row) => (
        <Fragment key={row.id}>
          <GridRow {...row} handle={handle ? <td className="s-td-handle" /> : undefined} />
          {below(row)}
        </Fragment>
      ))}
    </tbody>
  )
  if (!props.onMove) return plain(false)
  return (
    <SortableRows
      rows={rows}
      below={below}
      parents={parentsOf(props.table)}
      onMove={props.onMove}
      label={props.moveLabel}
      wait={plain(true)}
    />
  )
}

/** What a row opens to: as wide as the window of the table, whatever is scrolled. */
function Panel({ id, span, children }: { id: string; span: number; children: ReactNode }) {
  return (
    <tr className="s-panel-row" data-panel={id}>
      <td colSpan={span}>
        <div className="s-panel">{children}</div>
      </td>
    </tr>
  )
}

/** The parent's id of every row; rows move only among rows of the same parent. */
function parentsOf(table: GridTable): Map<string, string> {
  return new Map(table.getRowModel().rows.map((row) => [row.id, row.parentId ?? '']))
}

function SkeletonRows({
  columns,
  rows,
  selectable,
  handle,
}: {
  columns: readonly GridColumn[]
  rows: number
  selectable: boolean
  handle: boolean
}) {
  return (
    <tbody className="s-grid-waiting" aria-hidden="true">
      {times(rows).map((i) => (
        <tr key={i}>
          {handle && <td />}
          {selectable && <td />}
          {columns.map((c, j) => (
            <td key={c.id} className={c.align ? 's-right' : undefined}>
              <Skeleton width={`${45 + ((i * 7 + j * 13) % 40)}%`} />
            </td>
          ))}
          <td />
        </tr>
      ))}
    </tbody>
  )
}
