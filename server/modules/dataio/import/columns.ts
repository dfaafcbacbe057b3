import type { Schema } from '../../../../codegen/schema/schema.ts'
import {
  type ImportForm,
  importFields,
  importMatches,
  importModesOf,
  importParts,
} from '../../../../src/schemas/api/importing.ts'
import { type Field, isConfidential } from '../../../../src/schemas/field.ts'
import { isObject } from '../../../../src/schemas/isObject.ts'
import { kindOf } from '../../../../src/schemas/kinds/index.ts'
import { onOff } from '../../../../src/schemas/kinds/switch.ts'
import type { Page } from '../../../../src/schemas/language/page.ts'
import { encodeValue } from '../../../../src/schemas/language/wire/codec.ts'
import { locales } from '../../../../src/schemas/language/words.ts'
import type { Lang } from '../../../core/context.ts'

type Words = Schema['words']

/** Word of a page, or undefined. */
export function wordOf(words: Words, lang: Lang, page: Page, key: string): string | undefined {
  const text = words.text(lang, page.id, key)
  return text === key ? undefined : text
}

/** Title of a field that a file may fill, or of one of the columns that say a field together. */
export function titleOf(words: Words, lang: Lang, page: Page, name: string): string {
  const [outer = '', column] = name.split('.')
  const kind = page.fields[outer]?.kind
  if (column !== undefined && kind !== undefined) return words.text(lang, null, `kinds.${kind}.column.${column}`)
  return wordOf(words, lang, page, `fields.${name}.label`) ?? name
}

/** The fields that a column of a file may map to: writable ones, and the key, which identifies rows. */
export function targetsOf(page: Page): string[] {
  const { key } = page.entity
  return [...[...importFields(page), ...importParts(page)].map(({ name }) => name), ...(key ? [key] : [])]
}

/** What a list takes from files, in the words of the person. */
export function importForm(words: Words, lang: Lang, page: Page): Omit<ImportForm, 'maxSize'> {
  const fields = importFields(page)
  const title = (name: string) => titleOf(words, lang, page, name)
  const parts = importParts(page)
  const own = [...fields, ...parts].map(({ name, required }) => ({ name, title: title(name), required }))
  const { key } = page.entity
  return {
    fields: [...own, ...(key ? [{ name: key, title: title(key), required: false }] : [])],
    matches: importMatches(page).map((names) => ({ value: names.join('+'), title: names.map(title).join(' + ') })),
    modes: importModesOf(page),
  }
}

/** A column of a template: its title, example lines, and the other allowed values where it has a list. */
export interface TemplateColumn {
  title: string
  examples: readonly string[]
  options: readonly string[]
}

/** What templates are written with: words, and samples of the choices that the server makes. */
type Labels = Pick<Schema, 'words' | 'optionSources'>

/** What a template of the list has for the person: a column for each field, those that must be filled marked. */
export function templateColumns(schema: Labels, lang: Lang, page: Page): TemplateColumn[] {
  const { words } = schema
  const marked = ({ name, required }: { name: string; required: boolean }) =>
    `${titleOf(words, lang, page, name)}${required ? '*' : ''}`
  const parts = importParts(page)
  const following = new Set(parts.flatMap(({ field }) => followed(field)))
  const lines = Math.max(1, ...parts.map(({ samples }) => samples.length))
  return [
    ...importFields(page).map((field) => ({
      title: marked(field),
      examples: Array(lines).fill(following.has(field.name) ? '' : exampleOf(schema, lang, page, field)),
      options: optionTexts(words, lang, page, field).map(({ texts }) => texts[0] ?? ''),
    })),
    ...parts.map((part) => ({ title: marked(part), examples: part.samples, options: [] })),
  ]
}

/** The field that follows from the columns of another. */
function followed(field: Field): string[] {
  const option = kindOf(field).parts?.follows
  return option === 'type' && field.type !== undefined ? [field.type] : []
}

/** A value that the field takes; nothing where it would have to name a row. */
function exampleOf({ words, optionSources }: Labels, lang: Lang, page: Page, field: Field): string {
  if (field.page !== undefined || field.table !== undefined || field.secret) return ''
  if (field.source) return optionSources.get(field.source)?.sample ?? ''
  const [first] = optionTexts(words, lang, page, field)
  if (first) return first.texts[0] ?? ''
  const kind = kindOf(field)
  const sample = kind.sample(field, 1)
  if (field.kind === 'array') return pairsText(sample)
  const value = encodeValue(field, sample)
  return value === null || typeof value === 'object' ? '' : String(value)
}

function pairsText(rows: unknown): string {
  return (Array.isArray(rows) ? rows.filter(isObject) : []).map(({ key, value }) => `${key}=${value}`).join('; ') // as the kind makes it
}

/** The cells of a line without those that are never kept in clear. */
export function withoutSecrets(page: Page, mapping: readonly string[], cells: readonly string[]): string[] {
  return cells.map((cell, i) => (isConfidential(page.fields[mapping[i] ?? '']) ? '' : cell))
}

/** Field of each column by its title: the label of the field in either language, or its name. No field is filled by two. */
export function proposedMapping(words: Words, page: Page, head: readonly string[]): string[] {
  const byTitle = new Map<string, string>()
  for (const name of targetsOf(page)) {
    const titles = [...locales.map((lang) => titleOf(words, lang, page, name)), name]
    for (const title of titles) if (!byTitle.has(plain(title))) byTitle.set(plain(title), name)
  }
  const taken = new Set<string>()
  return head.map((title) => {
    const name = byTitle.get(plain(title)) ?? ''
    if (name === '' || taken.has(name)) return ''
    taken.add(name)
    return name
  })
}

/** A title without what an export or a person adds: the zone of times, a mark of what is required. */
function plain(title: string): string {
  return title
    .replace(/\s*\([A-Za-z]+\/[\w/+-]+\)$|\s*\(UTC\)$|\*/g, '')
    .trim()
    .toLowerCase()
}

/** The options of a field, each with every text that names it: its words in the languages there are, and its value. */
export function optionTexts(words: Words, lang: Lang, page: Page, field: Field): { value: string | number; texts: string[] }[] {
  const languages = [lang, ...locales.filter((each) => each !== lang)]
  const named = (value: string | number, ...keys: string[]) => ({
    value,
    texts: [
      ...languages.flatMap((each) =>
        keys.flatMap((key) => wordOf(words, each, page, `fields.${field.name}.options.${key}`) ?? []),
      ),
      ...languages.flatMap((each) =>
        keys.flatMap((key) => (key === 'on' || key === 'off' ? words.text(each, null, `ui.import.${key}`) : [])),
      ),
      String(value),
    ],
  })
  if (field.options) return field.options.map(({ value }) => named(value, String(value)))
  if (kindOf(field).input !== 'switch') return []
  const { on, off } = onOff(field)
  return [named(on, String(on), 'on'), named(off, String(off), 'off')]
}
