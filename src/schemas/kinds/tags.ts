import { countOptions, countSchema, defineKind, listOf, textOf } from './define.ts'

/** Short texts that are entered freely, in the order given: a list, kept in a PostgreSQL array. `min`, `max`: how many. */
export const tags = defineKind({
  help: 'Short texts, entered freely.',
  options: countOptions,
  store: () => ({ type: 'text[]' }),
  empty: [],
  schema: (field) => ({ type: 'array', items: { type: 'string', maxLength: 1000 }, ...countSchema(field) }),
  fromWire: (value) => {
    const texts = listOf(value).map((item) => textOf(item) ?? '')
    return (typeof value === 'string' ? texts.map((text) => text.trim()) : texts).filter((text) => text !== '')
  },
  toWire: (value) => (Array.isArray(value) ? value.map((item) => textOf(item) ?? '') : []),
  message: 'list',
  cell: 'tags',
  operator: 'FIND_IN_SET',
  input: 'text',
  comparable: false,
  sample: (field, n) =>
    Array.from({ length: Math.max(field.min ?? 0, Math.min(2, field.max ?? 2)) }, (_, i) => `${field.name}${n + i}`),
})
