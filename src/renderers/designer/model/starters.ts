type Json = Readonly<Record<string, unknown>>

const options = { options: [{ value: 1 }, { value: 2 }] }
const record = { page: 'auth/admin', show: 'nickname' }

/** What a new field of a kind begins with, where its name alone would be an error. */
const starters: Readonly<Record<string, Json>> = {
  select: { ...options, default: 1 },
  radio: { ...options, default: 1 },
  checkbox: options,
  multiselect: options,
  remoteSelect: record,
  remoteMultiSelect: record,
  password: { secret: true },
}

/** The palette by group. Kinds that need other tables or a plugin (subtable, specEditor, code) are written in page.json. */
export const palette: Readonly<Record<'common' | 'choice' | 'time' | 'more', readonly string[]>> = {
  common: ['string', 'textarea', 'integer', 'number', 'money', 'switch', 'richtext'],
  choice: ['select', 'radio', 'checkbox', 'multiselect', 'tags', 'remoteSelect', 'remoteMultiSelect'],
  time: ['date', 'time', 'datetime', 'duration', 'year'],
  more: [
    'image',
    'images',
    'file',
    'files',
    'url',
    'email',
    'mobile',
    'idnumber',
    'account',
    'password',
    'varname',
    'float',
    'city',
    'regions',
    'icon',
    'color',
    'array',
    'json',
  ],
}

/** Kinds with a name for people that are not in the palette. */
const written = ['weigh', 'code', 'subtable', 'specEditor']

const named = new Set([...Object.values(palette).flat(), ...written])

/** What a kind is called; a word that is no kind stays as it is. */
export function kindLabel(t: (key: string) => string, kind: string): string {
  return named.has(kind) ? t(`designer.kind.${kind}`) : kind
}

/** Kinds whose values are too long for a list, and the one that a list shows by a relation. */
const notInList = new Set(['remoteSelect', 'textarea', 'richtext', 'password', 'json', 'files', 'array'])

/** A new field of a kind, as a page writes it. */
export function starterOf(kind: string): Json {
  return { kind, ...starters[kind] }
}

/** Does a new field of this kind become a column? */
export function isListed(kind: string): boolean {
  return !notInList.has(kind)
}

/** A name for a new field: the kind's, in lower case, with a number where it is taken. */
export function freeName(kind: string, taken: readonly string[]): string {
  const base = kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}_${n}`
    if (!taken.includes(name)) return name
  }
}
