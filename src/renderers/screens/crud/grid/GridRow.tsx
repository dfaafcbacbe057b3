import { type CSSProperties, memo, type ReactNode } from 'react'
import { isMasked } from '../../../../schemas/language/wire/mask.ts'
import { addressOf, cellText, renderCell } from '../../../cells/draw.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import type { CellEnvironment, Row } from '../../../define.ts'
import { type GridColumn, linkOf } from '../columns.ts'
import type { RowActionState } from '../rowActions.ts'
import type { Drawn } from './drawn.ts'
import { stickStyle } from './GridHead.tsx'
import { ariaRow } from './lines.ts'

export interface GridRowProps {
  id: string
  row: Row
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

/** Words every row says, looked up once per list. */
export interface GridWords {
  select: string
  more: string
  open: string
  close: string
  copy: string
  reveal: string
  selectAll: string
  preview: string
  /** Of the panel below a row. */
  expand: string
  collapse: string
}

/** One row. It has no handlers or hooks: the list handles events by `data-act`. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, row, cells, env, depth, selected, words, busy } = props
  const face = props.rowActionState(row)
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
      className={[selected && 'is-selected', busy && 'is-busy'].filter(Boolean).join(' ') || undefined}
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
            aria-label={words.select}
          />
        </td>
      )}
      {cells.map((grid) =>
        'gap' in grid ? (
          <td key={grid.id} colSpan={grid.gap} aria-hidden="true" />
        ) : (
          <td key={grid.id} data-col={grid.id} className={tdClass(grid)} style={stickStyle(grid)} aria-colindex={grid.place}>
            {grid.main ? <First {...props} grid={grid} env={env} /> : content(grid, row, env, words)}
          </td>
        ),
      )}
      <td className="s-td-actions">
        <span className="s-row-actions">
          {face.primary && (
            <button type="button" className="s-row-action" tabIndex={-1} data-act="run" data-name={face.primary.name}>
              {face.primary.title}
            </button>
          )}
          {face.menu && (
            <button
              type="button"
              className="s-row-more"
              tabIndex={-1}
              data-act="more"
              aria-haspopup="menu"
              aria-label={words.more}
            >
              <i className="pi pi-ellipsis-h" aria-hidden="true" />
            </button>
          )}
        </span>
      </td>
    </tr>
  )
})

function tdClass(grid: GridColumn): string | undefined {
  const names = [
    grid.main && 's-td-first',
    grid.align && 's-right',
    grid.column.copy && 's-copies',
    grid.stick && 's-td-fixed',
  ].filter(Boolean)
  return names.length > 0 ? names.join(' ') : undefined
}

/** The column that names the record: the twist of a tree and the way in. */
function First({ grid, row, env, words, depth, branch, open, tree, opens, panel }: GridRowProps & { grid: GridColumn }) {
  const shown = value(grid, row, env)
  const own =
    opens && !leadsOut(grid, row, env) && grid.column.cell === 'text' ? (
      <button type="button" className="s-into" data-act="open" tabIndex={-1}>
        {shown}
      </button>
    ) : (
      <span className="s-cut">{shown}</span>
    )
  const name = (
    <>
      {way(grid, row, env, -1) ?? own}
      {extras(grid, row, env, words)}
    </>
  )
  return (
    <span className="s-first" style={tree ? { paddingInlineStart: depth * 20 } : undefined}>
      {tree &&
        (branch ? (
          <button type="button" className="s-twist" data-act="expand" tabIndex={-1} aria-label={open ? words.close : words.open}>
            <i className={open ? 'pi pi-chevron-down' : 'pi pi-chevron-right'} aria-hidden="true" />
          </button>
        ) : (
          <span className="s-twist" />
        ))}
      {panel && (
        <button
          type="button"
          className="s-twist"
          data-act="panel"
          tabIndex={-1}
          aria-expanded={panel === 'open'}
          aria-label={panel === 'open' ? words.collapse : words.expand}
        >
          <i className={panel === 'open' ? 'pi pi-chevron-down' : 'pi pi-chevron-right'} aria-hidden="true" />
        </button>
      )}
      {stacked(grid, row, name)}
    </span>
  )
}

/** Does the value open an address outside of the product? */
function leadsOut({ column }: GridColumn, row: Row, env: CellEnvironment): boolean {
  return addressOf({ value: valueAt(row, column.field), column, row, env }) !== undefined
}

/** A line of a cell with what the page puts beneath it. */
function stacked({ column: { secondLine, secondary } }: GridColumn, row: Row, line: ReactNode): ReactNode {
  if (!secondLine) return line
  return (
    <span className="s-two">
      <span className="s-named">{line}</span>
      <Beneath names={secondary} row={row} />
    </span>
  )
}

/** Grey second line below a value; truncated to fit, complete in the tooltip. */
export function Beneath({ names, row }: { names: readonly string[]; row: Row }) {
  const texts = names.map((name) => valueAt(row, name)).filter((each) => !isNothing(each))
  return texts.length === 0 ? null : (
    <span className="s-beneath" data-tip="">
      {texts.join(' · ')}
    </span>
  )
}

function value({ cell, column, field }: GridColumn, row: Row, env: CellEnvironment): ReactNode {
  return renderCell(cell, { value: valueAt(row, column.field), row, column, field, env })
}

/** The value, the grey text after it, the link to another screen and the copy button. */
function content(grid: GridColumn, row: Row, env: CellEnvironment, words: GridWords): ReactNode {
  return stacked(grid, row, oneLine(grid, row, env, words))
}

function oneLine(grid: GridColumn, row: Row, env: CellEnvironment, words: GridWords): ReactNode {
  const shown = value(grid, row, env)
  const { column } = grid
  if (column.secondary.length === 0 && !column.links && !column.copy && !grid.field?.mask) return shown
  const rest = extras(grid, row, env, words)
  const leading = way(grid, row, env, -1)
  if (!leading || column.secondary.length === 0 || grid.align) {
    return (
      <>
        {leading ?? shown}
        {rest}
      </>
    )
  }
  return (
    <span className="s-named">
      {leading}
      {rest}
    </span>
  )
}

/** The value as the way to another screen; undefined where it leads nowhere. Below an element with `data-col`, by which a press is read. */
export function way(grid: GridColumn, row: Row, env: CellEnvironment, tabIndex?: -1): ReactNode {
  if (isNothing(valueAt(row, grid.column.field)) || !linkOf(grid.column, row, env)) return undefined
  return (
    <button type="button" className="s-go" data-act="link" tabIndex={tabIndex}>
      {value(grid, row, env)}
    </button>
  )
}

function extras({ column, cell, field }: GridColumn, row: Row, env: CellEnvironment, words: GridWords): ReactNode {
  const behind = column.secondLine ? [] : column.secondary
  if (behind.length === 0 && !column.copy && !field?.mask) return null
  const own = valueAt(row, column.field)
  // Of another table's row there is nothing to reveal here: its own screen does that.
  const hides = field?.mask !== undefined && !column.field.includes('.') && isMasked(field, own) && env.canReveal?.() === true
  return (
    <>
      {behind.map((name) => subText(name, row, env))}
      {hides && (
        <button
          type="button"
          className="s-reveal"
          data-act="reveal"
          data-field={column.field}
          tabIndex={-1}
          aria-label={words.reveal}
        >
          <i className="pi pi-eye" aria-hidden="true" />
        </button>
      )}
      {column.copy && !isNothing(own) && (
        <button
          type="button"
          className="s-copy"
          data-act="copy"
          tabIndex={-1}
          aria-label={words.copy}
          data-text={cellText(cell, { value: own, row, column, field, env })}
        >
          <i className="pi pi-copy" aria-hidden="true" />
        </button>
      )}
    </>
  )
}

/** Grey text behind a value; a colour (an order's flag) is a dot. */
function subText(name: string, row: Row, env: CellEnvironment): ReactNode {
  const value = valueAt(row, name)
  if (isNothing(value)) return null
  if (typeof value === 'string' && /^#[0-9a-f]{3,8}$/i.test(value)) {
    return (
      <span
        key={name}
        className="s-flag"
        style={{ backgroundColor: value }}
        role="img"
        aria-label={env.word(`fields.${name}.label`) ?? name}
      />
    )
  }
  const unit = env.word(`fields.${name}.unit`) ?? ''
  return (
    <span key={name} className="s-sub" data-tip={env.word(`fields.${name}.label`)}>
      {/_id$/.test(name) ? `#${value}` : `${value}${unit}`}
    </span>
  )
}
