import { type Action, kindOfAction } from './action/action.ts'
import { addingActions, isBuiltIn } from './action/builtInActions.ts'
import { conditionFields } from './condition/condition.ts'
import type { Dashboard } from './dashboard/dashboard.ts'
import { fieldWords, type NeededWord } from './fieldWords.ts'
import { itemActions } from './items/items.ts'
import type { Page } from './page.ts'
import type { WordMap } from './words.ts'

/** Every word a page needs, from its structure. The checker, the bundler and the server read this one list. */
export function neededWords(page: Page): NeededWord[] {
  const out: NeededWord[] = [
    { key: 'title', path: [] },
    { key: 'remark', path: [], optional: true },
    // What one record is called, where records are made: "New coupon".
    { key: 'noun', path: [], ...(makesRecords(page) ? {} : { optional: true }) },
  ]
  // A secret field is never shown, but a form may ask for it (a password).
  const asked = new Set(page.form.sections.flatMap((part) => part.fields))
  for (const field of Object.values(page.fields)) {
    if (field.secret && !asked.has(field.name)) continue
    const words = fieldWords(field, `fields.${field.name}`, ['fields', field.name])
    // Of several pages of a table each may leave to the first what they say alike.
    out.push(...(page.entity.table === '' ? words : words.map((word) => ({ ...word, shared: ofTable(page.entity.table, word) }))))
  }
  for (const [name, action] of Object.entries(page.actions)) {
    const at = ['actions', name]
    if (page.items !== null && Object.values(itemActions).some((each) => each === name)) {
      out.push(...ofItems(page, name, at))
      continue
    }
    out.push(...actionWords(action, at))
  }
  for (const name of quantifiedRelations(page))
    out.push({ key: `relations.${name}`, shared: [`relations.${name}`], path: ['entity', 'relations', name] })
  for (const [relation, fields] of Object.entries(page.related)) {
    const table = page.entity.relations[relation]?.table ?? ''
    for (const field of Object.values(fields)) {
      const prefix = `related.${relation}.${field.name}`
      // The page that owns the other table has these words already.
      for (const word of fieldWords(field, prefix, ['entity', 'relations', relation])) {
        out.push({
          ...word,
          shared: [`table.${table}.fields.${field.name}${word.key.slice(prefix.length)}`, ...(word.shared ?? [])],
        })
      }
    }
  }
  out.push(...lookupWords(page))
  for (const [i, part] of page.form.sections.entries()) {
    if (part.name) out.push({ key: `sections.${part.name}`, path: ['form', 'sections', i, 'name'] })
    if (part.tab && page.form.sections.findIndex((other) => other.tab === part.tab) === i)
      out.push({ key: `${page.form.steps ? 'steps' : 'tabs'}.${part.tab}`, path: ['form', page.form.steps ? 'steps' : 'tabs'] })
  }
  if (page.dashboard) out.push(...dashboardWords(page.dashboard))
  for (const [i, part] of (page.detail ?? []).entries()) out.push({ key: `detail.${part.name}`, path: ['detail', i, 'name'] })
  out.push(...listWords(page))
  for (const [i] of page.check.entries()) out.push({ key: `check.${i}`, path: ['check', i] })
  const reason = page.entity.readOnly
  if (reason) out.push({ key: `readOnly.${reason}`, shared: [`readOnly.${reason}`], path: ['entity', 'readOnly'] })
  return out
}

/** Are records added on the page? */
function makesRecords({ kind, actions }: Page): boolean {
  return kind === 'crud' && addingActions.some((name) => actions[name] !== undefined)
}

/** Words of an action's button, its question, its refusals and its form, and those of its type. */
function actionWords(action: Action, at: readonly string[]): NeededWord[] {
  const { name } = action
  const shared = (key: string) => (isBuiltIn(action) ? { shared: [key] } : {})
  const out: NeededWord[] = [{ key: `actions.${name}.title`, ...shared(`actions.${name}.title`), path: at }]
  if (action.confirm) out.push({ key: `actions.${name}.confirm`, ...shared(`actions.${name}.confirm`), path: at })
  // What the button that goes ahead says, where the title of the action is not enough.
  if (action.confirm && !isBuiltIn(action)) out.push({ key: `actions.${name}.yes`, path: at, optional: true })
  out.push({ key: `actions.${name}.done`, path: at, optional: true })
  // What the button of its form says, with values of the form: "Refund ¥30.00".
  if (Object.keys(action.fields).length > 0) out.push({ key: `actions.${name}.submit`, path: at, optional: true })
  for (const rule of action.refuse) out.push({ key: `actions.${name}.refuse.${rule}`, path: [...at, 'refuse'] })
  for (const field of Object.values(action.fields))
    out.push(...fieldWords(field, `actions.${name}.fields.${field.name}`, [...at, 'fields', field.name]))
  return [...out, ...(kindOfAction(action).words?.(action, at) ?? [])]
}

/** Words of adding and deleting items: the same for every page that has them; groups are called as their tabs. */
function ofItems(page: Page, name: string, at: readonly (string | number)[]): NeededWord[] {
  const action = page.actions[name]
  const words = Object.values(action?.fields ?? {}).flatMap((field) =>
    fieldWords(field, `actions.${name}.fields.${field.name}`, ['items']),
  )
  const all = [{ key: `actions.${name}.title`, path: at }, ...words]
  if (action?.confirm) all.push({ key: `actions.${name}.confirm`, path: at })
  return all.map((word) => {
    const group = /\.fields\.group\.options\.(.+)$/.exec(word.key)?.[1]
    return { ...word, shared: [group === undefined ? `items.${word.key.slice('actions.'.length)}` : `tabs.${group}`] }
  })
}

/** Words of what a form shows of rows that are chosen in it: those of the page that owns their table. */
function lookupWords(page: Page): NeededWord[] {
  return Object.entries(page.form.lookup).flatMap(([relation, { table, shown }]) =>
    Object.values(shown).flatMap((field) => {
      const prefix = `beside.${relation}.${field.name}`
      return fieldWords(field, prefix, ['form', 'lookup', relation]).map((word) => ({
        ...word,
        shared: [`table.${table}.fields.${field.name}${word.key.slice(prefix.length)}`, ...(word.shared ?? [])],
      }))
    }),
  )
}

/** Words of what only the list has: its named filters, its figures, and what it says when it is empty. */
function listWords({ table }: Page): NeededWord[] {
  const out: NeededWord[] = [
    { key: 'empty.title', path: ['table'], optional: true },
    { key: 'empty.text', path: ['table'], optional: true },
  ]
  for (const name of Object.keys(table.sheets)) out.push({ key: `sheets.${name}`, path: ['table', 'sheets', name] })
  for (const name of Object.keys(table.filters)) out.push({ key: `filters.${name}`, path: ['table', 'filters', name] })
  for (const [i, { name, field }] of table.summary.entries())
    if (name !== field) out.push({ key: `summary.${name}`, path: ['table', 'summary', i] })
  return out
}

/** Relations whose rows a condition reads: a tooltip has to name them. */
function quantifiedRelations(page: Page): Set<string> {
  const conditions = [...Object.values(page.actions), ...page.table.columns].flatMap(({ when }) => when ?? [])
  return new Set(conditions.flatMap(conditionFields).filter((name) => page.entity.relations[name]?.type === 'many'))
}

/** A word of a field in the page that owns its table, before the shared ones. */
function ofTable(table: string, word: NeededWord): string[] {
  return [`table.${table}.${word.key}`, ...(word.shared ?? [])]
}

function dashboardWords(dashboard: Dashboard): NeededWord[] {
  const at = ['dashboard']
  const named = (place: 'cards' | 'charts' | 'lists') =>
    Object.keys(dashboard[place]).map((name) => ({ key: `dashboard.${place}.${name}.title`, path: [...at, place, name] }))
  const optional = (chart: string, word: string) => ({
    key: `dashboard.charts.${chart}.${word}`,
    path: [...at, 'charts', chart],
    optional: true,
  })
  const series = Object.values(dashboard.charts).flatMap((chart) =>
    chart.series.flatMap(({ name }) =>
      name ? [{ key: `dashboard.charts.${chart.name}.series.${name}`, path: [...at, 'charts', chart.name, 'series', name] }] : [],
    ),
  )
  // What a group and its figure are called above the table, where the title does not say it.
  const heads = Object.values(dashboard.charts).flatMap(({ name, group, series: figures }) => [
    ...(group === null ? [] : [optional(name, 'group')]),
    ...(figures.length > 1 ? [] : [optional(name, 'figure')]),
  ])
  const sections = dashboard.sections.flatMap(({ name }, i) =>
    name ? [{ key: `dashboard.sections.${name}`, path: [...at, 'sections', i, 'name'] }] : [],
  )
  return [...named('cards'), ...named('charts'), ...named('lists'), ...series, ...heads, ...sections]
}

/** The words of a page in one language: its own, and the shared ones it falls back to, under the page's own keys. */
export function resolveWords(
  needed: readonly NeededWord[],
  own: WordMap,
  shared: WordMap,
): { words: Record<string, string>; missing: NeededWord[] } {
  const words: Record<string, string> = {}
  const missing: NeededWord[] = []
  for (const word of needed) {
    const text = own[word.key] ?? (word.shared ?? []).map((key) => own[key] ?? shared[key]).find((t) => t !== undefined)
    if (text !== undefined) words[word.key] = text
    else if (!word.optional) missing.push(word)
  }
  return { words, missing }
}
