import { levelOf } from './city.ts'
import { countOptions, countSchema, defineKind, integerOf, listOf } from './define.ts'
import { CodecError } from './kind.ts'

/**
 * Regions of China, each by one code (GB/T 2260) of a province, city or district, down to `level` (default 3). A region includes
 * everything inside it, so none may be inside another. Numbers on the wire, texts with `wire: "string"`; rows carry the names as
 * `<field>_text`.
 */
export const regions = defineKind({
  help: 'Regions of China, each a province, city or district, by code.',
  options: { level: 'level', ...countOptions },
  store: () => ({ type: 'integer[]' }),
  empty: [],
  schema: (field) => ({
    type: 'array',
    items: { type: 'integer', minimum: 110_000, maximum: 829_999 },
    uniqueItems: true,
    ...countSchema(field, 3500),
  }),
  fromWire: (value) => [
    ...new Set(
      listOf(value).map((item) => {
        const code = integerOf(item)
        if (!/^[1-8]\d{5}$/.test(String(code))) throw new CodecError('regions')
        return code
      }),
    ),
  ],
  toWire: (value, field) => (Array.isArray(value) ? value.map((code) => (field.wire === 'string' ? String(code) : code)) : []),
  check: (value, field) => {
    const codes = value as readonly number[]
    if (codes.some((code) => chainOf(code).length > levelOf(field))) return 'regions'
    const own = new Set(codes)
    return codes.some((code) =>
      chainOf(code)
        .slice(0, -1)
        .some((above) => own.has(above)),
    )
      ? 'regionsOverlap'
      : undefined
  },
  message: 'regions',
  names: 'regions',
  cell: 'text',
  operator: false,
  input: 'none',
  comparable: false,
  sample: (field, n) => (n % 2 ? [330_000, levelOf(field) > 1 ? 320_500 : 320_000] : [110_000]),
})

/** The codes of the province, city and district of a region, from the outside in, itself last. */
export function chainOf(code: number): number[] {
  const province = code - (code % 10_000)
  const city = code - (code % 100)
  return [...new Set([province, city, code])]
}
