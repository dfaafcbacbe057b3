import { type CSSProperties, memo, type ReactNode } from 'react'
import type { CellEnvironment, Row } from '../../../define.ts'
import { cx } from '../../../ui/control.ts'
import type { GridColumn } from '../columns.ts'
import type { RowActionState } from '../rowActions.ts'
import { content, extras, type GridWords, leadsOut, stacked, value, way } from './cellContent.tsx'
import type { Drawn } from './drawn.ts'
import { stickStyle } from './GridHead.tsx'
import { ariaRow } from './lines.ts'

export interface GridRowProps {
  id: string
  row: Row
  /** What a person calls its record. */
  name: string
  /** Tab leads to it. */
  isTabStop: boolean
  /** Its place among the lines of a large list. */
  lineIndex?: number | undefined
  cells: readonly Drawn[]
  env: CellEnvironment
  rowActionState(row: Row): RowActionState
  words: GridWords
  depth: number
  branch: boolean
  open: boolean
  tree: boolean
  selectable: boolean
  selected: boolean
  /** Enter opens the row: the first column reads as a way in. */
  opens: boolean
  /** Whether the row opens to a panel below it, and whether that is open; null: it does not. */
  panel: 'open' | 'closed' | null
  handle?: ReactNode
  rowRef?: ((element: HTMLTableRowElement | null) => void) | undefined
  style?: CSSProperties
  busy?: boolean
}

/** One row. A hundred may be drawn: it has no handlers or hooks, and as few elements as possible. The list handles events by `data-act`. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, row, cells, env, depth, selected, words, busy } = props
  return (
    <tr
      ref={props.rowRef}
      style={props.style}
      data-id={id}
      data-index={props.lineIndex}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-rowindex={ariaRow(props.lineIndex)}
      aria-selected={props.selectable ? selected : undefined}
      aria-level={props.tree ? depth + 1 : undefined}
      aria-expanded={props.branch ? props.open : undefined}
      aria-busy={busy || undefined}
      className={cx(selected && 'is-selected', busy && 'is-busy') || undefined}
    >
      {props.handle}
      {props.selectable && (
        <td className="s-td-select">
          <input
            type="checkbox"
            className="k-check"
            data-act="select"
            checked={selected}
            readOnly
            tabIndex={-1}
            aria-label={words.select(props.name)}
          />
        </td>
      )}
      {cells.map((grid) =>
        'gap' in grid ? (
          <td key={grid.id} colSpan={grid.gap} aria-hidden="true" />
        ) : (
          <td
            key={grid.id}
            role={grid.main ? 'rowheader' : undefined}
            data-col={grid.id}
            className={tdClass(grid)}
            style={stickStyle(grid)}
            aria-colindex={grid.place}
          >
            {withPencil(
              grid.main ? first(props, grid) : content(grid, row, env, words),
              grid.edits && env.canSwitch(row, grid.id) ? grid.edits : undefined,
            )}
          </td>
        ),
      )}
      <td className="s-td-actions">{buttons(props.rowActionState(row), words)}</td>
    </tr>
  )
})

/** A cell, with the button that edits it in place if it has one. A text without it stays an only child, for which React keeps no node. */
function withPencil(shown: ReactNode, label: string | undefined): ReactNode {
  if (label === undefined) return shown
  return (
    <>
      {shown}
      <button type="button" className="s-pencil pi pi-pencil" data-act="cell" tabIndex={-1} aria-label={label} />
    </>
  )
}

/** The step that a row takes next, and the menu of the others. */
function buttons(face: RowActionState, words: GridWords): ReactNode {
  return (
    <>
      {face.primary && (
        <button type="button" className="s-row-action" tabIndex={-1} data-act="run" data-name={face.primary.name}>
          {face.primary.title}
        </button>
      )}
      {face.menu && (
        <button
          type="button"
          className="s-row-more pi pi-ellipsis-h"
          tabIndex={-1}
          data-act="more"
          aria-haspopup="menu"
          aria-label={words.more}
        />
      )}
    </>
  )
}

function tdClass({ main, align, column, edits, stick }: GridColumn): string | undefined {
  const names = cx(main && 's-td-first', align && 's-right', column.copy && 's-copies', edits && 's-edits', stick && 's-td-fixed')
  return names || undefined
}

/** The column that names the record: the twist of a tree and the way in. */
function first({ row, env, words, depth, branch, open, tree, opens, panel }: GridRowProps, grid: GridColumn): ReactNode {
  const shown = value(grid, row, env)
  const rest = extras(grid, row, env, words)
  const isAlone = !tree && !panel && !rest && !grid.column.secondLine
  const isWayIn = opens && !leadsOut(grid, row, env) && grid.column.cell === 'text'
  const plain = isAlone ? shown : <span className="s-cut">{shown}</span>
  const own = isWayIn ? (
    <button type="button" className="s-into" data-act="open" tabIndex={-1}>
      {shown}
    </button>
  ) : (
    plain
  )
  const line = way(grid, row, env, -1) ?? own
  if (isAlone) return line
  const isOpen = panel === 'open'
  const name = rest ? (
    <>
      {line}
      {rest}
    </>
  ) : (
    line
  )
  return (
    <span className="s-first" style={tree ? { paddingInlineStart: depth * 20 } : undefined}>
      {tree && (branch ? twist('expand', open, open ? words.close : words.open) : <span className="s-twist" />)}
      {panel && twist('panel', isOpen, isOpen ? words.collapse : words.expand, isOpen)}
      {stacked(grid, row, name)}
    </span>
  )
}

/** Opens and closes what is below the row. Where that is more rows, the row says itself whether they are shown. */
function twist(act: string, isOpen: boolean, label: string, expanded?: boolean): ReactNode {
  return (
    <button type="button" className="s-twist" data-act={act} tabIndex={-1} aria-expanded={expanded} aria-label={label}>
      <i className={isOpen ? 'pi pi-chevron-down' : 'pi pi-chevron-right'} aria-hidden="true" />
    </button>
  )
}
