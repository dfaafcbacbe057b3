import type { ReactNode } from 'react'
import { showsState } from '../../../../schemas/language/list/naming.ts'
import { cellText, renderCell } from '../../../cells/draw.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import type { CellEnvironment, Row } from '../../../define.ts'
import { type GridColumn, rowName } from '../columns.ts'
import { Beneath, type GridWords, way } from '../grid/cellContent.tsx'
import type { GridTable } from '../grid/useGrid.ts'
import type { RowActionState } from '../rowActions.ts'
import { CardsWait } from './CardsWait.tsx'

export interface CardsProps {
  label: string
  table: GridTable
  columns: readonly GridColumn[]
  env: CellEnvironment
  words: GridWords
  rowActionState(row: Row): RowActionState
  selectable: boolean
  loading: boolean
  expected: number
  /** The field that holds the key of a row. */
  rowKey: string
  /** What a row opens to; undefined when rows do not open. */
  panel: ((row: Row) => ReactNode) | undefined
  opened: ReadonlySet<string>
  /** On a wide window: side by side, each below its picture. */
  wide: boolean
}

/**
 * Rows as cards: the picture, the first three columns (one of them an amount of money), the state, and the actions. Uses the same `data-act`
 * handling as the table.
 */
export default function Cards(props: CardsProps) {
  const { table, columns, loading } = props
  const rows = table.getRowModel().rows
  const title = titleColumn(columns, props.rowKey)
  const cover = columns.find(({ column }) => pictures.includes(column.cell) && column.format !== 'names')
  const rest = columns.filter((c) => c !== title && c !== cover && c.id !== props.rowKey)
  // The state of a record is in the corner of its card.
  const tags = rest.filter(({ column, field }) => showsState(column, field))
  const state = tags.find((c) => c.id === 'status') ?? tags[0]
  const others = rest.filter((c) => c !== state)
  const facts = factsOf(others)
  if (loading && rows.length === 0) return <CardsWait wide={props.wide} expected={props.expected} />
  return (
    <ul className={props.wide ? 's-cards s-cards-wide' : 's-cards'} aria-label={props.label}>
      {props.wide && props.selectable && <AllCards {...props} />}
      {rows.map((row) => (
        <li
          key={row.id}
          className={row.getIsSelected() ? 's-card is-selected' : 's-card'}
          data-id={row.id}
          style={row.depth > 0 ? { marginInlineStart: row.depth * 16 } : undefined}
        >
          <Card
            {...props}
            name={rowName(columns, row.original, props.env, row.id)}
            row={row.original}
            selected={row.getIsSelected()}
            branch={row.subRows.length > 0}
            open={row.getIsExpanded()}
            title={title}
            state={state}
            facts={facts}
            cover={cover}
            isOpened={props.opened.has(row.id)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Cells of pictures: the first of them is the record's own. Pictures with their names beside them (the items of an order) are facts. */
const pictures: readonly string[] = ['image', 'images']

/** What a card says below its title: what the page says, else the first three columns, an amount of money being one of them. */
function factsOf(columns: readonly GridColumn[]): GridColumn[] {
  const said = columns.filter((c) => c.column.card)
  if (said.length > 0) return said
  const facts = columns.slice(0, 3)
  const money = columns.find((c) => c.column.cell === 'money')
  if (money && !facts.includes(money)) facts[2] = money
  return facts
}

interface CardProps extends CardsProps {
  row: Row
  /** What a person calls its record. */
  name: string
  selected: boolean
  branch: boolean
  open: boolean
  title: GridColumn | undefined
  state: GridColumn | undefined
  facts: readonly GridColumn[]
  cover: GridColumn | undefined
  isOpened: boolean
}

/** Title of a card: as the page defines it, else the first text, because a key means little to a person. */
function titleColumn(columns: readonly GridColumn[], rowKey: string): GridColumn | undefined {
  const main = columns.find((c) => c.main)
  if (main?.column.fixed) return main
  return columns.find((c) => c.column.cell === 'text' && c.id !== rowKey) ?? main
}

/** Chooses all cards of the page. */
function AllCards({ table, words, label }: CardsProps) {
  return (
    <li className="s-cards-all">
      <label>
        <input
          type="checkbox"
          className="k-check"
          data-act="selectAll"
          checked={table.getIsAllRowsSelected()}
          readOnly
          aria-label={`${words.selectAll}: ${label}`}
        />
        {words.selectAll}
      </label>
    </li>
  )
}

/** The picture of a record beside its name; nothing where there is none. */
function Thumb({ grid: { cell, column, field }, row, env }: Pick<CardProps, 'row' | 'env'> & { grid: GridColumn }) {
  const value = valueAt(row, column.field)
  if (isNothing(value)) return null
  // As in a column with room for one.
  return <span className="s-card-thumb">{renderCell(cell, { value, row, column: { ...column, width: 60 }, field, env })}</span>
}

/** The picture of a record above its name; a click shows it large. */
function Cover({ grid, row, env, words }: Pick<CardProps, 'row' | 'env' | 'words'> & { grid: GridColumn }) {
  const [value] = [valueAt(row, grid.column.field)].flat()
  const address = typeof value === 'string' ? env.asset(value) : undefined
  if (!address)
    return (
      <span className="s-card-cover">
        <i className="pi pi-image" aria-hidden="true" />
      </span>
    )
  return (
    <button type="button" className="s-card-cover s-thumb" data-act="preview" data-src={address} aria-label={words.preview}>
      <img src={address} alt="" loading="lazy" decoding="async" />
    </button>
  )
}

function Card(props: CardProps) {
  const { row, name, env, words, title, state, facts, cover, selectable, selected, branch, open, panel, isOpened } = props
  const { wide, rowActionState } = props
  const input = (grid: GridColumn) => ({
    value: valueAt(row, grid.column.field),
    row,
    column: grid.column,
    field: grid.field,
    env,
  })
  return (
    <>
      {cover && wide && <Cover grid={cover} row={row} env={env} words={words} />}
      <div className="s-card-head">
        {branch && <Expander act="expand" open={open} name={open ? words.close : words.open} />}
        {panel && <Expander act="panel" open={isOpened} name={isOpened ? words.collapse : words.expand} />}
        {selectable && (
          <input
            type="checkbox"
            className="k-check"
            data-act="select"
            checked={selected}
            readOnly
            aria-label={words.select(name)}
          />
        )}
        {cover && !wide && <Thumb grid={cover} row={row} env={env} />}
        <div className="s-card-name">
          {title && (
            <button type="button" className="s-into s-card-title" data-act="open">
              {cellText(title.cell, input(title)) || '–'}
            </button>
          )}
          {state && renderCell(state.cell, input(state))}
        </div>
        {!wide && rowActionState(row).menu && <MoreButton words={words} />}
      </div>
      {title?.column.secondLine && <Beneath names={title.column.secondary} row={row} />}
      <dl className="s-card-facts">
        {facts.map((grid) => (
          <div key={grid.id}>
            <dt>{grid.label}</dt>
            <dd data-col={grid.id}>{way(grid, row, env) ?? renderCell(grid.cell, input(grid))}</dd>
          </div>
        ))}
      </dl>
      {isOpened && panel && <div className="s-panel">{panel(row)}</div>}
      <CardActions {...props} />
    </>
  )
}

/** Opens and closes the content below a record: its children or its panel. */
function Expander({ act, open, name }: { act: 'expand' | 'panel'; open: boolean; name: string }) {
  return (
    <button type="button" className="s-twist" data-act={act} aria-expanded={open} aria-label={name}>
      <i className={open ? 'pi pi-chevron-down' : 'pi pi-chevron-right'} aria-hidden="true" />
    </button>
  )
}

/** The next step of a record, where it is another than looking at it, which its title does. */
function CardActions({ row, title, wide, words, rowActionState }: CardProps) {
  const { primary, menu } = rowActionState(row)
  const step = primary && !(title && !wide && primary.name === 'detail') ? primary : undefined
  if (!step && !(menu && wide)) return null
  return (
    <div className="s-card-actions">
      {step && (
        <button type="button" className="k-btn k-btn-default" data-act="run" data-name={step.name}>
          {step.title}
        </button>
      )}
      {menu && wide && <MoreButton words={words} />}
    </div>
  )
}

/** The menu of what else can be done with a record. */
function MoreButton({ words }: Pick<CardProps, 'words'>) {
  return (
    <button
      type="button"
      className="k-btn k-btn-quiet k-iconbtn s-card-more"
      data-act="more"
      aria-haspopup="menu"
      aria-label={words.more}
    >
      <i className="pi pi-ellipsis-h" aria-hidden="true" />
    </button>
  )
}
