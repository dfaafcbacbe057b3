import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeScreen, type Screen } from '../../server/crud/screen/screen.ts'
import type { Field } from '../../src/schemas/field.ts'
import { isLong } from '../harness/sampling.ts'
import { productSchema } from '../harness/schemas.ts'

/** Texts as columns hold them, with what masks and JSON treat in a way of its own. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', '13812345678', 'anna@example.com', '张三', '👩‍👩‍👧 x', '2026-01-02', '<b>x</b><script>1</script>'),
)
const whole = fc.oneof(fc.integer(), fc.constantFrom(0, 1, 2, '9223372036854775807'))
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  smallint: fc.integer({ min: -5, max: 9 }),
  integer: fc.integer(),
  bigint: whole,
  numeric: fc.constantFrom('0', '12.50', '-3.1', '99999999999999999999.01', 'NaN'),
  real: fc.double(),
  'double precision': fc.double(),
  boolean: fc.boolean(),
  date: fc.constantFrom('2026-01-02', 'infinity', '12026-01-02'),
  time: fc.constantFrom('03:04:05', '03:04:05.67'),
  timestamp: fc.constantFrom('2026-01-02 03:04:05', 'infinity'),
  timestamptz: fc.constantFrom('2026-01-02 03:04:05+00', '-infinity'),
  json: fc.jsonValue(),
  jsonb: fc.jsonValue(),
  'text[]': fc.array(texts, { maxLength: 3 }),
  'smallint[]': fc.array(fc.integer(), { maxLength: 3 }),
  'integer[]': fc.array(fc.integer(), { maxLength: 3 }),
  'bigint[]': fc.array(whole, { maxLength: 3 }),
}

/** What the database may give for a field: a value of its column, nothing, or sometimes what its kind cannot read. */
function heldBy({ store, virtual }: Field): fc.Arbitrary<unknown> {
  const usual = store ? (values[store.type] ?? texts) : virtual?.list ? fc.array(fc.integer(), { maxLength: 2 }) : whole
  const other = fc.oneof(texts, fc.integer(), fc.boolean())
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: other })
}

function rowOf({ page, joined, entity }: Screen): fc.Arbitrary<Record<string, unknown>> {
  const own = Object.values({ ...entity.fields, ...page.fields }).map((field) => [field.name, heldBy(field)] as const)
  const others = joined.flatMap(({ fields }) => fields.map(({ field, as }) => [as, heldBy(field)] as const))
  const inside = fc.constantFrom(null, [], [['1', null]], [['2', 'x', '3']])
  return fc.record(Object.fromEntries([...own, ...others, ['i0', inside], ['i1', inside]]))
}

test('a row that is encoded in one pass is, to the letter, the one that is made of its model values', async () => {
  const schema = await productSchema()
  for (const page of schema.pages.values()) {
    if (page.kind !== 'crud') continue
    const screen = makeScreen(page, schema, { screenHooks: {}, rowActions: {} })
    const columns = page.table.columns.slice(0, 3).map(({ field }) => field)
    const shapes = [screen.list, screen.record, screen.choices, screen.listOf(columns)]
    const holds = fc.property(rowOf(screen), (raw) => {
      for (const shape of shapes)
        expect(JSON.stringify(shape.wireRaw([raw])[0]), page.id).toBe(JSON.stringify(shape.wire(shape.model(raw))))
    })
    fc.assert(holds, { numRuns: isLong ? 50 : 5 })
  }
})
