import type { Field } from '../schemas/language/field.ts'
import { type FormItem, itemWords, withItems } from '../schemas/language/items.ts'
import type { Page } from '../schemas/language/page.ts'
import { fillWords, type WordMap } from '../schemas/language/words.ts'
import { asRow } from './crud/rows.ts'
import type { Row } from './crud.ts'
import type { LoadedPage } from './page.ts'

/** What a form page is made of now: its fields, those that people made for it, and their words. */
export interface FormParts {
  page: Page
  loaded: LoadedPage
  items: readonly FormItem[]
}

/** The page with the items of the server's answer. */
export function ownParts(base: LoadedPage, data: Row): FormParts {
  const items = Array.isArray(data.items) ? (data.items as readonly FormItem[]) : []
  const page = withItems(base.page, items)
  return { page, loaded: withWords(base, page, itemWords(items)), items }
}

/** What a list of groups (BuildAdmin's configuration, protocol 1.11) says: the form has its groups as tabs, and its items as fields. */
export function groupedParts(base: LoadedPage, data: Row): { parts: FormParts; row: Row } {
  const groups = Object.values(asRow(data.list)).map((group) => asRow(group))
  const items = groups.flatMap((group) => itemsIn(group).map((item) => ({ item, tab: String(group.name) })))
  const fields = Object.fromEntries(
    items.flatMap(({ item }) => {
      const field = fieldFor(base.page, item)
      return field ? [[field.name, field]] : []
    }),
  )
  const sections = groups.flatMap((group) => {
    const tab = String(group.name)
    const names = itemsIn(group).flatMap(({ name }) => (Object.hasOwn(fields, String(name)) ? [String(name)] : []))
    return names.length > 0 ? [{ name: '', fields: names, tab }] : []
  })
  const words: Record<string, string> = {}
  for (const group of groups) words[`tabs.${String(group.name)}`] = String(group.title)
  for (const { item } of items) {
    const at = `fields.${String(item.name)}`
    words[`${at}.label`] = String(item.title)
    for (const [value, label] of Object.entries(asRow(item.content))) words[`${at}.options.${value}`] = String(label)
  }
  const page = { ...base.page, fields, form: { ...base.page.form, sections } }
  const row = Object.fromEntries(items.map(({ item }) => [String(item.name), item.value]))
  return { parts: { page, loaded: withWords(base, page, words), items: [] }, row }
}

function itemsIn(group: Row): Row[] {
  return Array.isArray(group.list) ? group.list.map((item) => asRow(item)) : []
}

/** Kinds by BuildAdmin's names, where they differ; what stands in neither is shown as a text. */
const kindNames: Readonly<Record<string, string>> = {
  editor: 'richtext',
  selects: 'multiselect',
  ...Object.fromEntries(
    'string textarea number radio checkbox switch array datetime year date time select city image images file files icon color'
      .split(' ')
      .map((name) => [name, name]),
  ),
}

/** The page's own field of this name, else one of the item's type. */
function fieldFor(page: Page, item: Row): Field | undefined {
  const name = String(item.name)
  if (Object.hasOwn(page.fields, name)) return page.fields[name]
  const options = Object.keys(asRow(item.content)).map((value) => ({ value }))
  return {
    name,
    kind: kindNames[String(item.type)] ?? 'string',
    required: String(item.rule).split(',').includes('required'),
    unique: false,
    readOnly: false,
    writeOnce: false,
    secret: false,
    nullable: false,
    index: false,
    store: null,
    when: {},
    ...(options.length > 0 ? { options } : {}),
  }
}

/** The page's words with further ones before them. */
function withWords(base: LoadedPage, page: Page, words: WordMap): LoadedPage {
  const find: LoadedPage['find'] = (key, params) => {
    const own = words[key]
    return own === undefined ? base.find(key, params) : fillWords(own, params)
  }
  return {
    ...base,
    page,
    find,
    t: (key, params) => (words[key] === undefined ? base.t(key, params) : fillWords(words[key], params)),
  }
}
