import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Field } from '../../../src/schemas/field.ts'
import type { Action } from '../../../src/schemas/language/action/action.ts'
import { conditionWords, pageVocabulary } from '../../../src/schemas/language/condition/wording.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Locale } from '../../../src/schemas/language/words.ts'
import { documentOf, escapeHtml, helpLink } from './html.ts'
import type { Topic, TopicGroup } from './topics.ts'

/** What help is written from. */
export interface Source {
  words: Schema['words']
  lang: Locale
}

/** The list of all screens that have help. */
export function renderIndex({ words, lang }: Source, groups: readonly TopicGroup[]): string {
  const title = words.text(lang, null, 'help.title')
  const lists = groups.map(({ title: name, topics }) => {
    const items = topics.map((topic) => `<li>${helpLink(topic.path, topic.title, lang)}</li>`).join('')
    return `${name === '' ? '' : `<h2>${escapeHtml(name)}</h2>`}<ul>${items}</ul>`
  })
  const intro = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(words.text(lang, null, 'help.intro'))}</p>`
  return documentOf({ path: '', title, main: `${intro}${lists.join('\n')}`, lang })
}

/** Help about one screen: what it can be searched by, what can be done on it and when, and what its fields mean. */
export function renderTopic(source: Source, { path, title, page }: Topic): string {
  const { words, lang } = source
  const t = (key: string) => words.text(lang, null, key)
  const parts = [
    section(t('help.find'), findItems(source, page)),
    section(t('help.actions'), actionItems(source, page)),
    section(t('help.fields'), fieldItems(source, page)),
  ].join('\n')
  const main = `<p>${helpLink('', t('help.title'), lang)}</p><h1>${escapeHtml(title)}</h1>
${parts === '\n\n' ? `<p>${escapeHtml(t('help.nothing'))}</p>` : parts}`
  return documentOf({ path, title: `${title} · ${t('help.title')}`, main, lang })
}

/** A term and what is said of it. */
interface Item {
  term: string
  notes: readonly string[]
}

function section(title: string, items: readonly Item[]): string {
  if (items.length === 0) return ''
  const rows = items.map(({ term, notes }) => {
    const said = notes.map((note) => `<dd>${escapeHtml(note)}</dd>`).join('')
    return `<div><dt>${escapeHtml(term)}</dt>${said || '<dd></dd>'}</div>`
  })
  return `<section><h2>${escapeHtml(title)}</h2><dl>${rows.join('')}</dl></section>`
}

/** A word of the page; undefined where it has none. */
function wordOf({ words, lang }: Source, page: Page, key: string): string | undefined {
  const text = words.text(lang, page.id, key)
  return text === key ? undefined : text
}

function findItems(source: Source, page: Page): Item[] {
  const { words, lang } = source
  const labels = (names: readonly string[]) => [
    ...new Set(
      names.flatMap((name) => wordOf(source, page, name.includes('.') ? `related.${name}.label` : `fields.${name}.label`) ?? []),
    ),
  ]
  const rows: readonly (readonly [string, string[]])[] = [
    ['help.quick', labels(page.table.quickSearch)],
    ['help.search', labels(page.table.search.map(({ field }) => field))],
  ]
  return rows
    .filter(([, names]) => names.length > 0)
    .map(([key, names]) => ({
      term: words.text(lang, null, key),
      notes: [names.join(words.text(lang, null, 'ui.condition.list'))],
    }))
}

function actionItems(source: Source, page: Page): Item[] {
  const { table } = page
  const named = new Set([...table.toolbar, ...table.row, ...table.bulk, ...page.form.actions])
  return [...named].flatMap((name) => {
    const action = page.actions[name]
    const term = action && wordOf(source, page, `actions.${name}.title`)
    return action && term ? [{ term, notes: actionNotes(source, page, action) }] : []
  })
}

/** When it can be done, and what it asks for. */
function actionNotes(source: Source, page: Page, action: Action): string[] {
  const { words, lang } = source
  const t = (key: string, params?: Record<string, string>) => words.text(lang, null, key, params)
  const vocabulary = pageVocabulary(page, (key) => words.text(lang, page.id, key), t)
  const asked = Object.keys(action.fields).flatMap(
    (name) => wordOf(source, page, `actions.${action.name}.fields.${name}.label`) ?? [],
  )
  return [
    ...(action.when ? [t('help.when', { what: conditionWords(action.when, vocabulary) })] : []),
    ...(asked.length > 0 ? [t('help.asks', { what: asked.join(t('ui.condition.list')) })] : []),
    ...(action.confirm ? [t('help.confirm')] : []),
  ]
}

function fieldItems(source: Source, page: Page): Item[] {
  return Object.values(page.fields).flatMap((field) => {
    const term = wordOf(source, page, `fields.${field.name}.label`)
    return term ? [{ term, notes: fieldNotes(source, page, field) }] : []
  })
}

/** Its line of help, its choices, and whether it must be given. */
function fieldNotes(source: Source, page: Page, field: Field): string[] {
  const { words, lang } = source
  const t = (key: string, params?: Record<string, string>) => words.text(lang, null, key, params)
  const said = wordOf(source, page, `fields.${field.name}.help`)
  const choices = (field.options ?? []).flatMap(
    ({ value }) => wordOf(source, page, `fields.${field.name}.options.${value}`) ?? [],
  )
  return [
    ...(said ? [said] : []),
    ...(choices.length > 0 ? [t('help.choices', { what: choices.join(t('ui.condition.list')) })] : []),
    ...(field.required ? [t('help.required')] : []),
  ]
}
