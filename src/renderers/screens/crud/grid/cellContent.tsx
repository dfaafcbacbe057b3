import type { ReactNode } from 'react'
import { isMasked } from '../../../../schemas/language/wire/mask.ts'
import { addressOf, cellText, renderCell } from '../../../cells/draw.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import type { CellEnvironment, Row } from '../../../define.ts'
import { type GridColumn, linkOf } from '../columns.ts'

/** Words every row says, looked up once per list. */
export interface GridWords {
  /** Name of the box that selects the row of this name. */
  select(name: string): string
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

/** Does the value open an address outside of the product? */
export function leadsOut({ column }: GridColumn, row: Row, env: CellEnvironment): boolean {
  return addressOf({ value: valueAt(row, column.field), column, row, env }) !== undefined
}

/** A line of a cell with what the page puts beneath it. */
export function stacked({ column: { secondLine, secondary } }: GridColumn, row: Row, line: ReactNode): ReactNode {
  if (!secondLine) return line
  return (
    <span className="s-two">
      <span className="s-named">{line}</span>
      <Beneath names={secondary} row={row} />
    </span>
  )
}

/** Grey second line below a value; truncated to fit, the last of its texts (a number, a code) after the others; complete in the tooltip. */
export function Beneath({ names, row }: { names: readonly string[]; row: Row }) {
  const texts = names.map((name) => valueAt(row, name)).filter((each) => !isNothing(each))
  const before = texts.slice(0, -1).join(' · ')
  return texts.length === 0 ? null : (
    <span className="s-beneath">
      {before !== '' && <span data-tip="">{before}</span>}
      <span data-tip="">{before === '' ? String(texts[0]) : `\u00a0· ${texts.at(-1)}`}</span>
    </span>
  )
}

export function value({ cell, column, field }: GridColumn, row: Row, env: CellEnvironment): ReactNode {
  return renderCell(cell, { value: valueAt(row, column.field), row, column, field, env })
}

/** The value, the grey text after it, the link to another screen and the copy button. */
export function content(grid: GridColumn, row: Row, env: CellEnvironment, words: GridWords): ReactNode {
  return stacked(grid, row, oneLine(grid, row, env, words))
}

function oneLine(grid: GridColumn, row: Row, env: CellEnvironment, words: GridWords): ReactNode {
  const shown = value(grid, row, env)
  const { column } = grid
  if (column.secondary.length === 0 && !column.links && !column.copy && !grid.field?.mask) return shown
  const rest = extras(grid, row, env, words)
  const leading = way(grid, row, env, -1)
  if (column.secondLine || column.secondary.length === 0 || grid.align) {
    return (
      <>
        {leading ?? shown}
        {rest}
      </>
    )
  }
  return (
    <span className="s-named">
      {leading ?? <span className="s-cut">{shown}</span>}
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

export function extras({ column, cell, field }: GridColumn, row: Row, env: CellEnvironment, words: GridWords): ReactNode {
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
