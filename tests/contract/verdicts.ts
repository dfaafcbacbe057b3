import { expect } from 'vitest'
import { validateFields } from '../../server/crud/validate/validate.ts'
import { checkForm } from '../../src/renderers/form/check.ts'
import type { Field } from '../../src/schemas/field.ts'
import type { KindName } from '../../src/schemas/kinds/index.ts'
import { parseFields } from '../../src/schemas/language/entity/parseEntity.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import { decodeRow } from '../../src/schemas/language/wire/codec.ts'
import { needed } from './kindFacts.ts'

export const now = 1_770_000_000

/** A field called `value` of this kind, with what it must say and `more`. */
export function fieldOf(name: KindName, more: object = {}): Field {
  const issues: Issue[] = []
  const { value: field } = parseFields({ value: { kind: name, ...needed[name], ...more } }, ['fields'], issues)
  expect(issues).toEqual([])
  if (!field) throw new Error(`a field of kind ${name} could not be made`)
  return field
}

/** Codes of messages by place; empty when the value is taken. */
export type Verdict = Readonly<Record<string, string>>

/** What the browser says of a wire value: its codec, then the check of the form. Codes by place. */
export function byBrowser(field: Field, wire: unknown): Verdict {
  const { values, errors } = decodeRow({ value: field }, { value: wire })
  if (Object.keys(errors).length > 0) return codes(errors)
  const states = { value: { visible: true, required: field.required, disabled: false } }
  const found = checkForm([field], values, states, { sight: { values, selfId: 1, now } })
  return Object.fromEntries(found.map(({ path, error }) => [place(path, field), error.code]))
}

/** What the server says of it: the same codec, then ajv and its own rules. */
export function byServer(field: Field, wire: unknown): Verdict {
  const { values, errors } = decodeRow({ value: field }, { value: wire })
  if (Object.keys(errors).length > 0) return codes(errors)
  return codes(validateFields({ fields: [field], record: values, selfId: 1, now }))
}

function codes(errors: Readonly<Record<string, { code: string }>>): Verdict {
  return Object.fromEntries(Object.entries(errors).map(([name, { code }]) => [name, code]))
}

/** Both tell a fault inside a list at the list itself, one inside a row at the row's field, and one that a kind places at its place. */
function place(path: readonly (string | number)[], field: Field): string {
  return (typeof path[1] === 'string' ? path : path.slice(0, field.fields ? 3 : 1)).join('.')
}

/** Options of kinds, a value each refuses with the code of its message, and one that each takes. */
export const limits: readonly [kind: KindName, options: object, refused: unknown, code: string, taken: unknown][] = [
  ['string', { minLength: 3 }, 'ab', 'minLength', 'abc'],
  ['string', { maxLength: 3 }, 'abcd', 'maxLength', 'abc'],
  ['string', { pattern: '^[0-9]{6}$' }, '12', 'wrong', '310000'],
  ['string', { rule: 'name' }, '王', 'name', '王小明'],
  ['string', { rule: 'name' }, '王 3', 'name', 'Anne-Marie O·Neill'.replace("'", '')],
  ['string', { rule: 'name' }, ' 王小明', 'name', '阿卜杜拉·买买提'],
  ['textarea', { maxLength: 3 }, 'abcd', 'maxLength', 'a\nb'],
  ['integer', { min: 2 }, 1, 'min', 2],
  ['integer', { max: 2 }, 3, 'max', 2],
  ['number', { min: 0.5 }, 0.4, 'min', 0.5],
  ['float', { scale: 3 }, 0.1234, 'decimals', 0.123],
  ['number', { scale: 0 }, 1.5, 'decimals', 2],
  ['money', { min: '1.00' }, '0.99', 'min', '1.00'],
  ['money', { max: '1.00' }, '1.01', 'max', '1.00'],
  ['year', { min: 2000 }, 1999, 'min', 2000],
  ['date', { min: '2026-01-10' }, '2026-01-09', 'earliest', '2026-01-10'],
  ['date', { max: '2026-01-10' }, '2026-01-11', 'latest', '2026-01-10'],
  ['date', { max: 'now' }, '2026-02-03', 'future', '2026-02-02'],
  ['date', { min: 'now' }, '2026-02-01', 'past', '2026-02-02'],
  ['time', { min: '08:00' }, '07:59:59', 'earliest', '08:00:00'],
  ['time', { max: '18:00' }, '18:00:01', 'latest', '18:00:00'],
  ['duration', { min: '00:01:00' }, '00:00:59.999', 'min', '00:01:00'],
  ['duration', { max: '02:00:00.500' }, '02:00:00.501', 'max', '02:00:00.500'],
  ['datetime', { min: 'now' }, now - 1, 'past', now],
  ['datetime', { max: 'now' }, now + 1, 'future', now],
  ['datetime', { max: '2026-01-01 00:00:00' }, '2026-01-01 00:00:01', 'latest', '2026-01-01 00:00:00'],
  ['checkbox', { min: 2 }, [1], 'minItems', [1, 2]],
  ['multiselect', { max: 1 }, [1, 2], 'maxItems', [2]],
  ['tags', { min: 2 }, ['a'], 'minItems', ['a', 'b']],
  ['tags', { max: 1 }, 'a, b', 'maxItems', ' a '],
  ['remoteMultiSelect', { max: 1 }, [1, 2], 'maxItems', [2]],
  [
    'array',
    { min: 2 },
    [{ key: 'a', value: 'b' }],
    'minItems',
    [
      { key: 'a', value: 'b' },
      { key: 'c', value: 'd' },
    ],
  ],
  [
    'array',
    { max: 1 },
    [
      { key: 'a', value: 'b' },
      { key: 'c', value: 'd' },
    ],
    'maxItems',
    [{ key: 'a', value: 'b' }],
  ],
  ['subtable', { min: 2 }, [{ title: 'a' }], 'minItems', [{ title: 'a' }, { title: 'b' }]],
  ['subtable', { max: 1 }, [{ title: 'a' }, { title: 'b' }], 'maxItems', [{ title: 'a' }]],
  ['color', {}, '#11223380', 'color', '#112233'],
  ['color', { alpha: true }, '#1122338', 'color', '#11223380'],
  ['color', { alpha: true }, 'rgba(1,2,3)', 'color', 'rgba(1, 2, 3, 0.5)'],
  ['city', { level: 1 }, [330_000, 330_100], 'maxItems', [330_000]],
  ['city', { level: 2 }, [330_000], 'city', [330_000, 330_100]],
  ['regions', { level: 1 }, [330_100], 'regions', [330_000]],
  ['regions', { max: 1 }, [330_000, 320_500], 'maxItems', [320_500]],
  ['regions', {}, [330_000, 330_106], 'regionsOverlap', [330_106, 330_105]],
  ['idnumber', {}, '110101199003074515', 'idnumber', '110101900307451'],
  ['password', {}, 'Password', 'commonPassword', 'Kontor-7-pass'],
]
