import { defineKind, nullableType } from './define.ts'
import { CodecError } from './kind.ts'

/** Yuan: integer fen everywhere inside, decimal text with two digits on the wire and in pages (decision 9). Never a float. */
export const money = defineKind({
  help: 'Amount in yuan, stored in fen.',
  options: { min: 'amount', max: 'amount' },
  store: () => ({ type: 'bigint' }),
  empty: null,
  schema: (field) => ({ type: nullableType('integer', field), minimum: field.min ?? -limit, maximum: field.max ?? limit }),
  fromWire: (value) => parseFen(value),
  toWire: (value) => (value === null || value === undefined ? null : formatFen(value)),
  message: 'money',
  cell: 'money',
  operator: 'RANGE',
  input: 'range',
  align: 'right',
  comparable: 'number',
  sample: (field, n) => Math.min(field.max ?? limit, Math.max(field.min ?? 0, (n % 1000) * 100 + 5)),
})

const limit = 999_999_999_999_999

/** Integer fen of a decimal text ("12.5", "-3", 12.5 as JSON number) with at most two decimals; null for an empty one. */
export function parseFen(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  const match = /^(-?)(0|[1-9]\d{0,12})(?:\.(\d{1,2})0*)?$/.exec(text)
  if (!match) throw new CodecError('money')
  const [, sign, whole = '0', decimals = ''] = match
  const fen = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return sign === '-' && fen !== 0 ? -fen : fen
}

/** Decimal text of integer fen: 1250 → "12.50". What the database holds beyond the numbers that JavaScript says exactly comes as its text. */
export function formatFen(value: unknown): string {
  const isWhole = typeof value === 'string' ? /^-?\d{1,30}$/.test(value) : Number.isSafeInteger(Number(value))
  if (!isWhole) throw new CodecError('money')
  const fen = typeof value === 'string' ? value.replace(/^-?0+(?=\d)/, '') : String(Number(value))
  const digits = fen.replace('-', '').padStart(3, '0')
  return `${fen.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
