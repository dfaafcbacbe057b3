import { execFile } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { Refused } from '../../server/core/refuse.ts'
import { writeXlsx } from '../../server/modules/dataio/export/xlsx.ts'
import { keptRows } from '../../server/modules/dataio/import/formats/csvRows.ts'
import { jsonItems } from '../../server/modules/dataio/import/formats/jsonItems.ts'
import { readSource } from '../../server/modules/dataio/import/formats/read.ts'
import { Texts } from '../../server/modules/dataio/import/formats/texts.ts'
import { Seen } from '../../server/modules/dataio/import/lines/seen.ts'
import { importLimits } from '../../src/schemas/api/importing.ts'
import { isLong, sampleOf } from '../harness/sampling.ts'

const dir = mkdtempSync(join(tmpdir(), 'kontor-readers-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const megabyte = 1024 ** 2
const program = join(import.meta.dirname, 'readerProcess.ts')
let made = 0

/** Writes a file of so many pieces. */
async function written(suffix: string, pieces: Iterable<string>): Promise<string> {
  const path = join(dir, `${++made}.${suffix}`)
  await pipeline(Readable.from(pieces), createWriteStream(path))
  return path
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(String, (error: unknown) => (error instanceof Refused ? [error.code, error.params] : error))
}

function read(path: string) {
  rmSync(`${path}.kept`, { force: true })
  return readSource({ path, name: path, encoding: 'auto', delimiter: '', titles: null }, `${path}.kept`)
}

const cellsOf = (i: number) => [`Company ${i}`, `c${i}`, '上海市浦东新区世纪大道一百号', 'x'.repeat(400), `"${i}", said`]
const quoted = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')

describe('a reader holds a part of the file alone', () => {
  /** Megabytes of the files that are read, and those that reading may take; the heap could not hold a file. */
  const size = { csv: isLong ? 200 : 80, json: isLong ? 100 : 40, growth: 130, heap: 64 }

  async function grown(path: string) {
    const flags = [`--max-old-space-size=${size.heap}`, '--max-semi-space-size=8', '--disable-warning=ExperimentalWarning']
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, path, path])
    return JSON.parse(stdout) as { rows: number; head: string[]; encoding: string; growth: number }
  }

  function* lines(bytes: number, first: string, each: (i: number) => string, last: string): Generator<string> {
    yield first
    for (let written = 0, i = 1; written < bytes; i++) {
      const line = each(i)
      written += Buffer.byteLength(line)
      yield line
    }
    yield last
  }

  const texts: [string, string, number, () => Generator<string>][] = [
    ['CSV', 'csv', size.csv, () => lines(size.csv * megabyte, 'a,b,c,d,e', (i) => `\n${quoted(cellsOf(i))}`, '')],
    [
      'JSON',
      'json',
      size.json,
      () =>
        lines(
          size.json * megabyte,
          '[',
          (i) =>
            `${i > 1 ? ',\n' : ''}${JSON.stringify({ a: i, ...Object.fromEntries(cellsOf(i).map((cell, n) => [`m${n}`, cell])) })}`,
          ']',
        ),
    ],
  ]
  test.each(sampleOf('texts that are too large for the memory', texts, ([what]) => what === 'CSV'))(
    '%s',
    async (_what, suffix, megabytes, pieces) => {
      const path = await written(suffix, pieces())
      expect(statSync(path).size).toBeGreaterThan(megabytes * megabyte)
      const found = await grown(path)
      expect(found.rows).toBeGreaterThan((megabytes * megabyte) / 1000)
      expect(found.growth).toBeLessThan(size.growth)
    },
  )

  test('a workbook', async () => {
    const path = join(dir, 'large.xlsx')
    const rows = isLong ? 400_000 : 60_000
    const batches = (async function* () {
      for (let i = 0; i < rows; i += 1000) yield Array.from({ length: 1000 }, (_, n) => cellsOf(i + n).map((text) => ({ text })))
    })()
    await writeXlsx(path, { names: ['n'], head: ['a', 'b', 'c', 'd', 'e'], batches, signal: new AbortController().signal })
    const found = await grown(path)
    expect(found).toMatchObject({ rows, encoding: 'xlsx', head: ['a', 'b', 'c', 'd', 'e'] })
    expect(found.growth).toBeLessThan(size.growth)
  })
})

describe('JSON', () => {
  async function items(text: string, size: number): Promise<string[]> {
    const found: string[] = []
    const pieces = (async function* () {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
    })()
    for await (const item of jsonItems(pieces)) found.push(item.trim())
    return found
  }

  test('is taken apart wherever its pieces end', async () => {
    const parts = ['{"a": "[,]}\\"{\\\\"}', '{"b": [1, {"c": "\\u005d"}], "d": -1.50}', '{}']
    const text = ` [ ${parts.join(' ,\n')} ]\n`
    for (let size = 1; size <= text.length; size++) expect(await items(text, size)).toEqual(parts)
    expect(await items('[]', 1)).toEqual([])
  })

  test.each([
    ['an object', '{"a": 1}', ['import.json', {}]],
    ['an array that does not end', '[{"a": 1}', ['import.json', {}]],
    ['text that does not end', '[{"a": "1}]', ['import.json', {}]],
    ['something behind it', '[{"a": 1}] x', ['import.json', {}]],
    ['two of them', '[{"a": 1}][]', ['import.json', {}]],
    ['a comma behind the last item', '[{"a": 1},]', ['import.json', {}]],
    ['no item between two commas', '[{"a": 1},,{"a": 1}]', ['import.json', {}]],
    ['brackets that do not match', '[{"a": 1]}', ['import.json', {}]],
    ['two items without a comma', '[{"a": 1} {"a": 2}]', ['import.json', {}]],
    ['an item that is no object', '[{"a": 1}, 2, {"a": 3}]', ['import.jsonRow', { line: 2 }]],
    ['an item that is null', '[null]', ['import.jsonRow', { line: 1 }]],
    [
      'an item that is too deep',
      `[{"a": 1}, {"a": ${'['.repeat(40)}${']'.repeat(40)}}]`,
      ['import.jsonDeep', { line: 2, max: 32 }],
    ],
    ['an item that is too long', `[{"a": "${'x'.repeat(9_000_000)}"}]`, ['import.line', { line: 1, max: '1,000,000' }]],
    ['no rows', '[]', ['import.noTitles', {}]],
  ])('%s is refused', async (_what, text, refused) => {
    expect(await refusal(read(await written('json', [text])))).toEqual(refused)
  })

  test('names that come late have a column too, and numbers stay as they are written', async () => {
    const path = await written('json', ['[{"a": 900719925474099312, "b": true}, {"c": 1.50, "a": [1, 2.0]}]'])
    expect(await read(path)).toMatchObject({ head: ['a', 'b', 'c'], rows: 2 })
    const rows: string[][] = []
    for await (const row of keptRows(`${path}.kept`)) rows.push(row)
    expect(rows).toEqual([
      ['a', 'b', 'c'],
      ['900719925474099312', '1', ''],
      ['1,2.0', '', '1.50'],
    ])
  })
})

describe('limits', () => {
  test('no more than a million lines', async () => {
    const path = await written('csv', ['n', '\nx'.repeat(importLimits.rows + 1)])
    expect(await refusal(read(path))).toEqual(['import.tooManyRows', { max: '1,000,000' }])
  })

  test('lines and cells that are too long', async () => {
    const cell = 'x'.repeat(30_000)
    const long = await written('csv', ['a\n', Array(34).fill(cell).join(',')])
    expect(await refusal(read(long))).toEqual(['import.csv', { line: expect.any(Number) }])
    const wide = await written('csv', ['a\n', 'x'.repeat(32_768)])
    expect(await refusal(read(wide))).toEqual(['import.cell', { line: 2, max: '32,767' }])
    const object = Object.fromEntries(Array.from({ length: 34 }, (_, i) => [`m${i}`, cell]))
    expect(await refusal(read(await written('json', [JSON.stringify([object])])))).toEqual([
      'import.line',
      { line: 2, max: '1,000,000' },
    ])
  })

  test('texts of a workbook are kept as they are, up to so many bytes', () => {
    const texts = new Texts(4 * megabyte)
    const said = Array.from({ length: 2500 }, (_, i) => `${i} ${'两段😀'.repeat(60)}`)
    for (const text of said) texts.add(text)
    expect(said.every((text, i) => texts.at(i) === text)).toBe(true)
    expect([texts.at(-1), texts.at(2500), texts.at(Number.NaN), texts.at(0.5)]).toEqual(['', '', '', ''])
    const fill = () => {
      for (;;) texts.add('x'.repeat(30_000))
    }
    expect(fill).toThrow(expect.objectContaining({ code: 'import.texts', params: { mb: '4' } }))
    const longer = new Texts(4 * megabyte)
    longer.add('x'.repeat(40_000))
    expect(longer.at(0).length).toBe(importLimits.cell + 1) // which the check of cells refuses
  })

  test('bytes that become no text far into a file are seen', async () => {
    const path = await written('csv', ['名称\n', 'x\n'.repeat(200_000)])
    writeFileSync(path, Buffer.from([0xff, 0xff]), { flag: 'a' })
    expect(await refusal(read(path))).toEqual(['import.encoding', {}])
    const gbk = join(dir, 'late.csv')
    writeFileSync(
      gbk,
      Buffer.concat([Buffer.from('name\n'), Buffer.from('x\n'.repeat(100_000)), Buffer.from([0xb7, 0xe1, 0x0a])]),
    )
    expect(await read(gbk)).toMatchObject({ encoding: 'gbk', rows: 100_001 })
  })
})

test('which line had a text first is known of many', () => {
  const seen = new Seen()
  const many = 50_000
  for (let i = 1; i <= many; i++) expect(seen.first(`text ${i}`, i)).toBe(i)
  for (let i = 1; i <= many; i += 997) expect(seen.first(`text ${i}`, many + i)).toBe(i)
  seen.clear()
  expect(seen.first('text 1', 7)).toBe(7)
})
