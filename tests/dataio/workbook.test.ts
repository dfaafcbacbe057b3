import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { Refused } from '../../server/core/refuse.ts'
import { writeXlsx } from '../../server/modules/dataio/export/xlsx.ts'
import { xlsxRows } from '../../server/modules/dataio/import/formats/xlsxRows.ts'
import { sheetCells, unzipped } from './files.ts'

const dir = mkdtempSync(join(tmpdir(), 'kontor-workbook-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const parts = {
  'xl/workbook.xml':
    '<workbook xmlns:r="x"><workbookPr date1904="0"/><sheets><sheet name="a" sheetId="1" r:id="rId7"/><sheet name="b" sheetId="2" r:id="rId8"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId8" Target="worksheets/other.xml"/><Relationship Id="rId7" Target="/xl/worksheets/first.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m"/><numFmt numFmtId="165" formatCode="0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml': '<sst><si><t>Name</t></si><si><r><t>两</t></r><r><t>段</t></r><rPh><t>reading</t></rPh></si></sst>',
}

let made = 0
async function book(sheet: string, more: Record<string, string> = {}): Promise<string> {
  const path = join(dir, `${++made}.xlsx`)
  const zip = new ZipFile()
  for (const [name, text] of Object.entries({ ...parts, 'xl/worksheets/first.xml': sheet, ...more }))
    zip.addBuffer(Buffer.from(text), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

async function rowsOf(path: string): Promise<string[][]> {
  const rows: string[][] = []
  for await (const row of xlsxRows(path)) rows.push(row)
  return rows
}

const refusal = (path: string) => rowsOf(path).then(String, (error: unknown) => (error instanceof Refused ? error.code : error))

test('cells of every kind, each at its place', async () => {
  const sheet = `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
    <row r="3"><c r="A3"><v>12.499999999999998</v></c><c r="B3"><v>0.30000000000000004</v></c><c r="C3"><v>1E-3</v></c>
      <c r="D3" t="inlineStr"><is><t>a &amp; b</t></is></c><c r="E3" t="str"><f>1+1</f><v>=2</v></c><c r="F3" t="b"><v>1</v></c></row>
    <row r="4"><c r="A4" s="1"><v>45658</v></c><c r="B4" s="2"><v>45658.5</v></c><c r="C4" s="3"><v>45658</v></c><c r="D4"><v>12345678901234567890</v></c></row>
  </sheetData></worksheet>`
  expect(await rowsOf(await book(sheet))).toEqual([
    ['Name', '', '两段'],
    [],
    ['12.5', '0.3', '0.001', 'a & b', '=2', '1'],
    ['2025-01-01', '2025-01-01 12:00:00', '45658', '12345678901234567890'],
  ])
})

test('what would unpack to more than may be is refused before it is', async () => {
  const sheet = `<worksheet><sheetData>${' '.repeat(8_000_000)}</sheetData></worksheet>`
  expect(await refusal(await book(sheet))).toBe('import.bomb')
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`x/${i}`, '']))
  expect(await refusal(await book('<worksheet/>', many))).toBe('import.bomb')
  expect(await refusal(await book('<worksheet/>', { 'XL/workbook.xml': 'twice' }))).toBe('import.bomb')
})

test('entities of its own, places far away and parts that are not there are refused', async () => {
  const laughs =
    '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&b;</v></c></row></sheetData></worksheet>'
  expect(await refusal(await book(laughs))).toBe('import.workbook')
  const far = (row: string, cell: string) =>
    `<worksheet><sheetData><row r="${row}"><c r="${cell}"><v>1</v></c></row></sheetData></worksheet>`
  expect(await refusal(await book(far('1048576', 'A1048576')))).toBe('import.tooManyRows')
  expect(await refusal(await book(far('1', 'XFD1')))).toBe('import.tooManyColumns')
  expect(await refusal(await book('<worksheet/>', { 'xl/_rels/workbook.xml.rels': '<Relationships/>' }))).toBe('import.workbook')
  const long = `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>${'ab'.repeat(20_000)}</v></c></row></sheetData></worksheet>`
  expect(await refusal(await book(long))).toBe('import.cell')
})

test.each([
  [0, [[]]],
  [2, [['1', '2']]],
  [3, [['1', '2'], ['3']]],
  [5, [['1', '2'], ['3', '4'], ['5']]],
])('%i rows of which a sheet takes two are written on as many sheets as it takes', async (n, sheets) => {
  const path = join(dir, `many${n}.xlsx`)
  const batches = (async function* () {
    for (let i = 1; i <= n; i++) yield [[{ text: String(i) }]]
  })()
  await writeXlsx(path, { names: ['n'], head: ['n'], batches, signal: new AbortController().signal }, 2)
  const found = await unzipped(readFileSync(path))
  const names = [...found.keys()].filter((name) => name.startsWith('xl/worksheets/'))
  expect(names.map((name) => sheetCells(found.get(name) ?? '').map(([cell]) => cell))).toEqual(
    sheets.map((rows) => ['n', ...rows]),
  )
  expect([...(found.get('xl/workbook.xml') ?? '').matchAll(/<sheet /g)].length).toBe(sheets.length)
  const first: string[][] = []
  for await (const row of xlsxRows(path)) first.push(row)
  expect(first.length).toBe(1 + (sheets[0]?.length ?? 0))
})
