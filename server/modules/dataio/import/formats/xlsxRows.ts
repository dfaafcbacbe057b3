import type { Readable } from 'node:stream'
import { importLimits } from '../../../../../src/schemas/api/importing.ts'
import { Refused } from '../../../../core/refuse.ts'
import { unspelled } from '../../workbook.ts'
import { figure } from '../figure.ts'
import { Texts } from './texts.ts'
import { type XmlEvent, xmlEvents } from './xml.ts'
import { type Archive, openArchive } from './zip.ts'

/** What the cells of a sheet refer to. */
interface Book {
  texts: Texts
  /** By number of a style: are its numbers days? */
  days: readonly boolean[]
  /** Days are counted from 1904 on. */
  since1904: boolean
}

/**
 * The lines of the first sheet of a workbook (ECMA-376), each at its place: lines that are left out come as empty ones. Formulas are not
 * reckoned: what they gave when the file was saved counts, as text.
 */
export async function* xlsxRows(path: string): AsyncGenerator<string[]> {
  const archive = await openArchive(path)
  try {
    const { sheet, since1904 } = await firstSheet(archive)
    const book = { texts: await sharedTexts(archive), days: await dayStyles(archive), since1904 }
    yield* sheetRows(xmlEvents(await archive.read(sheet)), book)
  } finally {
    archive.close()
  }
}

async function firstSheet(archive: Archive): Promise<{ sheet: string; since1904: boolean }> {
  let id: string | undefined
  let since1904 = false
  for await (const event of eachOf(await archive.read('xl/workbook.xml'))) {
    if (event.type !== 'open') continue
    if (event.name === 'workbookPr') since1904 = ['1', 'true'].includes(event.attributes.date1904 ?? '')
    if (event.name === 'sheet') id ??= Object.entries(event.attributes).find(([name]) => name.endsWith(':id'))?.[1]
  }
  for await (const event of eachOf(await archive.read('xl/_rels/workbook.xml.rels'))) {
    if (event.type !== 'open' || event.name !== 'Relationship' || event.attributes.Id !== id) continue
    const target = event.attributes.Target ?? ''
    return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, since1904 }
  }
  throw new Refused('import.workbook')
}

/** What is met in one of the small files. */
async function* eachOf(stream: Readable): AsyncGenerator<XmlEvent> {
  for await (const events of xmlEvents(stream)) yield* events
}

/** Texts that cells name by number. Readings beside Japanese and Chinese words (`rPh`) are no part of them. */
async function sharedTexts(archive: Archive): Promise<Texts> {
  const texts = new Texts(importLimits.texts)
  if (!archive.has('xl/sharedStrings.xml')) return texts
  let text = ''
  let inText = false
  let reading = false
  for await (const events of xmlEvents(await archive.read('xl/sharedStrings.xml'))) {
    for (const event of events) {
      if (event.type === 'text') text += inText && !reading && text.length <= importLimits.cell ? event.text : ''
      else if (event.name === 't') inText = event.type === 'open'
      else if (event.name === 'rPh') reading = event.type === 'open'
      else if (event.name === 'si' && event.type === 'open') text = ''
      else if (event.name === 'si') texts.add(unspelled(text))
    }
  }
  return texts
}

/** Formats of days and times that every workbook has. */
const builtInDays = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

async function dayStyles(archive: Archive): Promise<boolean[]> {
  const own = new Set<number>()
  const styles: boolean[] = []
  if (!archive.has('xl/styles.xml')) return styles
  let inCells = false
  for await (const event of eachOf(await archive.read('xl/styles.xml'))) {
    if (event.type === 'text') continue
    if (event.name === 'cellXfs') inCells = event.type === 'open'
    if (event.type !== 'open') continue
    const format = Number(event.attributes.numFmtId)
    if (event.name === 'numFmt' && isDayFormat(event.attributes.formatCode ?? '')) own.add(format)
    if (event.name === 'xf' && inCells) styles.push(builtInDays.has(format) || own.has(format))
  }
  return styles
}

/** Does a format show a date or a time? Quoted and bracketed parts do not count. */
function isDayFormat(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
}

/** A cell that is being read. */
interface Open {
  column: number
  type: string
  style: number
  text: string
}

async function* sheetRows(pieces: AsyncIterable<readonly XmlEvent[]>, book: Book): AsyncGenerator<string[]> {
  const sheet = new Sheet(book)
  for await (const events of pieces) yield* sheet.rows(events)
}

/** How far a sheet was read. */
class Sheet {
  readonly #book: Book
  #line = 0
  #row: string[] = []
  #cell: Open | undefined
  #inValue = false

  constructor(book: Book) {
    this.#book = book
  }

  /** The rows that end in this piece. */
  *rows(events: readonly XmlEvent[]): Generator<string[]> {
    for (const event of events) {
      if (event.type === 'text') this.#text(event.text)
      else if (event.name === 'v' || event.name === 't') this.#inValue = event.type === 'open'
      else if (event.name === 'row' && event.type === 'open') yield* this.#begin(event.attributes)
      else if (event.name === 'row') yield Array.from(this.#row, (text) => text ?? '')
      else if (event.name === 'c' && event.type === 'open') this.#cell = openCell(event.attributes, this.#row.length)
      else if (event.name === 'c' && this.#cell) {
        this.#row[this.#cell.column] = cellText(this.#cell, this.#book)
        this.#cell = undefined
      }
    }
  }

  #text(text: string): void {
    if (!this.#cell) return
    if (this.#inValue) this.#cell.text += text
    if (this.#cell.text.length > importLimits.cell)
      throw new Refused('import.cell', { line: this.#line, max: figure(importLimits.cell) })
  }

  /** Lines that were left out before this one come as empty ones. */
  *#begin({ r }: Readonly<Record<string, string>>): Generator<string[]> {
    const next = Number(r ?? this.#line + 1)
    if (!(next > this.#line) || next > importLimits.rows + 1)
      throw new Refused('import.tooManyRows', { max: figure(importLimits.rows) })
    for (; this.#line < next - 1; this.#line++) yield []
    this.#line = next
    this.#row = []
  }
}

function openCell(attributes: Readonly<Record<string, string>>, next: number): Open {
  const letters = /^[A-Z]{1,3}/.exec(attributes.r ?? '')?.[0]
  const column = letters === undefined ? next : [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
  if (column >= importLimits.columns) throw new Refused('import.tooManyColumns', { max: figure(importLimits.columns) })
  return { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), text: '' }
}

function cellText({ type, style, text }: Open, { texts, days, since1904 }: Book): string {
  if (type === 's') return texts.at(Number(text))
  if (type !== 'n' || text === '') return unspelled(text)
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  if (days[style]) return dayText(number, since1904)
  return /^-?\d+$/.test(text) ? text : decimalText(number)
}

/** A number as people write it: without the noise of the last of its binary digits, and without an exponent. */
function decimalText(number: number): string {
  const text = String(Number(number.toPrecision(15)))
  return text.includes('e') ? number.toFixed(20).replace(/\.?0+$/, '') : text
}

/** The day that a workbook counts as a number: 1 is 1900-01-01, and there was a 29 February 1900 (as in Lotus 1-2-3). */
function dayText(number: number, since1904: boolean): string {
  const days = since1904 ? number + 1462 : number < 60 ? number + 1 : number
  const text = new Date(Math.round((days - 25_569) * 86_400) * 1000).toISOString()
  return number % 1 === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
