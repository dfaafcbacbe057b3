import type { Kind } from '../field.ts'

/** Data that people read and the server writes; never edited in a form. */
export const json: Kind = {
  inCells: false,
  options: {},
  store: () => ({ type: 'jsonb' }),
  empty: null,
  schema: () => ({}),
  fromWire: (value) => (value === '' ? null : (value ?? null)),
  toWire: (value) => value ?? null,
  cell: 'text',
  operator: false,
  input: 'none',
  comparable: false,
  sample: (_field, n) => ({ n }),
}
