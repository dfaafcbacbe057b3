import { defineKind } from './define.ts'
import { optionOf, optionSchema, optionStore, optionsShape, optionToWire, sampleOptions } from './options.ts'

/** One of a fixed list of options, chosen from a drop-down. */
export const select = defineKind({
  help: 'One of a list of options.',
  options: optionsShape,
  store: optionStore,
  empty: null,
  schema: optionSchema,
  fromWire: optionOf,
  toWire: optionToWire,
  message: 'option',
  cell: 'tag',
  operator: 'eq',
  input: 'options',
  comparable: 'number',
  sample: (field, n) => sampleOptions(field)[n % sampleOptions(field).length] ?? null,
})
