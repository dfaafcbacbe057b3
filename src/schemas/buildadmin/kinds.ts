import type { KindName } from '../kinds/index.ts'

/** The 24 inputs of BuildAdmin's forms (protocol 4.1). */
export const buildAdminInputs = [
  'string',
  'password',
  'number',
  'radio',
  'checkbox',
  'switch',
  'textarea',
  'array',
  'datetime',
  'year',
  'date',
  'time',
  'select',
  'selects',
  'remoteSelect',
  'remoteSelects',
  'editor',
  'city',
  'image',
  'images',
  'file',
  'files',
  'icon',
  'color',
] as const

export type BuildAdminInput = (typeof buildAdminInputs)[number]

/** The input for a kind in BuildAdmin's client, and the validator by which that client checks it. */
interface Counterpart {
  input: BuildAdminInput
  rule?: string
}

/**
 * The counterparts of kinds; a kind that is not named here is a plain text. One that BuildAdmin has no input for is a text with a validator:
 * the server checks what the text must be.
 * `float` has no validator: that of BuildAdmin refuses whole numbers. Money stays a text, so that no browser makes a float of it.
 */
const counterparts: Readonly<Partial<Record<KindName, Counterpart>>> = {
  textarea: { input: 'textarea' },
  richtext: { input: 'editor' },
  account: { input: 'string', rule: 'account' },
  password: { input: 'password', rule: 'password' },
  mobile: { input: 'string', rule: 'mobile' },
  idnumber: { input: 'string', rule: 'idNumber' },
  email: { input: 'string', rule: 'email' },
  url: { input: 'string', rule: 'url' },
  varname: { input: 'string', rule: 'varName' },
  number: { input: 'number', rule: 'number' },
  integer: { input: 'number', rule: 'integer' },
  float: { input: 'number', rule: 'number' },
  weigh: { input: 'number', rule: 'integer' },
  date: { input: 'date' },
  time: { input: 'time' },
  datetime: { input: 'datetime' },
  year: { input: 'year' },
  switch: { input: 'switch' },
  radio: { input: 'radio' },
  checkbox: { input: 'checkbox' },
  select: { input: 'select' },
  multiselect: { input: 'selects' },
  remoteSelect: { input: 'remoteSelect' },
  remoteMultiSelect: { input: 'remoteSelects' },
  city: { input: 'city' },
  image: { input: 'image' },
  images: { input: 'images' },
  file: { input: 'file' },
  files: { input: 'files' },
  icon: { input: 'icon' },
  color: { input: 'color' },
  array: { input: 'array' },
  json: { input: 'textarea' },
  subtable: { input: 'textarea' },
  specEditor: { input: 'textarea' },
}

/** The input for fields of a kind in BuildAdmin's client, and their validator. */
export function counterpartOf(kind: KindName): Counterpart {
  return counterparts[kind] ?? { input: 'string' }
}

/**
 * The kind for an input of BuildAdmin and its posted rules, and the rules that add to the kind: `number` with `integer` is the kind
 * `integer`. Unknown words stay as they are, for the form to refuse.
 */
export function kindOfInput(input: string, rules: readonly string[]): { kind: string; rules: string[] } {
  const plain = rules.map((rule) => (rule === 'editorRequired' ? 'required' : rule))
  const numeric = input === 'number' ? (['integer', 'float'].find((name) => plain.includes(name)) ?? input) : input
  const kind = numeric === 'string' && plain.includes('password') ? 'password' : (inputKinds[numeric] ?? numeric)
  const implied = [kind, ...(input === 'number' ? ['number', 'integer', 'float'] : [])]
  return { kind, rules: [...new Set(plain.filter((rule) => !implied.includes(rule)))] }
}

/** Inputs whose kind has another name here. */
const inputKinds: Readonly<Record<string, KindName>> = {
  editor: 'richtext',
  selects: 'multiselect',
  remoteSelects: 'remoteMultiSelect',
}
