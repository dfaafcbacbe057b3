import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { importLimits } from '../../../../src/schemas/api/importing.ts'
import { isRisky } from '../export/guard.ts'
import { frame, letters, main, prolog, start, style, textCell } from '../workbook.ts'
import type { TemplateColumn } from './columns.ts'

/**
 * A workbook to be filled in: titles and examples on its first sheet, what may be chosen on its second, which the cells of the first offer as
 * a list. `names` are those of the two sheets.
 */
export async function templateBook(columns: readonly TemplateColumn[], names: readonly [string, string]): Promise<Buffer> {
  const lists = columns.flatMap(({ title, options }, i) => (options.length > 0 ? [{ at: i, title, options }] : []))
  const zip = new ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { compress: true })
  for (const [name, text] of Object.entries(start)) add(name, text)
  const lines = Math.max(1, ...columns.map(({ examples }) => examples.length))
  const examples = Array.from({ length: lines }, (_, line) => columns.map((column) => column.examples[line] ?? ''))
  add('xl/worksheets/sheet1.xml', sheet([columns.map(({ title }) => title), ...examples], validations(lists, names[1])))
  const longest = Math.max(0, ...lists.map(({ options }) => options.length))
  const chosen = Array.from({ length: longest }, (_, row) => lists.map(({ options }) => options[row] ?? ''))
  add('xl/worksheets/sheet2.xml', sheet([lists.map(({ title }) => title), ...chosen]))
  for (const [name, text] of Object.entries(frame(names))) add(name, text)
  zip.end()
  return buffer(zip.outputStream)
}

/** A sheet of texts, the first line of which are titles. */
function sheet(lines: readonly (readonly string[])[], more = ''): string {
  const cell = (text: string, column: number, line: number) => {
    const look = line === 0 ? style.head : isRisky(text) ? style.guarded : style.plain
    return text === '' ? '' : textCell(text, `${letters(column)}${line + 1}`, look)
  }
  const rows = lines.map((cells, line) => `<row r="${line + 1}">${cells.map((text, i) => cell(text, i, line)).join('')}</row>`)
  const width = Math.max(1, lines[0]?.length ?? 0)
  return `${prolog}<worksheet xmlns="${main}"><cols><col min="1" max="${width}" width="18" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData>${more}</worksheet>`
}

/** Cells that offer a list; other texts may be typed, for several at once. */
function validations(lists: readonly { at: number; options: readonly string[] }[], name: string): string {
  if (lists.length === 0) return ''
  const each = lists.map(({ at, options }, i) => {
    const cells = `${letters(at)}2:${letters(at)}${importLimits.rows + 1}`
    const from = `'${name}'!$${letters(i)}$2:$${letters(i)}$${options.length + 1}`
    return `<dataValidation type="list" allowBlank="1" sqref="${cells}"><formula1>${from}</formula1></dataValidation>`
  })
  return `<dataValidations count="${lists.length}">${each.join('')}</dataValidations>`
}
