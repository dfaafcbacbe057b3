import type { Field } from '../../src/schemas/field.ts'
import { type PackedPage, packPage } from '../../src/schemas/language/packed.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Locale } from '../../src/schemas/language/words.ts'
import type { Schema } from '../schema/schema.ts'

/** A page as it travels to the browser, with the words that it needs in one language. */
export interface PageContent {
  /** The model of language/page.ts with the fields of other tables filled in, packed. */
  page: PackedPage
  /** The page's words and the shared ones that only pages like it need, by flat key. */
  words: Readonly<Record<string, string>>
}

/** What the browser needs to draw a page in a language; undefined where there is no such page. The server and the build deliver the same. */
export function pageFile(schema: Schema, id: string, locale: Locale): PageContent | undefined {
  const page = schema.pages.get(id)
  if (!page) return undefined
  const own = schema.words.page.get(id)?.[locale]
  const plugins = [...(page.plugin === null ? [] : [page.plugin]), ...page.form.plugins].map((plugin) => `${plugin}.`)
  const kinds = new Set(kindsOf([page.fields, ...Object.values(page.actions).map((action) => action.fields)]))
  const travelling = travellers.filter(({ with: isWanted }) => isWanted(page, kinds)).map(({ words }) => words)
  const parts = [...plugins, ...[...kinds].map((kind) => `kinds.${kind}.`), ...travelling]
  const words = Object.assign({}, ...parts.map((part) => wordsBelow(schema, locale, part)), own)
  return { page: packPage(page), words }
}

/** Shared words that only some pages want, and which those are. */
const travellers: readonly { words: string; with(page: Page, kinds: ReadonlySet<string>): boolean }[] = [
  { words: 'ui.import.', with: (page) => page.actions.import !== undefined },
  { words: 'ui.detailPage.', with: (page) => page.kind === 'detail' },
  { words: 'ui.finder.', with: (page) => page.kind === 'form' },
  { words: 'ui.board.', with: (page) => page.kind === 'dashboard' },
  { words: 'ui.listUpload.', with: (page) => page.actions.upload !== undefined },
  { words: 'ui.cells.', with: (page) => page.table.editable.length > 0 },
  { words: 'ui.regions.', with: (_, kinds) => kinds.has('regions') },
  { words: 'validate.spec', with: (_, kinds) => kinds.has('specEditor') },
]

/** Shared words that come with the code of a dialog or a field (`useLoadedWords`), each a part of its own. */
const withCode = [
  'ui.bulk.',
  'ui.columns.',
  'ui.comments.',
  'ui.export.',
  'ui.captcha.',
  'ui.firstSteps.',
  'ui.help.',
  'ui.history.',
  'ui.login.second.',
  'ui.notices.',
  'ui.filters.',
  'ui.views.',
  'ui.rich.',
]

/** What forms say of a value, of what others changed and of drafts, and what is said of what was done. Uploads are judged on lists too, and what the server alone says (`validate.<area>.…`) comes with its answer. */
export const ofForms = /^(?:validate\.(?!upload)[^.]+|ui\.(?:meanwhile|draft|paste|said)\..+)$/

/** Does this shared word come with a page or with code, instead of with the words that every screen may need? */
export const travels = (key: string) =>
  ofForms.test(key) || [...travellers.map(({ words }) => words), ...withCode].some((words) => key.startsWith(words))

/** Kinds of the fields, and of those in rows inside them. */
function kindsOf(records: readonly Readonly<Record<string, Field>>[]): string[] {
  return records.flatMap((fields) => Object.values(fields).flatMap((each) => [each.kind, ...kindsOf([each.fields ?? {}])]))
}

/** Shared words of a plugin, of a kind and of `travellers` go with the pages that it draws or that have it: nobody else needs them. */
function wordsBelow(schema: Schema, locale: Locale, prefix: string): Record<string, string> {
  const shared = schema.words.shared[locale] ?? {}
  const known = below.get(shared) ?? new Map<string, Record<string, string>>()
  below.set(shared, known)
  const words = known.get(prefix) ?? Object.fromEntries(sharedAlone(shared).filter(([key]) => key.startsWith(prefix)))
  known.set(prefix, words)
  return words
}

/** The shared words without those of tables, which are most and belong to no such part. */
function sharedAlone(shared: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  const words = alone.get(shared) ?? Object.entries(shared).filter(([key]) => !key.startsWith('table.'))
  alone.set(shared, words)
  return words
}

const alone = new WeakMap<object, readonly (readonly [string, string])[]>()

/** Shared words by prefix: all pages together ask for few, and there are thousands of words to look through. */
const below = new WeakMap<object, Map<string, Record<string, string>>>()
