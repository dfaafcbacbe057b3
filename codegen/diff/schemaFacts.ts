import { areas } from '../../src/schemas/language/area/area.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { type Locale, locales } from '../../src/schemas/language/words.ts'
import type { Schema } from '../schema/schema.ts'
import { vocabularyOf, wordingOf } from './conditionFacts.ts'
import { asSet, type Fact, factsOf, spoken } from './fact.ts'
import { checkPlace, pageFacts } from './pageFacts.ts'
import { tableFacts } from './tableFacts.ts'

/** All that a version says, by subject: tables, pages, menus and words. */
export function schemaFacts(schema: Schema): Fact[] {
  const facts: Fact[] = []
  const owners = new Map([...schema.pages.values()].reverse().map((page) => [page.entity.table, page]))
  for (const entity of schema.entities.values()) {
    const page = owners.get(entity.table)
    tableFacts(entity, page ? wordingOf(vocabularyOf(page, schema)) : (condition) => JSON.stringify(condition), facts)
  }
  for (const page of schema.pages.values()) pageFacts(page, schema, facts)
  menuFacts(schema, facts)
  for (const locale of locales) wordFacts(schema, locale, facts)
  return facts
}

/** Parts of a menu entry that say who may open what. */
const authorities = ['status', 'no_login_valid', 'extend']

function menuFacts(schema: Schema, into: Fact[]): void {
  for (const area of areas) {
    const facts = factsOf(`menu ${area}`, into)
    for (const entry of schema.menus[area]) {
      const { name, buttons, ...own } = entry
      const label = `entry ${name}`
      facts.look([name], label, 'is there', { mode: 'unit', text: `“${entry.title_en}”` })
      for (const [key, value] of Object.entries(own))
        facts[authorities.includes(key) ? 'authority' : 'look']([name, key], `${label}, ${spoken(key)}`, value)
      facts.authority([name, 'buttons'], `${label}, rights`, buttons && asSet(buttons))
    }
    const names = schema.menus[area].map(({ name }) => name)
    if (names.length > 0) facts.look([], 'order of entries', names, { mode: 'order' })
  }
}

/**
 * Words of the pages, and those they share. A word that a page borrows is a fact of the page that owns it, so that one change is told once
 * (compare.ts leaves out what says the same again).
 */
function wordFacts(schema: Schema, locale: Locale, into: Fact[]): void {
  const shared = factsOf('words', into)
  for (const [key, text] of Object.entries(schema.words.shared[locale]))
    if (!key.startsWith('table.')) shared.look([...key.split('.'), locale], `${key} (${locale})`, text)
  for (const page of schema.pages.values()) {
    const facts = factsOf(`page ${page.id}`, into)
    for (const [key, text] of Object.entries(schema.words.page.get(page.id)?.[locale] ?? {}))
      facts.look([...wordPlace(key, page), locale], `word ${key} (${locale})`, text)
  }
}

/** The place of a word below what it is said of: with it it comes and goes. */
function wordPlace(key: string, page: Page): string[] {
  const parts = key.split('.')
  const [first = '', ...rest] = parts
  const rule = first === 'check' ? page.check[Number(rest[0])] : undefined
  if (rule) return [...checkPlace(rule), 'word']
  const moved: Readonly<Record<string, readonly string[]>> = {
    filters: ['table', 'filters'],
    summary: ['table', 'summary'],
    sheets: ['table', 'sheets'],
    beside: ['form', 'lookup'],
  }
  return Object.hasOwn(moved, first) ? [...(moved[first] ?? []), ...rest, 'word'] : [...parts, 'word']
}
