import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptLines } from '../../server/modules/dataio/csv.ts'
import type { Cell } from '../../server/modules/dataio/export/cells.ts'
import { writeCsv } from '../../server/modules/dataio/export/csv.ts'
import { guarded, isRisky, unguarded } from '../../server/modules/dataio/export/guard.ts'
import { writeXlsx } from '../../server/modules/dataio/export/xlsx.ts'
import { csvRows, keptRows } from '../../server/modules/dataio/import/formats/csvRows.ts'
import { xlsxRows } from '../../server/modules/dataio/import/formats/xlsxRows.ts'
import { templateBook } from '../../server/modules/dataio/import/template.ts'
import { unzipped } from './files.ts'

let dir = ''
let made = 0
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-sheets-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const runs = { seed: 20261122, numRuns: 120 }
/** Texts made of what is dangerous in a file, and of what is not. */
const text = fc.array(
  fc.constantFrom(
    ...['=', '+', '-', '@', '\t', '\r', '\n', '\r\n', "'", '"', ',', ';', ' ', '＝', '－', '＠', '﹣', '\u2028', '\u0085'],
    ...['a', '5', '商品', '_x000D_', '</t>', '&', '\ufeffx', 'cmd|'],
  ),
  { maxLength: 9 },
)
const cell = text.map((parts) => parts.join(''))
const number = fc.integer({ min: -99_999, max: 99_999 }).map((n) => (n / 100).toFixed(2))
const rows = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))

/** The file of these lines, the first of them titles, as an export writes it. */
async function written(
  write: typeof writeCsv,
  [head = [], ...lines]: readonly (readonly string[])[],
  numbers: readonly string[] = [],
): Promise<string> {
  const path = join(dir, `${made++}`)
  const asCells = (line: readonly string[]): Cell[] => [
    ...line.map((each) => ({ text: each })),
    ...numbers.map((each) => ({ number: each })),
  ]
  async function* batches() {
    yield lines.map(asCells)
  }
  const names = head.map((_, i) => `c${i}`)
  await write(path, { names, head, batches: batches(), signal: new AbortController().signal })
  return path
}

async function linesOf(source: AsyncIterable<string[]>): Promise<string[][]> {
  const found: string[][] = []
  for await (const line of source) found.push(line)
  return found
}

const imported = (path: string) => linesOf(csvRows(path, { encoding: 'auto', delimiter: ',' }, () => {}))
const strictly = (path: string) => parse(readFileSync(path), { bom: true, record_delimiter: '\r\n' }) as string[][]

describe('a CSV file', () => {
  it('keeps a remark of two lines in its cell, and no line of it begins a formula', async () => {
    const remark = "x\n=cmd|' /C calc'!A1"
    const path = await written(writeCsv, [
      ['remark', 'n'],
      [remark, '1'],
      ['first\rsecond', '2'],
      ['honest\nlines', '3'],
    ])
    expect(strictly(path)).toEqual([
      ['remark', 'n'],
      ["x\n'=cmd|' /C calc'!A1", '1'],
      ['first\rsecond', '2'],
      ['honest\nlines', '3'],
    ])
    expect(readFileSync(path, 'utf8')).toContain('"first\rsecond"')
  })

  it('is read strictly as the rows that were written, and imports as the values they had', async () => {
    await fc.assert(
      fc.asyncProperty(rows, number, async (lines, amount) => {
        const path = await written(writeCsv, lines, [amount])
        const [head = [], ...rest] = lines
        const shown = [head.map(guarded), ...rest.map((line) => [...line.map(guarded), amount])]
        expect(parse(readFileSync(path), { bom: true, record_delimiter: '\r\n', relax_column_count: true })).toEqual(shown)
        expect(await imported(path)).toEqual([head, ...rest.map((line) => [...line, amount])])
      }),
      runs,
    )
  })

  it('has no line in a cell that begins with a formula, however it is split', () => {
    fc.assert(
      fc.property(cell, (value) => {
        for (const line of guarded(value).split(/\r\n|[\n\r\u0085\u2028\u2029;]/))
          expect(line).not.toMatch(/^[\s"\ufeff]*[=+\-@\t＝＋－＠﹢﹣﹦﹫]/)
        expect(guarded(value)).not.toMatch(/^[\t\r\n=+\-@]/)
      }),
      { ...runs, numRuns: 2000 },
    )
  })

  it.each(['-5', '+86 13800138000', '=)', '@home', 'a\n- b\n- c', "'=quoted", "'", '\n=', "'\n", '\t', 'plain', "it's", '1;-2'])(
    'gives %j back as it was',
    (value) => expect(unguarded(guarded(value))).toBe(value),
  )

  it.each(['plain', "it's", 'a\nb', '商品 = 一', 'a - b', '1;2', ''])('leaves %j as it is', (value) =>
    expect(guarded(value)).toBe(value),
  )

  it('that the server keeps holds every cell as it is', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (lines) => {
        const path = join(dir, `${made++}`)
        writeFileSync(path, keptLines(lines))
        expect(await linesOf(keptRows(path))).toEqual(lines)
      }),
      runs,
    )
  })
})

describe('a workbook', () => {
  const sheets = async (path: string) =>
    [...(await unzipped(readFileSync(path)))].filter(([name]) => name.includes('worksheets')).map(([, xml]) => xml)

  it('holds no formula and no link, and imports as the values it was made of', async () => {
    await fc.assert(
      fc.asyncProperty(rows, number, async (lines, amount) => {
        const path = await written(writeXlsx, lines, [amount])
        for (const xml of await sheets(path)) {
          expect(xml).not.toMatch(/<f[ >/]|<hyperlink/)
          expect(xml).toContain(`<v>${amount}</v>`.repeat(lines.length > 1 ? 1 : 0))
        }
        const [head = [], ...rest] = lines
        const plain = (line: string[]) => line.map((each) => each)
        const found = await linesOf(xlsxRows(path))
        const padded = (line: string[]) => Array.from({ length: head.length }, (_, i) => line[i] ?? '')
        expect(found.map(padded)).toEqual([plain(head), ...rest.map(plain)])
      }),
      runs,
    )
  })

  it('marks what begins like a formula as text, on any line of it', async () => {
    const path = await written(writeXlsx, [['remark'], ['x\n=1+1'], ['=1+1'], ['1+1']])
    const [xml = ''] = await sheets(path)
    expect(xml.match(/ s="3"/g)).toHaveLength(2)
    expect(isRisky('1+1')).toBe(false)
  })

  it('to be filled in holds no formula but those of its lists', async () => {
    const book = await templateBook([{ title: '=title', examples: ['=1', 'a\n=2'], options: ['=x', '-y'] }], ['A & "B"', 'Lists'])
    for (const [name, xml] of await unzipped(book)) {
      expect(xml, name).not.toMatch(/<f[ >/]/)
      if (name === 'xl/workbook.xml') expect(xml).toContain('name="A &amp; &quot;B&quot;"')
    }
  })
})
