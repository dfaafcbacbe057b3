import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { frame, letters, main, prolog, start, style, textCell } from '../workbook.ts'
import type { Cell } from './cells.ts'
import type { Sheet } from './formats.ts'
import { isRisky } from './guard.ts'

/** Rows of a sheet below its titles: Excel reads no more than 1 048 576 lines. */
const mostRows = 1_048_575
/** Digits that a spreadsheet keeps of a number; longer ones are text. */
const digitsAtMost = 15

/**
 * Writes an XLSX file as a zip, compressing sheets as they are written: memory does not grow with the rows. Texts are inline
 * (`inlineStr`), never formulas. Rows beyond a sheet's limit go to the next sheet, so the number of sheets is known only at the end.
 */
export async function writeXlsx(path: string, { head, batches, signal }: Sheet, rowsOfSheet = mostRows): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  const rows: Rows = { from: rowsOf(batches), next: undefined, ofSheet: rowsOfSheet }
  const options = { mtime: new Date(), compress: true, compressionLevel: 3 }
  const add = (parts: Record<string, string>) => {
    for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name, options)
  }
  const open: Readable[] = []
  const sheets: string[] = []
  const addSheet = () => {
    const n = sheets.push(`Sheet${sheets.length + 1}`)
    zip.addReadStreamLazy(`xl/worksheets/sheet${n}.xml`, options, (done) => {
      const sheet = Readable.from(sheetXml(head, rows), { objectMode: false })
      sheet.on('error', (error) => output.destroy(error)) // the zip itself does not listen
      sheet.on('end', () => {
        if (rows.next) return addSheet()
        add(frame(sheets))
        zip.end()
      })
      open.push(sheet)
      done(null, sheet)
    })
  }
  add(start)
  addSheet()
  try {
    await pipeline(output, createWriteStream(path, { flags: 'wx', mode: 0o640 }), { signal })
  } finally {
    for (const sheet of open) sheet.destroy()
  }
}

/** The rows that are still to come; `next` is one that was taken and did not fit its sheet. */
interface Rows {
  from: AsyncGenerator<readonly Cell[]>
  next: readonly Cell[] | undefined
  ofSheet: number
}

/** The rows one after another, for sheets that take turns. */
async function* rowsOf(batches: Sheet['batches']): AsyncGenerator<readonly Cell[]> {
  for await (const batch of batches) yield* batch
}

/** The XML of one sheet: titles, and rows until it is full or there are no more. */
async function* sheetXml(head: readonly string[], rows: Rows): AsyncGenerator<string> {
  yield `${prolog}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${head.length}" width="18" customWidth="1"/></cols><sheetData>`
  const titles = head.map((text, i) => textCell(text, `${letters(i)}1`, style.head))
  let text = `<row r="1">${titles.join('')}</row>`
  for (let line = 2; ; line++) {
    const row = rows.next ?? (await taken(rows))
    rows.next = line > rows.ofSheet + 1 ? row : undefined
    if (!row || rows.next) break
    text += `<row r="${line}">${row.map((cell, i) => cellXml(cell, `${letters(i)}${line}`)).join('')}</row>`
    if (text.length < chunk) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

/** By hand: a loop would close the rows that the next sheet goes on with. */
async function taken({ from }: Rows): Promise<readonly Cell[] | undefined> {
  const next = await from.next()
  return next.done ? undefined : next.value
}

const chunk = 64 * 1024

function cellXml(cell: Cell, at: string): string {
  if ('text' in cell) return cell.text === '' ? '' : textCell(cell.text, at, isRisky(cell.text) ? style.guarded : style.plain)
  const digits = cell.number.replace(/^-?0*|\./g, '').length
  if (digits > digitsAtMost) return textCell(cell.number, at, style.plain)
  return `<c r="${at}"${cell.number.includes('.') ? ` s="${style.decimals}"` : ''}><v>${cell.number}</v></c>`
}
