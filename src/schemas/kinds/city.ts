import { defineKind, integerOf, listOf } from './define.ts'
import { CodecError, type KindField } from './kind.ts'

type LevelField = KindField & { level?: number }

/**
 * A region of China: the codes (GB/T 2260) of province, city and district from the outside in, as many as `level` says (3 unless said).
 * Numbers on the wire, texts with `wire: "string"`; both are read. Rows carry the names beside them as `<field>_text`.
 */
export const city = defineKind({
  help: 'Province, city and district of China, by code.',
  inCells: false,
  options: { level: 'level' },
  store: () => ({ type: 'integer[]' }),
  empty: [],
  schema: (field) => ({
    type: 'array',
    items: { type: 'integer', minimum: 110_000, maximum: 829_999 },
    maxItems: levelOf(field),
    ...(field.required ? { minItems: 1 } : {}),
  }),
  fromWire: (value) =>
    listOf(value).map((item) => {
      const code = integerOf(item)
      if (!/^[1-8]\d{5}$/.test(String(code))) throw new CodecError('city')
      return code
    }),
  toWire: (value, field) => (Array.isArray(value) ? value.map((code) => (field.wire === 'string' ? String(code) : code)) : []),
  check: (value, field) => (isChain(value as readonly number[], levelOf(field)) ? undefined : 'city'),
  message: 'city',
  names: 'area',
  cell: 'text',
  operator: 'FIND_IN_SET',
  input: 'area',
  comparable: false,
  sample: (field, n) => (n % 2 ? [330_000, 330_100, 330_106] : [110_000, 110_100, 110_101]).slice(0, levelOf(field)),
})

/** How many codes a complete region has. */
export function levelOf(field: LevelField): number {
  return field.level ?? 3
}

/** Is each code inside the one before it, down to the last level? The table of codes itself is the server's. */
function isChain(codes: readonly number[], level: number): boolean {
  const [province = 0, town = 0, district = 0] = codes.map(String)
  if (codes.length !== level || !/^\d{2}0000$/.test(String(province))) return false
  if (level > 1 && !(String(town).slice(0, 2) === String(province).slice(0, 2) && /^\d{4}00$/.test(String(town)))) return false
  return level < 3 || String(district).slice(0, 4) === String(town).slice(0, 4)
}
