import { describe, expect, test } from 'vitest'
import { fillBlock, type PasteColumn } from '../../../src/renderers/fields/paste/fillBlock.ts'
import { type PasteTarget, pastedValue } from '../../../src/renderers/fields/paste/pastedValue.ts'
import type { Field } from '../../../src/schemas/field.ts'

const field = (own: object) => ({ name: 'value', when: {}, ...own }) as unknown as Field
const words: Readonly<Record<string, string>> = { 'fields.value.options.1': '红色', 'fields.value.options.2': '蓝色' }
const english: Readonly<Record<string, string>> = { 'fields.value.options.1': 'Red', 'fields.value.options.2': 'Blue' }
const rows = [
  { value: 7, label: 'SF Express' },
  { value: 8, label: 'SF Express International' },
  { value: 9, label: 'Twice' },
  { value: 10, label: 'Twice' },
]

async function read(own: object, text: string): Promise<unknown> {
  const target = {
    field: field(own),
    name: 'value',
    words: 'fields.value',
    form: {
      word: (key: string) => words[key],
      model: { fields: [], state: { values: {} } },
      options: async (_: string, { search }: { search: string }) => ({
        list: rows.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase())),
        total: 0,
      }),
    },
  }
  // A form as far as values are read by it.
  const found = await pastedValue(target as unknown as PasteTarget, text, (key) => english[key])
  return found ? found.value : 'none'
}

describe('a pasted text', () => {
  test.each([
    [{ kind: 'integer' }, ' 12.0 ', 12],
    [{ kind: 'integer' }, '1,200', 1200],
    [{ kind: 'integer' }, 'twelve', 'none'],
    [{ kind: 'money' }, '¥1,234.50', 123450],
    [{ kind: 'money' }, '￥１２', 1200],
    [{ kind: 'money' }, '1.234', 'none'],
    [{ kind: 'date' }, '2026/3/9', '2026-03-09'],
    [{ kind: 'date' }, '2026-02-30', 'none'],
    [{ kind: 'string' }, ' as it is ', 'as it is'],
    [{ kind: 'string' }, '', ''],
    [{ kind: 'switch' }, '是', 1],
    [{ kind: 'switch' }, 'No', 0],
    [{ kind: 'select', options: [{ value: 1 }, { value: 2 }] }, '蓝色', 2],
    [{ kind: 'select', options: [{ value: 1 }, { value: 2 }] }, 'red', 1],
    [{ kind: 'select', options: [{ value: 1 }, { value: 2 }] }, 'green', 'none'],
    [{ kind: 'multiselect', options: [{ value: 1 }, { value: 2 }] }, 'Red、蓝色', [1, 2]],
    [{ kind: 'remoteSelect', page: 'x' }, 'sf express', 7],
    [{ kind: 'remoteSelect', page: 'x' }, 'Twice', 'none'],
    [{ kind: 'remoteSelect', page: 'x' }, 'Unknown', 'none'],
  ])('into %o: %s is %o', async (own, text, value) => {
    expect(await read(own, text)).toEqual(value)
  })
})

const whole = (name: string): PasteColumn => ({
  name,
  read: async (text) => (/^\d*$/.test(text) ? { value: Number(text) } : undefined),
})
const fixed: PasteColumn = { ...whole('id'), shown: ({ id }) => String(id) }
const most = 3

describe('a pasted block', () => {
  const place = { row: 0, column: 0, rows: [{ id: 1, a: 0, b: 0 }], columns: [fixed, whole('a'), whole('b')], most }
  const add = () => ({ id: '', a: 0, b: 0 })

  test('goes over what is only read where it says the same', async () => {
    expect(await fillBlock([['1', '5', '6']], place)).toMatchObject({ rows: [{ id: 1, a: 5, b: 6 }], cells: 2, unfit: 0 })
    expect(await fillBlock([['2', '5', '6']], place)).toMatchObject({ rows: [{ id: 1, a: 5, b: 6 }], cells: 2, unfit: 1 })
  })

  test('adds rows while there may be more, and counts what finds no place', async () => {
    const block = [['1'], ['2'], ['3'], ['4']]
    const down = { ...place, column: 1 }
    expect(await fillBlock(block, down)).toMatchObject({ cells: 1, added: 0, unfit: 3 })
    const filled = await fillBlock(block, { ...down, add })
    expect(filled).toMatchObject({ cells: 3, added: 2, unfit: 1 })
    expect(filled.rows.map(({ a }) => a)).toEqual([1, 2, 3])
    expect(await fillBlock([['1', '2', '3']], down)).toMatchObject({ cells: 2, unfit: 1 })
  })

  test('leaves a cell as it was where the text is none of its values, and says which', async () => {
    const filled = await fillBlock([['x', '7']], { ...place, column: 1, rows: [{ id: 1, a: 4, b: 0 }] })
    expect(filled).toMatchObject({ rows: [{ id: 1, a: 4, b: 7 }], cells: 1, unfit: 1, wrong: { '0.a': 'x' } })
  })
})
