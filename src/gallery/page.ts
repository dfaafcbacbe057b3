import type { Field } from '../schemas/field.ts'
import { kindOf } from '../schemas/kinds/index.ts'
import type { Page } from '../schemas/language/page.ts'
import { parsePage } from '../schemas/language/parsePage.ts'
import json from './page.json'

/** The page that declares one field of every kind. Throws with the findings when page.json is wrong. */
export function galleryPage(): Page {
  const issues: Parameters<typeof parsePage>[3] = []
  const page = parsePage('gallery', json, () => undefined, issues)
  if (!page || issues.length > 0) throw new Error(`src/gallery/page.json: ${JSON.stringify(issues)}`)
  return page
}

/** The states a field is shown in. */
export const fieldStates = ['empty', 'filled', 'wrong', 'disabled', 'readOnly'] as const
export type FieldState = (typeof fieldStates)[number]

/** The field as a page would declare it for the state. */
export function fieldIn(state: FieldState, field: Field): Field {
  if (state === 'wrong') return { ...field, required: true, readOnly: false }
  if (state === 'disabled') return { ...field, when: { ...field.when, disabled: { op: 'all', of: [] } } }
  return state === 'readOnly' ? { ...field, readOnly: true } : field
}

/** What the field holds in the state: nothing, a sample of its kind, or a value that its own checks refuse. */
export function valueIn(state: FieldState, field: Field): unknown {
  if (state === 'empty') return undefined
  return state === 'wrong' ? wrongValue(field) : sample(field, 1)
}

/** Values that are refused for more than being absent; other kinds are shown empty and required. */
const wrongValues: Readonly<Record<string, unknown>> = {
  string: 'x'.repeat(41),
  account: '7up',
  password: '12',
  code: '12',
  mobile: '123',
  idnumber: '110101199003071234',
  email: 'someone',
  url: 'javascript:alert(1)',
  varname: '1st name',
  number: 101,
  integer: -1,
  money: -1,
  duration: 86_400_001,
  subtable: [{ title: '', quantity: 100, price: 0 }],
}

function wrongValue(field: Field): unknown {
  return wrongValues[field.kind]
}

/** Samples with more to look at than those of the kinds: files that are there, a colour that is none of the page's. */
const seen: Readonly<Record<string, unknown>> = {
  image: '/demo/goods-01.svg',
  images: ['/demo/goods-01.svg', '/demo/goods-02.svg', '/demo/goods-03.svg'],
  file: '/demo/company-1.svg',
  files: ['/demo/company-1.svg', '/demo/company-2.svg'],
  color: '#4f46e5',
}

function sample(field: Field, n: number): unknown {
  if (field.kind in seen) return seen[field.kind]
  if (!field.fields) return kindOf(field).sample(field, n)
  return [1, 2].map((i) =>
    Object.fromEntries(Object.values(field.fields ?? {}).map((inner) => [inner.name, kindOf(inner).sample(inner, i)])),
  )
}
