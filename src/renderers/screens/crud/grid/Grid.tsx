import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { useSkeleton } from '../../../useSkeleton.ts'
import { type GridColumn, withEdges } from '../columns.ts'
import type { GridBodyProps } from './body.ts'
import { type BoxWatch, useBoxWatch, useBoxWidth } from './boxWatch.ts'
import { maxColumns, maxRows } from './drawn.ts'
import { Edges } from './Edges.tsx'
import { fitting, growingColumn, roomyWidths, tightWidths } from './fit.ts'
import { GridBody } from './GridBody.tsx'
import { GridHead, type GridSort } from './GridHead.tsx'
import { type Lines, linesOf } from './lines.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import { useFocusKept } from './tabStops.ts'

type OfBody = 'watch' | 'before' | 'columnsBefore' | 'lines' | 'initialTop' | 'isLarge'

export interface GridProps extends Omit<GridBodyProps, OfBody> {
  label: string
  actionsLabel: string
  sort: GridSort | null
  loading: boolean
  /** Rows to draw in grey while the first answer is awaited. */
  expected: number
  /** All columns stay, whatever the room: the person chose them. */
  keepsAll: boolean
  /** Is told which columns there is no room for: their ids, as one text. */
  onLeftOut(ids: string): void
  /** Shown below the head instead of rows. */
  empty: ReactNode
}

/** The table: header and first and last column are sticky, the box around it scrolls. All handlers are the caller's, on the box. */
export function Grid(given: GridProps) {
  const { table, selectable, loading, box, onMove } = given
  const watch = useBoxWatch(box)
  const { columns, tight, before, pinned } = useColumns(given, watch)
  const rows = table.getRowModel().rows
  const lines = useMemo(() => linesOf(rows, given.opened), [rows, given.opened])
  const isLarge = rows.length > maxRows || columns.length > maxColumns
  const columnsBefore = (selectable ? 1 : 0) + (onMove ? 1 : 0)
  const initialTop = useTop(given, watch)
  const grows = growingColumn(columns)
  const props = { ...given, columns, watch, before, columnsBefore, lines, isLarge, initialTop }
  const width = columns.reduce((sum, c) => sum + c.width, before + props.actionsWidth)
  return (
    <>
      <div ref={box} className="s-grid-box">
        <table
          className="s-grid"
          data-tight={tight ? '' : undefined}
          data-boxes={columnsBefore > 0 ? '' : undefined}
          style={{ minWidth: width }}
          aria-label={props.label}
          aria-busy={loading}
          {...rolesOf(props.tree, selectable)}
          {...(isLarge && countsOf(lines, columnsBefore + columns.length + 1))}
        >
          <colgroup>
            {onMove && <col className="s-col-tool" style={{ width: 32 }} />}
            {selectable && <col className="s-col-tool" style={{ width: 40 }} />}
            {columns.map((c) => (
              <Col key={c.id} width={c.width} grows={c.id === grows} />
            ))}
            <Col width={props.actionsWidth} grows={grows === undefined} />
          </colgroup>
          <GridHead {...props} handle={onMove !== undefined} />
          <Body {...props} />
        </table>
      </div>
      <div className="s-grid-veil" data-on={loading && rows.length > 0 ? '' : undefined} />
      <Edges watch={watch} before={before + pinned} after={props.actionsWidth} width={width} />
    </>
  )
}

/** In a box whose width is not known yet rows would be drawn for columns that are about to change. */
function Body(props: GridProps & Pick<GridBodyProps, OfBody>) {
  if (props.watch.width === 0) return <tbody />
  return props.lines.count > 0 ? <GridBody {...props} /> : <NoRows {...props} />
}

/** A column; the one that grows takes what the others leave of the box. */
function Col({ width, grows }: { width: number; grows: boolean }) {
  return <col style={{ width: grows ? undefined : width }} data-width={width} />
}

/** Its rows take the focus and are chosen: a table has none of that. */
function rolesOf(tree: boolean, selectable: boolean) {
  return { role: tree ? 'treegrid' : 'grid', 'aria-multiselectable': selectable || undefined }
}

/** Parts of a large list are not in the document: assistive technology is told how large it is. */
function countsOf(lines: Lines, columns: number) {
  return { 'aria-rowcount': lines.count + 1, 'aria-colcount': columns }
}

/** While the first answer is awaited, and when there is nothing. */
function NoRows({ columns, loading, expected, columnsBefore, watch, empty }: GridProps & Pick<GridBodyProps, OfBody>) {
  const isSkeleton = useSkeleton(loading)
  if (isSkeleton) return <SkeletonRows columns={columns} rows={expected} room={watch.width} before={columnsBefore} />
  if (loading) return <tbody />
  return <Note span={columnsBefore + columns.length + 1}>{empty}</Note>
}

/** What is shown in the place of rows. */
function Note({ span, children }: { span: number; children: ReactNode }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useFocusKept(body, null)
  return (
    <tbody ref={body}>
      <tr className="s-grid-note">
        <td colSpan={span}>
          <div className="s-grid-empty">{children}</div>
        </td>
      </tr>
    </tbody>
  )
}

/** The columns as wide as the box lets them be; `before` px are those of the boxes to tick and of what rows are moved by. */
function useColumns({ columns: all, selectable, onMove, actionsWidth, keepsAll, onLeftOut }: GridProps, watch: BoxWatch) {
  const room = useBoxWidth(watch)
  const boxes = selectable ? 40 : 0
  const before = boxes + (onMove ? 32 : 0)
  const fits = keepsAll ? all : fitting(all, room, before + actionsWidth)
  const leftOut = all.flatMap((grid) => (fits.includes(grid) ? [] : [grid.id])).join(' ')
  useLayoutEffect(() => onLeftOut(leftOut), [leftOut, onLeftOut])
  // By their names: a box of another width mostly has room for the same ones.
  const columns = useMemo(() => all.filter(({ id }) => !leftOut.split(' ').includes(id)), [all, leftOut])
  // By their text: a box of another width mostly has the same columns, whose rows then are not drawn again.
  const tight = tightWidths(columns, room, before + actionsWidth)
  const isTight = tight !== undefined
  const widths = (tight ?? roomyWidths(columns, room, before + actionsWidth))?.join()
  return useMemo(() => {
    const px = widths?.split(',').map(Number)
    const fit = px ? columns.map((grid, i): GridColumn => ({ ...grid, width: px[i] ?? grid.width })) : columns
    const pinned = fit
      .filter((grid) => grid.main || grid.isPinned || grid.column.fixed === 'left')
      .reduce((sum, { width }) => sum + width, 0)
    return { columns: withEdges(fit, boxes, actionsWidth), tight: isTight, before, pinned }
  }, [columns, widths, isTight, boxes, before, actionsWidth])
}

/** Scrolls to the top when another question was asked. Returns how far down rows are first drawn. */
function useTop({ asked, box }: GridProps, watch: BoxWatch): number {
  const shown = useRef(asked)
  useLayoutEffect(() => {
    if (shown.current === asked) return
    shown.current = asked
    if (watch.top > 0) box.current?.scrollTo({ top: 0 })
    // In a low window it is the screen that scrolls.
    if (innerHeight < 600 && (box.current?.getBoundingClientRect().top ?? 0) < 0) box.current?.scrollIntoView()
  }, [asked, box, watch])
  return shown.current === asked ? watch.top : 0
}
