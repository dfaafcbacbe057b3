import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { importLimits } from '../../../../../src/schemas/api/importing.ts'
import { Refused } from '../../../../core/refuse.ts'
import { keptLines } from '../../csv.ts'
import { figure } from '../figure.ts'
import { csvRows } from './csvRows.ts'
import { jsonRows } from './jsonRows.ts'
import { xlsxRows } from './xlsxRows.ts'

/** What was found in a file. */
export interface Found {
  encoding: string
  head: string[]
  /** The first lines below the titles. */
  sample: string[][]
  /** Lines below the titles that hold something. */
  rows: number
}

/** A file as it was sent, and what was said of it. */
export interface Source {
  path: string
  name: string
  encoding: string
  /** The sign between cells of CSV; '' where it is to be found. */
  delimiter: string
  /** The titles of columns of a file that has none: then its first line is one of rows. */
  titles: ((column: number) => string) | null
}

/** Lines shown of a file. */
const sampleSize = 3
const wide = 'xlsx'

/** Reads a file as it was sent, and writes its lines to `to` as plain CSV, whatever it was. Throws `Refused` for what cannot be read. */
export async function readSource(source: Source, to: string): Promise<Found> {
  const found: Found = { encoding: '', head: [], sample: [], rows: 0 }
  const rows = await linesOf(source, found)
  await pipeline(
    Readable.from(kept(source.titles ? titled(rows, source.titles) : rows, found)),
    createWriteStream(to, { flags: 'wx', mode: 0o640, flush: true }),
  )
  if (found.head.every((title) => title.trim() === '')) throw new Refused('import.noTitles')
  if (found.rows === 0) throw new Refused('import.noRows')
  return found
}

async function linesOf(source: Source, found: Found): Promise<AsyncIterable<string[]>> {
  const told = (encoding: string) => {
    found.encoding = encoding
  }
  if (await isWorkbook(source.path)) {
    told(wide)
    return xlsxRows(source.path)
  }
  // An object names what it holds: there is no line of titles that could be missing.
  if (isJson(source.name)) return jsonRows(source.path, source.encoding, told)
  return csvRows(source.path, source, told)
}

/** Is a file of that name taken for JSON? */
export function isJson(name: string): boolean {
  return /\.json$/i.test(name)
}

/** Lines that have no titles above them, with some. */
async function* titled(rows: AsyncIterable<string[]>, title: (column: number) => string): AsyncGenerator<string[]> {
  let isFirst = true
  for await (const row of rows) {
    if (isFirst) yield row.map((_, i) => title(i + 1))
    isFirst = false
    yield row
  }
}

async function* kept(rows: AsyncIterable<string[]>, found: Found): AsyncGenerator<string> {
  let line = 0
  let batch: string[][] = []
  let size = 0
  for await (const row of rows) {
    line++
    size += validate(row, line)
    if (line === 1) found.head = row
    else if (row.some((cell) => cell.trim() !== '')) {
      found.rows++
      if (found.sample.length < sampleSize) found.sample.push(row.map((cell) => cell.slice(0, 100)))
    }
    batch.push(row)
    if (size < batchSize && batch.length < 1000) continue
    yield keptLines(batch)
    batch = []
    size = 0
  }
  yield keptLines(batch)
}

/** Characters that are written at once. */
const batchSize = 64 * 1024

/** Throws `Refused` for a line that is more than may be; returns its characters. */
function validate(row: readonly string[], line: number): number {
  const { rows, columns, cell: cellAtMost, line: lineAtMost } = importLimits
  if (line > rows + 1) throw new Refused('import.tooManyRows', { max: figure(rows) })
  if (row.length > columns) throw new Refused('import.tooManyColumns', { max: figure(columns) })
  if (row.some((cell) => cell.length > cellAtMost)) throw new Refused('import.cell', { line, max: figure(cellAtMost) })
  const length = row.reduce((sum, cell) => sum + cell.length, 0)
  if (length > lineAtMost - row.length) throw new Refused('import.line', { line, max: figure(lineAtMost) })
  return length
}

/** A zip is treated as a workbook; the old workbook format is recognised. */
async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (buffer.equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) throw new Refused('import.oldWorkbook')
    return buffer.equals(Buffer.from([0x50, 0x4b, 3, 4]))
  } finally {
    await file.close()
  }
}
