import { countOptions, countSchema, defineKind, listOf } from './define.ts'
import { holdsText, keyOf, remoteOptions } from './remoteSelect.ts'

/** Keys of rows of another page or table. Key `check`: drawn as a tree of check boxes; `ordered`: the order of the keys counts. */
export const remoteMultiSelect = defineKind({
  help: 'Any rows of another page or table.',
  options: { ...remoteOptions, check: 'flag', ordered: 'flag', ...countOptions },
  store: (field) => (field.link ? null : { type: 'integer[]' }),
  empty: [],
  schema: (field) => ({
    type: 'array',
    items: { type: holdsText(field) ? 'string' : 'integer' },
    uniqueItems: true,
    ...countSchema(field),
  }),
  fromWire: (value, field) => [
    ...new Set(
      listOf(value)
        .map((item) => keyOf(item, field))
        .filter((item) => item !== null),
    ),
  ],
  toWire: (value, field) => (Array.isArray(value) ? value.map((item) => (field.wire === 'string' ? String(item) : item)) : []),
  words: ['off'],
  message: 'remote',
  cell: 'tags',
  operator: 'FIND_IN_SET',
  input: 'remote',
  comparable: false,
  sample: () => [1],
})
