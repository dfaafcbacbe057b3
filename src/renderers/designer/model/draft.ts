import type { Draft } from '../../../schemas/api/designer.ts'
import { isObject } from '../../../schemas/isObject.ts'
import { type Locale, locales } from '../../../schemas/language/words.ts'
import { freeName, isListed, starterOf } from './starters.ts'

type Json = Record<string, unknown>

type Labels = Readonly<Record<Locale, string>>

/** A field of the draft, as the canvas shows it. */
export interface DraftField {
  name: string
  kind: string
  json: Readonly<Json>
  inList: boolean
  inForm: boolean
}

/** An empty screen under an address, with its title in both languages. */
export function emptyDraft(id: string, table: string, titles: Readonly<Record<Locale, string>>): Draft {
  const page = {
    version: 1,
    kind: 'crud',
    entity: { table, unindexedBecause: 'a new screen has few rows' },
    fields: {},
    table: { columns: [], toolbar: ['refresh', 'add', 'edit', 'delete', 'columns'], row: ['edit', 'delete'] },
    form: { fields: [] },
  }
  const words = (locale: Locale) => written({ title: titles[locale], noun: titles[locale], fields: {} })
  return { id, page: written(page), words: { 'zh-cn': words('zh-cn'), en: words('en') } }
}

/** JSON as the designer writes it. */
export function written(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A text as a JSON object that may be changed; undefined while it is none. */
export function readJson(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** The fields of a draft in their order; undefined while its files cannot be read. */
export function fieldsOf(draft: Draft): DraftField[] | undefined {
  const page = readJson(draft.page)
  if (!page || locales.some((locale) => !readJson(draft.words[locale]))) return undefined
  const columns = listAt(page, 'table', 'columns').map(nameOf)
  const form = formLists(page).flatMap((list) => list.map(nameOf))
  return Object.entries(isObject(page.fields) ? page.fields : {}).map(([name, json]) => {
    const own = isObject(json) ? json : {}
    return { name, kind: String(own.kind ?? ''), json: own, inList: columns.includes(name), inForm: form.includes(name) }
  })
}

/** A word of the draft by its path; '' where it has none. */
export function wordOf(draft: Draft, locale: Locale, path: readonly string[]): string {
  let at: unknown = readJson(draft.words[locale])
  for (const key of path) at = isObject(at) ? at[key] : undefined
  return typeof at === 'string' ? at : ''
}

/** The draft with another word; '' takes it away. */
export function withWord(draft: Draft, locale: Locale, path: readonly string[], text: string): Draft {
  const words = readJson(draft.words[locale])
  if (!words) return draft
  return { ...draft, words: { ...draft.words, [locale]: written(put(words, path, text === '' ? undefined : text)) } }
}

/** The draft with another value at a place of page.json; undefined takes it away. */
export function withValue(draft: Draft, path: readonly string[], value: unknown): Draft {
  const page = readJson(draft.page)
  return page ? { ...draft, page: written(put(page, path, value)) } : draft
}

/** The draft with another condition of a field; undefined takes it away, and `when` with the last one. */
export function withCondition(draft: Draft, name: string, part: string, value: unknown): Draft {
  const next = withValue(draft, ['fields', name, 'when', part], value)
  const { when } = fieldsOf(next)?.find((each) => each.name === name)?.json ?? {}
  return isObject(when) && Object.keys(when).length === 0 ? withValue(next, ['fields', name, 'when'], undefined) : next
}

/** Adds a field of a kind at the end, with a label in each language. Returns its name. */
export function addField(draft: Draft, kind: string, labels: Labels): { draft: Draft; name: string } {
  const page = readJson(draft.page)
  if (!page) return { draft, name: '' }
  const fields = Object.entries(isObject(page.fields) ? page.fields : {})
  const name = freeName(
    kind,
    fields.map(([each]) => each),
  )
  page.fields = Object.fromEntries([...fields, [name, starterOf(kind)]])
  let next: Draft = { ...draft, page: written(page) }
  if (isListed(kind)) next = setShown(next, name, 'list', true)
  next = setShown(next, name, 'form', true)
  const options = starterOf(kind).options
  for (const locale of locales) {
    next = withWord(next, locale, ['fields', name, 'label'], labels[locale])
    if (Array.isArray(options))
      for (const { value } of options)
        next = withWord(next, locale, ['fields', name, 'options', String(value)], `${labels[locale]} ${value}`)
  }
  return { draft: next, name }
}

/** Takes a field out of the page, its lists and its words. */
export function removeField(draft: Draft, name: string): Draft {
  let next = withValue(draft, ['fields', name], undefined)
  next = mapLists(next, (list) => list.filter((each) => nameOf(each) !== name))
  for (const locale of locales) next = { ...next, words: { ...next.words, [locale]: without(next.words[locale], name) } }
  return next
}

function without(text: string, name: string): string {
  const words = readJson(text)
  return words ? written(put(words, ['fields', name], undefined)) : text
}

/** Gives a field another name, everywhere the page and its words name it. A name that is taken or none changes nothing. */
export function renameField(draft: Draft, from: string, to: string): Draft {
  const fields = fieldsOf(draft) ?? []
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(to) || fields.some(({ name }) => name === to)) return draft
  const renamed = (record: unknown) =>
    Object.fromEntries(Object.entries(isObject(record) ? record : {}).map(([name, value]) => [name === from ? to : name, value]))
  const page = readJson(draft.page) ?? {}
  const next = { ...draft, page: written({ ...page, fields: renamed(page.fields) }), words: { ...draft.words } }
  for (const locale of locales) {
    const words = readJson(draft.words[locale]) ?? {}
    next.words = { ...next.words, [locale]: written({ ...words, fields: renamed(words.fields) }) }
  }
  return mapLists(next, (list) =>
    list.map((each) => (each === from ? to : isObject(each) && each.field === from ? { ...each, field: to } : each)),
  )
}

/** Puts a field in the place of another one: on the canvas, in the list and in the form. */
export function moveField(draft: Draft, name: string, target: string): Draft {
  const page = readJson(draft.page)
  if (!page || !isObject(page.fields)) return draft
  const names = moved(Object.keys(page.fields), name, target)
  const fields = page.fields
  const next = { ...draft, page: written({ ...page, fields: Object.fromEntries(names.map((each) => [each, fields[each]])) }) }
  return mapLists(next, (list, isOrder) => {
    if (!isOrder) return list
    const own = list.map(nameOf).filter((each) => names.includes(each))
    const sorted = names.filter((each) => own.includes(each))
    let at = 0
    return list.map((each) => (own.includes(nameOf(each)) ? memberOf(list, sorted[at++]) : each))
  })
}

function memberOf(list: readonly unknown[], name: string | undefined): unknown {
  return list.find((each) => nameOf(each) === name)
}

function moved(names: readonly string[], name: string, target: string): string[] {
  const to = names.indexOf(target)
  const rest = names.filter((each) => each !== name)
  rest.splice(to, 0, name)
  return rest
}

/** Shows a field in the list or the form, or no longer. */
export function setShown(draft: Draft, name: string, place: 'list' | 'form', isShown: boolean): Draft {
  const page = readJson(draft.page)
  if (!page) return draft
  if (place === 'list') {
    const columns = listAt(page, 'table', 'columns').filter((each) => nameOf(each) !== name)
    return withValue(draft, ['table', 'columns'], isShown ? [...columns, name] : columns)
  }
  const form = isObject(page.form) ? page.form : {}
  if (Array.isArray(form.sections)) {
    const sections = form.sections.map((section: unknown, i) => {
      if (!isObject(section) || !Array.isArray(section.fields)) return section
      const rest = section.fields.filter((each: unknown) => nameOf(each) !== name)
      return { ...section, fields: isShown && i === 0 ? [...rest, name] : rest }
    })
    return withValue(draft, ['form', 'sections'], sections)
  }
  const fields = listAt(page, 'form', 'fields').filter((each) => nameOf(each) !== name)
  return withValue(draft, ['form', 'fields'], isShown ? [...fields, name] : fields)
}

function listAt(page: Json, part: string, key: string): unknown[] {
  const of = page[part]
  const list = isObject(of) ? of[key] : undefined
  return Array.isArray(list) ? list : []
}

function formLists(page: Json): unknown[][] {
  const form = isObject(page.form) ? page.form : {}
  const sections = Array.isArray(form.sections) ? form.sections : []
  return [
    listAt(page, 'form', 'fields'),
    ...sections.map((each: unknown) => (isObject(each) && Array.isArray(each.fields) ? each.fields : [])),
  ]
}

/** The name that a member of a list says: itself, or its `field`. */
function nameOf(member: unknown): string {
  if (typeof member === 'string') return member
  return isObject(member) && typeof member.field === 'string' ? member.field : ''
}

/** Changes every list that names fields; `isOrder`: of those whose order people see. */
function mapLists(draft: Draft, change: (list: readonly unknown[], isOrder: boolean) => readonly unknown[]): Draft {
  const page = readJson(draft.page)
  if (!page) return draft
  const mapped = (part: unknown, keys: readonly string[]) =>
    isObject(part)
      ? Object.fromEntries(
          Object.entries(part).map(([key, list]) => [
            key,
            keys.includes(key) && Array.isArray(list) ? change(list, key === 'columns' || key === 'fields') : list,
          ]),
        )
      : part
  if (page.table !== undefined) page.table = mapped(page.table, ['columns', 'search', 'quickSearch', 'editable'])
  if (isObject(page.form)) {
    const form = mapped(page.form, ['fields']) as Json
    if (Array.isArray(form.sections)) form.sections = form.sections.map((each: unknown) => mapped(each, ['fields']))
    page.form = form
  }
  if (Array.isArray(page.detail)) page.detail = page.detail.map((each: unknown) => mapped(each, ['fields']))
  return { ...draft, page: written(page) }
}

function put(object: Json, [key = '', ...rest]: readonly string[], value: unknown): Json {
  if (rest.length === 0) {
    const { [key]: _, ...others } = object
    // A key that is there keeps its place.
    return value === undefined ? others : { ...object, [key]: value }
  }
  const inner = isObject(object[key]) ? { ...object[key] } : {}
  return { ...object, [key]: put(inner, rest, value) }
}
