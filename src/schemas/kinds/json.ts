import { defineKind } from './define.ts'

/** Data that people read and the server writes; never edited in a form. */
export const json = defineKind({
  help: 'Data as it is, read-only.',
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
})
