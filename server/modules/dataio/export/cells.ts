import { type ExportColumn, isPersonal } from '../../../../src/schemas/api/exporting.ts'
import { isObject } from '../../../../src/schemas/isObject.ts'
import { parseDateTime } from '../../../../src/schemas/kinds/clock.ts'
import { kindOf } from '../../../../src/schemas/kinds/index.ts'
import { labelBeside, labelMember } from '../../../../src/schemas/kinds/optionSources.ts'
import { holds } from '../../../../src/schemas/language/condition/predicate.ts'
import type { cellNames } from '../../../../src/schemas/language/list/parseTable.ts'
import { faultsKey } from '../../../../src/schemas/language/wire/codec.ts'
import { isMasked, maskText } from '../../../../src/schemas/language/wire/mask.ts'
import type { Row } from '../../../crud/domain.ts'

/** A value of a file. `number` is a decimal text that a spreadsheet may reckon with. */
export type Cell = { text: string } | { number: string }

/** What cells need to know of who asked for the file. */
export interface CellEnv {
  /** A word of the page in their language; undefined when there is none. */
  word(key: string): string | undefined
  /** Unix seconds as text in their time zone. */
  time(seconds: number): string
  selfId: number
  now: number
  /** The middle of mobile numbers and the like is hidden. */
  masks: boolean
}

interface Input {
  value: unknown
  /** The row as it was sent to a list. */
  row: Row
  column: ExportColumn
  env: CellEnv
}

type Write = (input: Input) => Cell

/** What each cell of a list shows, as a value of a file: the words and texts of src/renderers/cells, without their ornaments. */
const writers: Readonly<Record<(typeof cellNames)[number], Write>> = {
  text: plain,
  tag: (input) => ({ text: optionWord(input, input.value) }),
  tags: (input) => ({
    text: items(input.value)
      .map((item) => optionWord(input, item))
      .join(', '),
  }),
  switch: (input) => ({ text: switchWord(input) }),
  image: plain,
  images: ({ value }) => ({ text: items(value).map(pictureName).join(', ') }),
  icon: plain,
  color: plain,
  url: plain,
  datetime: (input) => ({ text: timeText(input) }),
  date: (input) => ({ text: timeText(input).slice(0, 10) }),
  money: figures,
  number: figures,
  link: plain,
  member: plain,
  progress: figures,
  stars: figures,
  duration: plain,
  file: ({ value }) => ({ text: items(value).map(pictureName).join(', ') }),
  audio: plain,
}

/**
 * The value of a column in a row, or for a nested one in a row of the subtable; `model` are the row's model values, which conditions
 * read. An unreadable value is returned as it is.
 */
export function cellOf(column: ExportColumn, row: Row, model: Row, env: CellEnv): Cell {
  const { when, default: fallback, cell } = column.column
  if (when && !holds(when, { values: model, selfId: env.selfId, now: env.now })) return nothing
  // Of a masked field the row holds the mask; a file with whole numbers, which needs a right of its own, has the value.
  const isPlain = !env.masks && column.field?.mask !== undefined && column.field.sealed === undefined
  const found = valueAt(isPlain ? model : row, column.path)
  const value = fallback !== undefined && isNothing(found) ? fallback : found
  if (isNothing(value)) return { text: storedText(row, column.path) }
  const input = { value, row, column, env }
  try {
    return (writers as Readonly<Record<string, Write>>)[cell]?.(input) ?? plain(input)
  } catch {
    return { text: textOf(value) }
  }
}

const nothing: Cell = { text: '' }

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Of a value that cannot be shown the beginning of what is stored; '' of all others. */
function storedText(row: Row, path: readonly string[]): string {
  const owner = path.length > 1 ? valueAt(row, path.slice(0, -1)) : row
  const faults = isObject(owner) ? owner[faultsKey] : undefined
  const stored = isObject(faults) ? faults[path.at(-1) ?? ''] : undefined
  return typeof stored === 'string' ? stored : ''
}

/** The value that a path of one or two names leads to. */
function valueAt(row: Row, [first = '', second]: readonly string[]): unknown {
  const value = row[first]
  if (second === undefined) return value
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? item[second] : undefined))
  return isObject(value) ? value[second] : undefined
}

/** Codes by their names, which the row carries beside them; numbers as such; what is no line of text as its kind makes one of it. */
function plain({ value, row, column, env }: Input): Cell {
  const { field } = column
  const kind = field ? kindOf(field) : undefined
  const names = kind?.names
    ? valueAt(
        row,
        beside(column, (name) => `${name}_text`),
      )
    : undefined
  if (typeof names === 'string' && names !== '') return { text: names.replaceAll(',', ' ') }
  if (typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(String(value))) return { number: String(value) }
  const text = field && kind?.plain ? kind.plain(value, field) : textOf(value)
  return { text: env.masks && isPersonal(column) && !isMasked(field ?? {}, text) ? maskText(text, 'middle') : text }
}

/** Numbers and amounts as decimal text; both ends of a range. */
function figures({ value }: Input): Cell {
  const all = items(value).map(textOf)
  const [first = ''] = all
  if (all.length === 1 && /^-?\d+(\.\d+)?$/.test(first)) return { number: first }
  return { text: all.length === 2 && all[0] === all[1] ? first : all.join(' – ') }
}

/** Where the server's text of a value is. */
function beside({ path }: ExportColumn, member: (name: string) => string): string[] {
  return [...path.slice(0, -1), member(path.at(-1) ?? '')]
}

function optionWord({ column, env, row, value: whole }: Input, value: unknown): string {
  if (column.field?.source) return labelBeside(valueAt(row, beside(column, labelMember)), whole, value) ?? textOf(value)
  const text = textOf(value)
  return env.word(`${column.words}.options.${text}`) ?? text
}

function switchWord({ value, column: { words: own, field }, env }: Input): string {
  const [first, second] = field?.options ?? []
  const sides = { on: field?.on ?? first?.value ?? 1, off: field?.off ?? second?.value ?? 0 }
  const side = value === true || String(value) === String(sides.on) ? 'on' : 'off'
  const words = `${own}.options`
  return env.word(`${words}.${sides[side]}`) ?? env.word(`${words}.${side}`) ?? textOf(value)
}

function timeText({ value, column: { column }, env }: Input): string {
  if (value === 0) return ''
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  const text = isDay ? value : env.time(parseDateTime(value) ?? 0)
  // Where the list leaves the seconds out or counts how long ago it was, it does so for want of room: a file has it.
  return column.format === 'date' ? text.slice(0, 10) : text
}

function items(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? value.split(',').filter((item) => item !== '') : [value]
}

/** A picture by its address; rows that have one (the lines of an order) by what is in it. */
function pictureName(item: unknown): string {
  if (!isObject(item)) return textOf(item)
  const row = item
  const title = textOf(row.title ?? row.name ?? row.image ?? row.url)
  return Number(row.quantity) > 0 ? `${title} ×${row.quantity}` : title
}

/** `{ key, value }` reads "key: value"; other data reads as JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value !== 'object') return String(value)
  const pair = isObject(value) ? value : {}
  return typeof pair.key === 'string' && 'value' in pair ? `${pair.key}: ${String(pair.value)}` : JSON.stringify(value)
}

/** Says whether a column holds instants, whose zone its title has to name. */
export function isInstant({ column, field }: ExportColumn): boolean {
  return column.cell === 'datetime' && column.format !== 'date' && field !== null
}
