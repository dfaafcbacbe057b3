import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Cell } from './cells.ts'
import type { Sheet } from './formats.ts'
import { isRisky } from './guard.ts'

/** Rows of a sheet below its titles: Excel reads no more than 1 048 576 lines. */
const mostRows = 1_048_575
/** Characters that a cell can hold. */
const cellAtMost = 32_767
/** Digits that a spreadsheet keeps of a number; longer ones are text. */
const digitsAtMost = 15
/** Styles of the workbook, by place in `cellXfs`. */
const style = { plain: 0, head: 1, decimals: 2, guarded: 3 } as const

/**
 * Writes an XLSX file as a zip whose sheets are compressed while they are made: what is in memory does not grow with the rows. Texts stand
 * in the cells themselves (`inlineStr`), never as formulas. More rows than fit a sheet go on in the next: how many sheets there are is known
 * when the last row has come.
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
  const sheets: number[] = []
  const addSheet = () => {
    const n = sheets.push(sheets.length + 1)
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

function textCell(text: string, at: string, s: number): string {
  const cut = text.length > cellAtMost ? `${text.slice(0, cellAtMost - 1)}…` : text
  return `<c r="${at}" t="inlineStr"${s ? ` s="${s}"` : ''}><is><t xml:space="preserve">${escaped(cut)}</t></is></c>`
}

/** What XML cannot hold is left out: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
function escaped(text: string): string {
  return text.replace(illegal, '').replace(/[&<>]/g, (char) => entities[char] ?? char)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Letters of a column: 0 → A, 26 → AA. */
function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The part of a workbook that says where the others are. It is the first, by which programs know the file. */
const start = {
  '_rels/.rels': `${prolog}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
}

/** The parts of a workbook beside its sheets (ECMA-376): they name the sheets, so they come when these are written. */
function frame(sheets: readonly number[]): Record<string, string> {
  const each = (write: (n: number) => string) => sheets.map(write).join('')
  const sheet = each((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`)
  const types = each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${office}.worksheet+xml"/>`)
  const links = each((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
  return {
    '[Content_Types].xml': `${prolog}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/>${types}</Types>`,
    'xl/workbook.xml': `${prolog}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheet}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${prolog}<Relationships xmlns="${packages}/relationships">${links}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${prolog}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="2" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1" numFmtId="49" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  }
}
