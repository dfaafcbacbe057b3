import { countOptions, countSchema, defineKind, listOf } from './define.ts'
import { isNumeric, optionItem, optionOf, optionsShape, sampleOptions } from './options.ts'

/** Some of a fixed list of options: a list, kept in a PostgreSQL array. `min`, `max`: how many. */
export const multiselect = defineKind({
  help: 'Any of a list of options.',
  options: { ...optionsShape, ...countOptions },
  store: (field) => ({ type: isNumeric(field) ? 'integer[]' : 'text[]' }),
  empty: [],
  schema: (field) => ({
    type: 'array',
    items: optionItem(field),
    uniqueItems: true,
    ...countSchema(field),
  }),
  fromWire: (value, field) => [...new Set(listOf(value).map((item) => optionOf(item, field)))],
  toWire: (value, field) => (Array.isArray(value) ? value.map((item) => (field.wire === 'number' ? item : String(item))) : []),
  message: 'option',
  check: (value, { options = [] }) =>
    Array.isArray(value) && options.some((option) => option.fixed && !value.includes(option.value)) ? 'fixedOption' : undefined,
  cell: 'tags',
  operator: 'FIND_IN_SET',
  input: 'options',
  comparable: false,
  sample: (field, n) => {
    const values = sampleOptions(field)
    const some = values.filter((_, i) => i % 2 === n % 2 || i === 0)
    return (some.length < (field.min ?? 0) ? values : some).slice(0, Math.max(field.max ?? values.length, field.min ?? 0))
  },
})
