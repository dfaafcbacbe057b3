import { countOptions, countSchema, defineKind } from './define.ts'
import { CodecError } from './kind.ts'
import { plainText } from './markup.ts'

/** Rows with fields of their own. `from` names the relation of the record whose rows fill it at first. Kept as JSON unless it is a field of an action. */
export const subtable = defineKind({
  help: 'Rows with fields of their own inside a record.',
  inCells: false,
  options: { from: 'text', sum: 'texts', ...countOptions },
  store: () => ({ type: 'jsonb' }),
  empty: [],
  // The schema and the codec of the rows are built from the fields of a row: language/formSchema.ts, language/codec.ts.
  schema: (field) => ({ type: 'array', ...countSchema(field, 500) }),
  fromWire: (value) => {
    if (value === null || value === undefined || value === '') return []
    if (!Array.isArray(value) || !value.every(isRow)) throw new CodecError('array')
    return value
  },
  toWire: (value) => (Array.isArray(value) ? value : []),
  plain: (value) => (Array.isArray(value) ? value.map(rowText).filter(Boolean).join('; ') : ''),
  message: 'array',
  cell: 'text',
  operator: false,
  input: 'none',
  comparable: false,
  sample: () => [],
})

const isRow = (row: unknown) => row !== null && typeof row === 'object' && !Array.isArray(row)

/** The content of a row on one line. */
function rowText(row: unknown): string {
  const values = row !== null && typeof row === 'object' ? Object.values(row) : []
  return values
    .filter((value) => typeof value === 'number' || (typeof value === 'string' && value !== ''))
    .map((value) => plainText(String(value)))
    .join(' ')
}
