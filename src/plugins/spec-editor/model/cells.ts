import { addressPattern } from '../../../schemas/kinds/image.ts'
import { readUnits } from '../../../schemas/kinds/specEditor.ts'
import { formatUnits, plainAmount, specColumns } from '../../../schemas/kinds/specRules.ts'
import { type Cells, type Sheet, type SheetColumn, type SheetRow, sheetColumns } from './sheet.ts'

/** A place in the table: key of the row, and column. */
export interface CellPlace {
  row: number
  column: SheetColumn
}

/** What a block of text did: what it changed, what of it stood outside of the table, what is none of its column. */
export interface Pasted {
  sheet: Sheet
  cells: number
  /** How many of these hold what is no number of their column: it stands there to be mended. */
  wrong: number
  /** Lines and columns of the block beyond the table. */
  rowsBeyond: number
  columnsBeyond: number
  /** Pictures and states that were left as they are, for the text is neither. */
  refused: readonly CellPlace[]
}

/** A cell as text, as it is shown in an input and copied. */
export function cellText(row: SheetRow, column: SheetColumn): string {
  const value = row.cells[column]
  if (column === 'image' || column === 'sku_code' || column === 'status') return String(value)
  return typeof value === 'number' ? formatUnits(value, specColumns[column].scale) : (value ?? '')
}

/** Sets cells from what was typed; numbers that are none stay as they were typed, so that they can be mended. */
export function setCells(sheet: Sheet, places: readonly CellPlace[], text: string): Sheet {
  const byRow = new Map<number, SheetColumn[]>()
  for (const { row, column } of places) byRow.set(row, [...(byRow.get(row) ?? []), column])
  return withRows(sheet, (row) => {
    const columns = byRow.get(row.key)
    return columns ? columns.reduce((each, column) => withCell(each, column, text), row) : row
  })
}

/** Sets one column of these rows. */
export function setColumn(sheet: Sheet, rows: readonly number[], column: SheetColumn, text: string): Sheet {
  return setCells(
    sheet,
    rows.map((row) => ({ row, column })),
    text,
  )
}

/** The first of these rows goes into all others, in these columns. */
export function fillDown(sheet: Sheet, rows: readonly number[], columns: readonly SheetColumn[]): Sheet {
  const first = sheet.rows.find(({ key }) => key === rows[0])
  if (!first) return sheet
  return columns.reduce((all, column) => setColumn(all, rows.slice(1), column, cellText(first, column)), sheet)
}

/** The block as text of a spreadsheet. */
export function copyText(sheet: Sheet, rows: readonly number[], columns: readonly SheetColumn[]): string {
  const byKey = new Map(sheet.rows.map((row) => [row.key, row]))
  const quoted = (text: string) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows
    .flatMap((key) => byKey.get(key) ?? [])
    .map((row) => columns.map((column) => quoted(cellText(row, column))).join('\t'))
    .join('\n')
}

/** Writes a block into the table with its corner at a cell; `rows` are those in sight, in order. */
export function paste(sheet: Sheet, rows: readonly number[], at: CellPlace, block: readonly (readonly string[])[]): Pasted {
  const top = rows.indexOf(at.row)
  const left = sheetColumns.indexOf(at.column)
  const width = Math.max(0, ...block.map((line) => line.length))
  const texts = new Map<number, ReadonlyMap<SheetColumn, string>>()
  const refused: CellPlace[] = []
  let cells = 0
  let wrong = 0
  for (const [i, line] of block.entries()) {
    const row = rows[top + i]
    if (row === undefined) break
    const own = new Map<SheetColumn, string>()
    for (const [j, text] of line.entries()) {
      const column = sheetColumns[left + j]
      if (column === undefined) break
      const isFit = canHold(column, text)
      if (!isFit && (column === 'image' || column === 'status')) refused.push({ row, column })
      else own.set(column, text)
      if (!isFit && own.has(column)) wrong += 1
    }
    cells += own.size
    texts.set(row, own)
  }
  const next = withRows(sheet, (row) => {
    const own = texts.get(row.key)
    return own ? [...own].reduce((each, [column, text]) => withCell(each, column, text), row) : row
  })
  const beyond = (size: number, room: number) => Math.max(0, size - room)
  return {
    sheet: next,
    cells,
    wrong,
    rowsBeyond: beyond(block.length, rows.length - top),
    columnsBeyond: beyond(width, sheetColumns.length - left),
    refused,
  }
}

/** Rows whose combination has this value. */
export function rowsWith(sheet: Sheet, value: number): SheetRow[] {
  return sheet.rows.filter((row) => Object.values(row.combo).includes(value))
}

const address = new RegExp(addressPattern())
const on = ['1', 'true', 'on', 'yes', '启用', '是', '开']
const off = ['0', 'false', 'off', 'no', '禁用', '否', '关']

/** Is the text a value of the column? */
export function canHold(column: SheetColumn, text: string): boolean {
  const plain = text.trim()
  if (column === 'image') return plain === '' || address.test(plain)
  if (column === 'status') return [...on, ...off].includes(plain.toLowerCase())
  return column === 'sku_code' || typeof readUnits(column, plainAmount(plain)) !== 'string'
}

function withCell(row: SheetRow, column: SheetColumn, text: string): SheetRow {
  const value = read(column, text)
  if (value === undefined || value === row.cells[column]) return row
  return { ...row, cells: { ...row.cells, [column]: value } }
}

/** The value of a column; undefined for what it cannot hold at all. */
function read(column: SheetColumn, text: string): Cells[SheetColumn] | undefined {
  const plain = text.trim().slice(0, 500)
  if (column === 'sku_code') return plain
  if (column === 'image' || column === 'status') {
    if (!canHold(column, plain)) return undefined
    return column === 'image' ? plain : on.includes(plain.toLowerCase()) ? 1 : 0
  }
  const units = readUnits(column, plainAmount(plain))
  return typeof units === 'string' ? plain : units
}

function withRows(sheet: Sheet, change: (row: SheetRow) => SheetRow): Sheet {
  const rows = sheet.rows.map(change)
  return rows.every((row, i) => row === sheet.rows[i]) ? sheet : { ...sheet, rows }
}
