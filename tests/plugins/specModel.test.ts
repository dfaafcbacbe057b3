import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyText, fillDown, paste, setCells, setColumn } from '../../src/plugins/spec-editor/model/cells.ts'
import { codesOf, setCodes, setImagesOfValues } from '../../src/plugins/spec-editor/model/codes.ts'
import { createEditor, type Editor } from '../../src/plugins/spec-editor/model/editor.ts'
import { generate, isPending, planOf } from '../../src/plugins/spec-editor/model/generate.ts'
import { rowName, type Sheet, sheetColumns, sheetOf, specValueOf, textsOf } from '../../src/plugins/spec-editor/model/sheet.ts'
import * as specs from '../../src/plugins/spec-editor/model/specs.ts'
import { parseBlock } from '../../src/renderers/fields/paste/parseBlock.ts'
import { parseSpec } from '../../src/schemas/kinds/specEditor.ts'
import { checkSpec, type SpecValue } from '../../src/schemas/kinds/specRules.ts'
import { isLong } from '../harness/sampling.ts'

/** A goods in two colours and two sizes, stored with the ids 1 to 4. */
const stored = parseSpec({
  attributes: [
    { name: 'Colour', values: [{ value: 'Red' }, { value: 'Blue' }] },
    { name: 'Size', values: [{ value: 'S' }, { value: 'M' }] },
  ],
  skus: [
    ['Red', 'S'],
    ['Red', 'M'],
    ['Blue', 'S'],
    ['Blue', 'M'],
  ].map((values, i) => ({ id: i + 1, values, price: `${i + 1}.00`, stock: 10, sku_code: `C${i}` })),
})

function open(value: SpecValue | null = stored, type: 'single' | 'multi' = 'multi'): Editor {
  return createEditor({ value, type, onChange: () => undefined })
}

/** `name id price` of each row. */
function rows(sheet: Sheet): string[] {
  const texts = textsOf(sheet)
  return sheet.rows.map((row) => `${rowName(sheet, texts, row)} ${row.cells.id ?? 'new'} ${row.cells.price ?? '-'}`)
}

const attributeOf = (sheet: Sheet, at: number) => sheet.attributes[at]?.key ?? 0
const valueKey = (sheet: Sheet, at: number, value: number) => sheet.attributes[at]?.values[value]?.key ?? 0
const keys = (sheet: Sheet) => sheet.rows.map(({ key }) => key)

describe('combinations', () => {
  it('wait for being generated, and leave the rows that are there as they are', () => {
    const editor = open()
    editor.act((sheet) => specs.addValues(sheet, attributeOf(sheet, 1), ['L', 's', ' L ']))
    expect(editor.get().plan).toMatchObject({ count: 6, added: 2, dropped: 0 })
    expect(editor.get().sheet.rows).toHaveLength(4)
    expect(editor.get().faults.map(({ code }) => code)).toEqual(['specIncomplete'])
    editor.act(generate)
    expect(rows(editor.get().sheet)).toEqual([
      'Red / S 1 100',
      'Red / M 2 200',
      'Red / L new -',
      'Blue / S 3 300',
      'Blue / M 4 400',
      'Blue / L new -',
    ])
    expect(isPending(editor.get().plan)).toBe(false)
  })

  it('keep their SKUs when a value or a spec is renamed or moved, at once', () => {
    const editor = open()
    editor.act((sheet) => specs.renameValue(sheet, valueKey(sheet, 0, 0), 'Crimson'))
    editor.act((sheet) => specs.renameAttribute(sheet, attributeOf(sheet, 0), 'Tone'))
    editor.act((sheet) => specs.moveValue(sheet, valueKey(sheet, 0, 0), 1))
    editor.act((sheet) => specs.moveAttribute(sheet, attributeOf(sheet, 1), -1))
    expect(rows(editor.get().sheet)).toEqual(['S / Blue 3 300', 'S / Crimson 1 100', 'M / Blue 4 400', 'M / Crimson 2 200'])
    expect(editor.get().faults).toEqual([])
    expect(editor.get().value.attributes.map(({ name }) => name)).toEqual(['Size', 'Tone'])
  })

  it('of a spec that is added stay with its first value and are copied for the others, without key, stock and code', () => {
    const editor = open()
    editor.act((sheet) => specs.addAttribute(sheet, 'Cut'))
    expect(editor.get().plan.isPossible).toBe(false)
    editor.act((sheet) => specs.addValues(sheet, attributeOf(sheet, 2), ['Slim', 'Wide']))
    editor.act(generate)
    const { sheet } = editor.get()
    expect(rows(sheet).slice(0, 4)).toEqual([
      'Red / S / Slim 1 100',
      'Red / S / Wide new 100',
      'Red / M / Slim 2 200',
      'Red / M / Wide new 200',
    ])
    expect(sheet.rows[1]?.cells).toMatchObject({ stock: null, sku_code: '' })
  })

  it('of a spec that is taken away stay with their first row; what comes back before is as it was', () => {
    const editor = open()
    editor.act((sheet) => specs.removeAttribute(sheet, attributeOf(sheet, 1)))
    expect(editor.get().plan).toMatchObject({ count: 2, added: 0, dropped: 2 })
    const back = specs.applyTemplate(editor.get().sheet, [{ name: 'size', values: ['S', 'M'] }])
    expect(rows(generate(back))).toEqual(rows(sheetOf(stored, 'multi')))
    const byHand = specs.renameAttribute(specs.addAttribute(editor.get().sheet, ''), editor.get().sheet.next, 'Size')
    expect(rows(generate(specs.addValues(byHand, attributeOf(byHand, 1), ['S', 'M'])))).toEqual(rows(sheetOf(stored, 'multi')))
    editor.act(generate)
    expect(rows(editor.get().sheet)).toEqual(['Red 1 100', 'Blue 3 300'])
    editor.undo()
    editor.undo()
    expect(rows(editor.get().sheet)).toEqual(rows(sheetOf(stored, 'multi')))
  })

  it('of a value that is taken away and added again are those from before', () => {
    const editor = open()
    editor.act((sheet) => specs.removeValue(sheet, valueKey(sheet, 0, 0)))
    editor.act((sheet) => specs.addValues(sheet, attributeOf(sheet, 0), ['red']))
    expect(rows(editor.get().sheet)).toEqual(['Blue / S 3 300', 'Blue / M 4 400', 'red / S 1 100', 'red / M 2 200'])
  })

  it('come from a template, beside what is there', () => {
    const editor = open(null)
    editor.act((sheet) =>
      specs.applyTemplate(sheet, [
        { name: 'Colour', values: ['Red', 'Blue'] },
        { name: 'Size', values: ['S'] },
      ]),
    )
    editor.act(generate)
    expect(rows(editor.get().sheet)).toEqual(['Red / S new -', 'Blue / S new -'])
    editor.act((sheet) => specs.applyTemplate(sheet, [{ name: 'colour', values: ['Red'], pictured: true }]))
    expect(editor.get().sheet.attributes.map(({ name, pictured }) => [name, pictured])).toEqual([
      ['Colour', true],
      ['Size', undefined],
    ])
  })

  it('that are too many are not made', () => {
    const values = Array.from({ length: 20 }, (_, i) => `v${i}`)
    const editor = open(null)
    editor.act((sheet) =>
      specs.applyTemplate(
        sheet,
        ['a', 'b', 'c'].map((name) => ({ name, values })),
      ),
    )
    expect(editor.get().plan).toMatchObject({ count: 8000, isPossible: false })
    const before = editor.get()
    editor.act(generate)
    expect(editor.get()).toBe(before)
  })

  it('that another server has too many of are shown with a message', () => {
    const list = Array.from({ length: 1000 }, (_, i) => `v${i}`)
    const value = parseSpec({
      attributes: [0, 1].map((n) => ({
        name: `s${n}`,
        values: list.slice(n * 500, n * 500 + 500).map((each) => ({ value: each })),
      })),
      skus: Array.from({ length: 1001 }, (_, i) => ({
        id: i + 1,
        values: [list[i % 500], list[500 + Math.floor(i / 3)]],
        price: '1',
        stock: 1,
        sku_code: `v${i}`,
      })),
    })
    expect(open(value).get().sheet.rows).toHaveLength(1001)
    expect(
      open(value)
        .get()
        .faults.map(({ code }) => code),
    ).toContain('specSkusMax')
  })
})

describe('cells', () => {
  const sheet = sheetOf(stored, 'multi')

  it('are set by column, for all rows or for those with a value', () => {
    expect(setColumn(sheet, keys(sheet), 'stock', '7').rows.map(({ cells }) => cells.stock)).toEqual([7, 7, 7, 7])
    expect(setColumn(sheet, keys(sheet).slice(2), 'price', '¥1,234.5').rows.map(({ cells }) => cells.price)).toEqual([
      100, 200, 123_450, 123_450,
    ])
    expect(setColumn(sheet, keys(sheet), 'status', 'off').rows.map(({ cells }) => cells.status)).toEqual([0, 0, 0, 0])
    expect(setColumn(sheet, keys(sheet), 'image', 'javascript:alert(1)')).toBe(sheet)
  })

  it('keep what was typed and is no number, and tell it', () => {
    const editor = open()
    editor.act((all) => setCells(all, [{ row: keys(all)[1] ?? 0, column: 'price' }], 'ten'))
    expect(editor.get().value.skus[1]?.price).toBe('ten')
    expect(editor.get().faults).toMatchObject([{ path: ['skus', 1, 'price'], code: 'specPrice', params: { at: '#2 Red / M' } }])
  })

  it('are filled down from the first', () => {
    const filled = fillDown(sheet, keys(sheet).slice(1), ['price', 'sku_code'])
    expect(filled.rows.map(({ cells }) => cells.price)).toEqual([100, 200, 200, 200])
  })

  it('take a block of a spreadsheet from the cell on, and tell what is beyond the table and what is no value', () => {
    const at = { row: keys(sheet)[2] ?? 0, column: 'low_stock' as const }
    const done = paste(sheet, keys(sheet), at, [['3', '0', 'x'], ['many', '否'], ['5']])
    expect(done).toMatchObject({
      cells: 4,
      wrong: 1,
      rowsBeyond: 1,
      columnsBeyond: 1,
      refused: [],
    })
    expect(done.sheet.rows.map(({ cells }) => [cells.low_stock, cells.status])).toEqual([
      [null, 1],
      [null, 1],
      [3, 0],
      ['many', 0],
    ])
    const states = paste(sheet, keys(sheet), { row: keys(sheet)[0] ?? 0, column: 'status' }, [['perhaps']])
    expect(states).toMatchObject({ cells: 0, refused: [{ row: keys(sheet)[0], column: 'status' }] })
    expect(states.sheet).toBe(sheet)
  })

  it('come back as they are when they are copied and pasted', () => {
    const first = setColumn(sheet, keys(sheet), 'sku_code', 'a"b')
    const block = copyText(first, keys(sheet), sheetColumns)
      .split('\n')
      .map((line) => line.split('\t').map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)))
    expect(paste(first, keys(sheet), { row: keys(sheet)[0] ?? 0, column: 'image' }, block)).toMatchObject({
      refused: [],
      rowsBeyond: 0,
      columnsBeyond: 0,
    })
    expect(specValueOf(paste(first, keys(sheet), { row: keys(sheet)[0] ?? 0, column: 'image' }, block).sheet)).toEqual(
      specValueOf(first),
    )
  })

  it('are read from what spreadsheets copy, whatever their line ends and quotation marks', () => {
    expect(parseBlock('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect(parseBlock('"a\tb"\t"say ""hi"""\n"two\nlines"\t')).toEqual([
      ['a\tb', 'say "hi"'],
      ['two\nlines', ''],
    ])
    expect(parseBlock('"5 inches\t7\r\nx\t8\r\n')).toEqual([
      ['"5 inches', '7'],
      ['x', '8'],
    ])
  })

  it('have codes by a pattern, of numbers and values, that no two SKUs share', () => {
    const [first = 0, second = 0, ...others] = keys(sheet)
    const codes = (rows: readonly number[], pattern: string) => [...(codesOf(sheet, rows, pattern)?.values() ?? [])]
    expect(codes(keys(sheet), 'T-$1-$2')).toEqual(['T-Red-S', 'T-Red-M', 'T-Blue-S', 'T-Blue-M'])
    expect(codes([second, first], 'T##$3')).toEqual(['T01$3', 'T02$3'])
    // C2 and C3 are the codes of the other rows.
    expect(codes([first, second], 'C#')).toEqual(['C1', 'C4'])
    expect(codes(others, '')).toEqual(['', ''])
    expect(codesOf(sheet, [first, second], 'T-$1')).toBeUndefined()
    expect(codesOf(sheet, [first], 'c3')).toBeUndefined()
    const long = codesOf(sheet, keys(sheet), `${'x'.repeat(64)}#`)
    expect(long).toBeUndefined()
    const set = setCodes(sheet, new Map([[second, 'N']]))
    expect(set.rows.map(({ cells }) => cells.sku_code)).toEqual(['C0', 'N', 'C2', 'C3'])
    expect(setCodes(set, new Map([[second, 'N']]))).toBe(set)
  })

  it('take the pictures of their values', () => {
    const red = valueKey(sheet, 0, 0)
    const pictured = specs.setValueImage(sheet, red, '/demo/goods-01.svg')
    const images = (all: Sheet) => all.rows.map(({ cells }) => cells.image)
    expect(images(setImagesOfValues(pictured, keys(pictured)))).toEqual(['/demo/goods-01.svg', '/demo/goods-01.svg', '', ''])
    expect(images(setImagesOfValues(pictured, keys(pictured).slice(1)))).toEqual(['', '/demo/goods-01.svg', '', ''])
    expect(setImagesOfValues(sheet, keys(sheet))).toBe(sheet)
  })

  it('that were changed are marked until that is undone', () => {
    const editor = open()
    editor.act((all) => setColumn(all, keys(all).slice(0, 1), 'price', '5'))
    const marked = () => editor.get().sheet.rows.map((row) => editor.isChanged(row, 'price'))
    expect(marked()).toEqual([true, false, false, false])
    editor.act((all) => setColumn(all, keys(all).slice(0, 1), 'price', '1'))
    expect(marked()).toEqual([false, false, false, false])
  })
})

it('the form always receives the newest value', () => {
  const heard: SpecValue[] = []
  const editor = createEditor({ value: stored, type: 'multi', onChange: (value) => heard.push(value) })
  editor.act((sheet) => setColumn(sheet, keys(sheet), 'stock', '1'))
  editor.act((sheet) => setColumn(sheet, keys(sheet), 'stock', '2'))
  expect(heard).toEqual([])
  expect(editor.told().value.skus[0]?.stock).toBe(10)
  editor.tell()
  editor.tell()
  expect(heard.map(({ skus }) => skus[0]?.stock)).toEqual([2])
  expect(editor.told()).toBe(editor.get())
})

it('a goods without specs has one row, and changing its type empties everything', () => {
  const editor = open(null, 'single')
  editor.act((sheet) => setColumn(sheet, keys(sheet), 'price', '2'))
  editor.act((sheet) => setColumn(sheet, keys(sheet), 'stock', '1'))
  expect(editor.get().faults).toEqual([])
  editor.switchTo('multi')
  expect(editor.get()).toMatchObject({ type: 'multi', value: { attributes: [], skus: [] }, canUndo: false })
})

/** A step somebody may make; numbers choose among what is there. */
const step = fc.record({
  what: fc.nat(10),
  a: fc.nat(99),
  b: fc.nat(99),
  text: fc.constantFrom('Red', 'red', 'S', 'M', 'XL', 'new', '', '9.9', 'x'),
})
type Step = { what: number; a: number; b: number; text: string }

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

function make(sheet: Sheet, { what, a, b, text }: Step): Sheet {
  const attribute = pick(sheet.attributes, a)
  const key = attribute?.key ?? 0
  const value = pick(attribute?.values ?? [], b)?.key ?? 0
  const rowKeys = keys(sheet)
  const column = sheetColumns[b % sheetColumns.length] ?? 'price'
  const steps: readonly (() => Sheet)[] = [
    () => (sheet.attributes.length < 4 ? specs.addAttribute(sheet, text) : sheet),
    () => specs.removeAttribute(sheet, key),
    () => specs.renameAttribute(sheet, key, text),
    () => specs.moveAttribute(sheet, key, (b % 5) - 2),
    () => ((attribute?.values.length ?? 9) < 5 ? specs.addValues(sheet, key, [text]) : sheet),
    () => specs.removeValue(sheet, value),
    () => specs.renameValue(sheet, value, text),
    () => specs.moveValue(sheet, value, (a % 5) - 2),
    () => generate(sheet),
    () => setCells(sheet, [{ row: pick(rowKeys, a) ?? 0, column }], text),
    () => paste(sheet, rowKeys, { row: pick(rowKeys, a) ?? 0, column }, [[text, text], [text]]).sheet,
  ]
  return steps[what]?.() ?? sheet
}

const runs = { numRuns: isLong ? 5000 : 150 }

describe('whatever was done', () => {
  it('undoing every step restores the start, and redoing them the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (history) => {
        const editor = open()
        const start = editor.get().sheet
        for (const each of history) editor.act((sheet) => make(sheet, each))
        const end = editor.get().sheet
        while (editor.get().canUndo) editor.undo()
        expect(editor.get().sheet).toBe(start)
        while (editor.get().canRedo) editor.redo()
        expect(editor.get().sheet).toBe(end)
      }),
      runs,
    )
  })

  it('generating creates each combination once, and keeps every SKU whose combination is still there', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (history) => {
        const before = history.reduce(make, sheetOf(stored, 'multi'))
        const { rows: planned } = planOf(before)
        if (!planned) return
        const after = generate(before)
        const product = before.attributes.reduce(
          (count, { values }) => count * values.length,
          before.attributes.length > 0 ? 1 : 0,
        )
        const id = ({ combo }: { combo: Readonly<Record<number, number>> }) =>
          before.attributes.map(({ key }) => combo[key]).join()
        expect(after.rows).toHaveLength(product)
        expect(new Set(after.rows.map(id)).size).toBe(product)
        expect(new Set(keys(after)).size).toBe(product)
        const ids = after.rows.flatMap(({ cells }) => cells.id ?? [])
        expect(new Set(ids).size).toBe(ids.length)
        for (const row of before.rows) {
          const lasts =
            product > 0 && before.attributes.every(({ key, values }) => values.some((each) => each.key === row.combo[key]))
          const first = before.rows.find((each) => id(each) === id(row))
          if (lasts && first === row) expect(after.rows.find((each) => id(each) === id(row))?.cells).toBe(row.cells)
        }
        expect(isPending(planOf(after))).toBe(false)
      }),
      runs,
    )
  })

  it('the value has one SKU for each row, and reads back as the same table', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (history) => {
        const value = specValueOf(generate(history.reduce(make, sheetOf(stored, 'multi'))))
        // Values of one name cannot be told apart by it.
        if (checkSpec(value, { type: 'multi' }).some(({ path }) => path[0] === 'attributes')) return
        expect(specValueOf(sheetOf(value, 'multi'))).toEqual(value)
      }),
      runs,
    )
  })
})
