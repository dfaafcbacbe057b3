import { pageFile } from '../../../codegen/build/pageFile.ts'
import { rules } from '../../../codegen/check/rules.ts'
import { withRelated } from '../../../codegen/load/relatedFields.ts'
import { type JsonFile, parseJsonText } from '../../../codegen/schema/readJson.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { CheckAnswer, Draft, Finding } from '../../../src/schemas/api/designer.ts'
import { type Issue, issueAt, suggest } from '../../../src/schemas/language/issue.ts'
import { neededWords, resolveWords } from '../../../src/schemas/language/neededWords.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { parsePage } from '../../../src/schemas/language/parsePage.ts'
import { flattenMessages, type Locale, locales, type WordMap } from '../../../src/schemas/language/words.ts'
import type { Lang } from '../../core/context.ts'
import { pathOf } from './drafts.ts'

/**
 * Checks a draft by itself against the screens that are served, quickly enough for every pause in typing. What only all screens together show
 * (links, nodes, addresses) is found by the plan.
 */
export function checkDraft(draft: Draft, schema: Schema, lang: Lang): CheckAnswer {
  const issues: Issue[] = []
  const file = parseJsonText(draft.page, 'page')
  issues.push(...file.issues)
  const page = file.issues.length > 0 ? undefined : readPage(draft, file, schema, issues)
  if (!page) return { findings: issues.map((issue) => findingOf(issue, draft.id)), preview: null }
  const words = wordsOf(draft, page, schema, issues)
  const now = withDraft(schema, page, words)
  if (!issues.some(({ severity }) => severity === 'error')) runRules(page, file, now, issues)
  const preview = pageFile(now, page.id, lang) ?? null
  return { findings: issues.map((issue) => findingOf(issue, draft.id)), preview }
}

function readPage(draft: Draft, file: JsonFile, schema: Schema, issues: Issue[]): Page | undefined {
  const found: Issue[] = []
  // The draft replaces the screen that is served: leave the table of that one out.
  const own = schema.pages.get(draft.id)?.entity.table
  const entities = new Map([...schema.entities].filter(([table]) => table !== own || isUsed(file)))
  const targets = { pages: schema.pages, tables: entities, broken: new Set<string>(), faulty: new Set<string>() }
  const page = parsePage(draft.id, file.value, { entityOf: (table) => entities.get(table), targets }, found)
  issues.push(...found.map(file.locate))
  return page && withRelated(page, new Map([...entities, [page.entity.table, page.entity]]))
}

function isUsed({ value }: JsonFile): boolean {
  const { entity } = value as { entity?: { use?: unknown } }
  return typeof entity?.use === 'string'
}

/** The words of the draft by language, with what is missing and left over as findings. */
function wordsOf(draft: Draft, page: Page, { words: { shared } }: Schema, issues: Issue[]): Record<Locale, WordMap> {
  const needed = neededWords(page)
  const known = new Set(needed.map(({ key }) => key))
  const out = {} as Record<Locale, WordMap>
  for (const locale of locales) {
    const file = parseJsonText(draft.words[locale], locale)
    issues.push(...file.issues)
    const report = (key: string, what: string, fix = '') => issues.push(file.locate(issueAt(key.split('.'), what, fix)))
    const own =
      file.issues.length > 0 ? {} : flattenMessages(file.value ?? {}, (path) => report(path.join('.'), 'a word must be a text'))
    for (const [key, text] of Object.entries(own)) {
      if (!known.has(key)) report(key, `nothing in the page uses the word "${key}"`, suggest(key, [...known]))
      else if (text.trim() === '') report(key, `the word "${key}" is empty`, 'write it')
    }
    const { words, missing } = resolveWords(needed, own, shared[locale])
    for (const { key } of file.issues.length > 0 ? [] : missing) report(key, `missing word "${key}"`)
    out[locale] = words
  }
  return out
}

/** The served schema with the draft in it. */
function withDraft(schema: Schema, page: Page, words: Record<Locale, WordMap>): Schema {
  return {
    ...schema,
    pages: new Map([...schema.pages, [page.id, page]]),
    entities: page.entity.table === '' ? schema.entities : new Map([...schema.entities, [page.entity.table, page.entity]]),
    words: { ...schema.words, page: new Map([...schema.words.page, [page.id, words]]) },
  }
}

/** What is proven of a page. Whether a menu leads to its nodes is left to the plan: a menu entry is made for a screen that is saved. */
function runRules(page: Page, file: JsonFile, schema: Schema, issues: Issue[]): void {
  for (const rule of rules.filter(({ name }) => name !== 'reachable'))
    rule.page?.(
      page,
      (path, what, fix = '', severity = 'error') => issues.push(file.locate({ ...issueAt(path, what, fix, rule.why), severity })),
      { schema, pages: new Map([[page.id, file]]), entities: new Map() },
    )
}

/** A finding as the designer shows it. */
export function findingOf({ file, path, line, what, why, fix, severity }: Issue, id: string): Finding {
  const names = ['page', ...locales] as const
  const own = names.find((name) => file === name || file.endsWith(pathOf(id, name)))
  const said = [what, why, fix].filter((text) => text !== '').join('; ')
  return { file: own ?? '', path, line, text: own ? said : `${file}: ${said}`, severity }
}
