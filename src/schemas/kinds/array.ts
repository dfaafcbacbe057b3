import { isObject } from '../isObject.ts'
import { countOptions, countSchema, defineKind, textOf } from './define.ts'
import { CodecError } from './kind.ts'

/** Rows of a key and a value: [{ key, value }]. The words `<field>.key` and `<field>.value` are the titles of the two columns. */
export const array = defineKind({
  help: 'Rows of a key and a value.',
  options: countOptions,
  store: () => ({ type: 'jsonb' }),
  empty: [],
  schema: (field) => ({
    type: 'array',
    ...countSchema(field, 200),
    items: {
      type: 'object',
      properties: { key: { type: 'string', maxLength: 200 }, value: { type: 'string', maxLength: 2000 } },
      required: ['key', 'value'],
      additionalProperties: false,
    },
  }),
  fromWire: (value) => {
    if (value === null || value === undefined || value === '') return []
    const list: unknown = typeof value === 'string' ? parsed(value) : value
    if (!Array.isArray(list)) throw new CodecError('array')
    return list.map((row) => {
      if (!isObject(row)) throw new CodecError('array')
      const { key, value } = row
      return { key: textOf(key) ?? '', value: textOf(value) ?? '' }
    })
  },
  toWire: (value) => (Array.isArray(value) ? value : []),
  message: 'array',
  words: ['key', 'value'],
  cell: 'text',
  operator: false,
  input: 'none',
  comparable: false,
  sample: (_field, n) => [{ key: `key${n}`, value: `value${n}` }],
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CodecError('array')
  }
}
