import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../../../src/renderers/form/check.ts'
import type { Field } from '../../../src/schemas/field.ts'
import type { JsonSchema } from '../../../src/schemas/jsonSchema.ts'
import { kindNames, kindOf } from '../../../src/schemas/kinds/index.ts'
import { formSchema } from '../../../src/schemas/language/form/formSchema.ts'
import { violationsOf } from '../../../src/schemas/language/form/violations.ts'
import { fieldOf, pageOf, sampleOf } from '../face.ts'

const ajv = new Ajv({ allErrors: true, strict: false })

/** What ajv finds when it compiles this very schema: place and keyword of each error. */
function byAjv(schema: JsonSchema, value: unknown): string[] {
  const validate = ajv.compile(schema)
  if (validate(value)) return []
  const leaves = (validate.errors ?? []).map((e) => {
    const extra =
      e.keyword === 'required'
        ? `/${e.params.missingProperty}`
        : e.keyword === 'additionalProperties'
          ? `/${e.params.additionalProperty}`
          : ''
    return `${e.instancePath}${extra}:${e.keyword}`
  })
  return [...new Set(leaves)].sort()
}

/** What the form finds, with the limits as data of one compiled schema. */
function byForm(schema: JsonSchema, value: unknown): string[] {
  return violationsOf(schema, value)
    .map(({ path, keyword }) => `${path.map((part) => `/${part}`).join('')}:${keyword}`)
    .sort()
}

const odd: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  '0',
  '-1',
  '1.5',
  'a'.repeat(300),
  'mail@example',
  'a@b.cn',
  '13800138000',
  '12800138000',
  'https://example.com/x',
  'javascript:alert(1)',
  '/storage/a.png',
  '//evil',
  '2026-02-30',
  '2026-02-28',
  '25:00:00',
  '09:30:00',
  '#fff',
  '#ggg',
  'pi pi-box',
  'ab<c',
  'a_b1',
  '9lives',
  '中文',
  '👍👍',
  0,
  1,
  2,
  -1,
  1.5,
  0.1,
  1e15,
  1e21,
  Number.MAX_SAFE_INTEGER,
  true,
  false,
  [],
  [1],
  [1, 1],
  ['a'],
  ['a', 'b'],
  [null],
  [{ key: 'k', value: 'v' }],
  [{ key: 'k' }],
  [{ key: 'k', value: 'v', more: 1 }],
  [{ quantity: 0 }],
  [{ quantity: 3 }],
  [{}],
  {},
  { a: 1 },
]

/** Settings under which each kind is tried: as it is, required, and with limits where it has them. */
const settings: readonly Record<string, unknown>[] = [{}, { required: true }]

describe.each(kindNames)('a field of kind %s', (kind) => {
  const fields = settings.map((set) => fieldOf(kind, set))

  it('breaks its schema exactly where ajv says so, for samples and for broken values', () => {
    for (const field of fields) {
      const schema = formSchema([field])
      const samples = Array.from({ length: 20 }, (_, n) => sampleOf(field, n))
      for (const value of [...samples, ...odd]) {
        const subject = value === undefined ? {} : { it: value }
        expect(byForm(schema, subject), JSON.stringify(value)).toEqual(byAjv(schema, subject))
      }
    }
  })

  it('breaks its schema exactly when ajv says so, for any value', () => {
    for (const field of fields) {
      const schema = formSchema([field])
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
          // Which of several faults is told first may differ; whether there is one may not.
          expect(byForm(schema, { it: value }).length === 0).toBe(byAjv(schema, { it: value }).length === 0)
        }),
        { numRuns: 60, seed: 7 },
      )
    }
  })

  it('takes its own samples', () => {
    for (const field of fields) expect(errorsOf(field, sampleOf(field, 3)), JSON.stringify(sampleOf(field, 3))).toEqual([])
  })

  it('asks for a value when it is required and untouched', () => {
    const field = fieldOf(kind, { required: true })
    // A switch always stands somewhere, and data is never typed by hand.
    if (kind === 'switch' || kind === 'json') return
    expect(errorsOf(field, undefined)).toEqual([`it:${kindOf(field).requiredMessage ?? 'required'}`])
  })
})

/** Who looks at the form, at the time of the samples. */
const rules = { sight: { values: {}, selfId: 1, now: 1_770_000_000 } }

function errorsOf(field: Field, value: unknown): string[] {
  const states = { it: { visible: true, required: field.required, disabled: false } }
  return checkForm([field], { it: value }, states, rules).map((e) => `${e.path.join('.')}:${e.error.code}`)
}

it('names the row and the field of a subtable that is wrong', () => {
  expect(errorsOf(fieldOf('subtable'), [{ quantity: 1 }, { quantity: 99 }])).toEqual(['it.1.quantity:max'])
})

it('leaves out what is hidden and asks for what is required now', () => {
  const page = pageOf('string', { when: { required: { id: 1 } } })
  const field = page.fields.it as Field
  const check = (visible: boolean, required: boolean) =>
    checkForm([field], {}, { it: { visible, required, disabled: false } }, rules)
  expect(check(true, true)).toHaveLength(1)
  expect(check(true, false)).toEqual([])
  expect(check(false, true)).toEqual([])
})
