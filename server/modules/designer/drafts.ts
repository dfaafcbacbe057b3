import { createHash } from 'node:crypto'
import { parseJsonText } from '../../../codegen/schema/readJson.ts'
import type { Draft, DraftTexts } from '../../../src/schemas/api/designer.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { type Locale, locales } from '../../../src/schemas/language/words.ts'
import type { Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import type { WorkspaceTexts } from '../../core/workspace.ts'

/** Characters that a file of a draft may have. */
const mostText = 200_000

const idPattern = /^[a-z][a-zA-Z0-9]*(?:\/[a-z][a-zA-Z0-9]*){1,7}$/

/** Tables whose rows decide who may do what: no screen is designed over them. */
const protectedTables = /^(?:admin|admin_.*|config|token|.*_session|crud_log|workspace_revision|kontor_.*)$/

/** The id of a screen as it was sent. Refuses what is no id. */
export function readId(value: unknown): string {
  if (typeof value !== 'string' || value.length > 60 || !idPattern.test(value))
    throw new Refused('designer.id', {}, { field: 'id' })
  return value
}

/** The draft that was sent. Refuses what is none. */
export function readDraft({ body }: Pick<Context, 'body'>): Draft {
  const words = isObject(body.words) ? body.words : {}
  return {
    id: readId(body.id),
    page: textOf(body.page),
    words: Object.fromEntries(locales.map((locale) => [locale, textOf(words[locale])])) as Record<Locale, string>,
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > mostText) throw new Refused('designer.text')
  return value
}

/** Refuses screens of the platform and of modules: only those of the workspace are written. */
export function requireOwn({ services }: Pick<Context, 'services'>, id: string): void {
  if (services.workspace.isTaken(id)) throw new Refused('designer.taken', { id }, { field: 'id' })
}

/** Refuses a screen over a table that decides about rights. */
export function requireOpenTable({ page }: DraftTexts): void {
  const table = tableOf(page)
  if (protectedTables.test(table.split('.').at(-1) ?? '')) throw new Refused('designer.protected', { table })
}

/** The table that a page names, its own or another page's; '' for none. */
export function tableOf(page: string): string {
  const { value, issues } = parseJsonText(page, '')
  if (issues.length > 0 || !isObject(value) || !isObject(value.entity)) return ''
  const table = value.entity.use ?? value.entity.table
  return typeof table === 'string' ? table.slice(0, 63) : ''
}

/** The path of a file of a screen in the workspace. */
export function pathOf(id: string, file: 'page' | Locale): string {
  return `pages/${id}/${file}.json`
}

/** The files of a screen in the workspace by their paths. */
export function filesOf({ id, page, words }: Draft): Map<string, string> {
  return new Map([[pathOf(id, 'page'), page], ...locales.map((locale) => [pathOf(id, locale), words[locale]] as const)])
}

/** A screen of the workspace; undefined where there is none. */
export function draftIn(files: WorkspaceTexts, id: string): Draft | undefined {
  const page = files.get(pathOf(id, 'page'))
  if (page === undefined) return undefined
  return {
    id,
    page,
    words: Object.fromEntries(locales.map((locale) => [locale, files.get(pathOf(id, locale)) ?? '{}'])) as Record<Locale, string>,
  }
}

/** What the history shows of a screen: the settings of its table, its fields, and its files with their SHA-256. */
export function partsOf(draft: Draft | undefined) {
  if (!draft) return { table: {}, fields: {}, files: [] }
  const { value, issues } = parseJsonText(draft.page, '')
  const page = issues.length === 0 && isObject(value) ? value : {}
  const files = [...filesOf(draft)].map(([path, text]) => ({ path, hash: createHash('sha256').update(text).digest('hex') }))
  return { table: page.entity ?? {}, fields: page.fields ?? {}, files }
}

/** The files of a screen as one text, for the history. */
export function joined(draft: Draft | undefined): string {
  if (!draft) return ''
  return [['page', draft.page] as const, ...locales.map((locale) => [locale, draft.words[locale]] as const)]
    .map(([name, text]) => `--- ${name}.json\n${text}\n`)
    .join('')
}

/** The screen that a save of the history has stored; of one that took the screen away, what there was before. */
export function draftOfRecord(row: { screen_id: string; before: string; after: string }): Draft {
  const draft = separated(row.screen_id, row.after || row.before)
  if (!draft) throw new Refused('designer.noRecord')
  return draft
}

/** The files of such a text; undefined where there are none. */
export function separated(id: string, text: string): Draft | undefined {
  if (text === '') return undefined
  const parts = new Map(
    text
      .split(/^--- (?=(?:page|[a-z]{2}(?:-[a-z]+)?)\.json$)/m)
      .filter((part) => part !== '')
      .map((part) => {
        const end = part.indexOf('\n')
        return [part.slice(0, end), part.slice(end + 1).replace(/\n$/, '')] as const
      }),
  )
  return {
    id,
    page: parts.get('page.json') ?? '{}',
    words: Object.fromEntries(locales.map((locale) => [locale, parts.get(`${locale}.json`) ?? '{}'])) as Record<Locale, string>,
  }
}
