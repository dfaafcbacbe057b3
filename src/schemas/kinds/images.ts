import { defineKind, listOf, textOf } from './define.ts'
import { acceptOf, addressesOf, addressPattern, pictureOptions } from './image.ts'

/** Addresses of pictures in the order shown; a list inside, kept in a PostgreSQL array. At most `max` of them (50 unless said). */
export const images = defineKind({
  help: 'Pictures in an order.',
  options: { min: 'count', max: 'positive', ...pictureOptions },
  store: () => ({ type: 'text[]' }),
  empty: [],
  schema: (field) => ({
    type: 'array',
    items: { type: 'string', pattern: addressPattern(), maxLength: 500 },
    maxItems: field.max ?? 50,
    ...(field.required ? { minItems: field.min ?? 1 } : {}),
  }),
  fromWire: (value) => listOf(value).map((item) => textOf(item) ?? ''),
  toWire: (value) => (Array.isArray(value) ? value : []),
  message: 'url',
  cell: 'images',
  operator: false,
  input: 'none',
  comparable: false,
  uploads: { many: true, accept: acceptOf('image/*'), addresses: addressesOf },
  sample: (_field, n) => [`/static/sample/${n}.png`],
})
