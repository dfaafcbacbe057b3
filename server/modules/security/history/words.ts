import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Schema } from '../../../../codegen/schema/schema.ts'
import { locales, type WordMap } from '../../../../src/schemas/language/words.ts'
import type { Lang } from '../../../core/context.ts'
import type { Reader, Writer } from '../../../core/db/connect.ts'
import type { PageWordsRow } from '../../../core/rows.generated.ts'

/** The words of a screen's fields, and since when they hold (unix seconds). */
export interface WordsOfTime {
  since: number
  words: Readonly<Partial<Record<Lang, WordMap>>>
}

/** Keeps the words of every screen's fields when they differ from those kept last: changes stay in the words of their time. */
export async function keepWords(trx: Writer, schema: Schema, now: number): Promise<void> {
  const { rows } = await sql<Pick<PageWordsRow, 'page' | 'hash'>>`
    select distinct on (page) page, hash from page_words order by page, id desc`.execute(trx)
  const kept = new Map(rows.map(({ page, hash }) => [page, hash]))
  const changed = [...schema.pages.values()].flatMap((page) => {
    if (page.kind !== 'crud' || page.entity.history === null) return []
    const words = JSON.stringify(
      Object.fromEntries(locales.map((locale) => [locale, ofFields(schema.words.page.get(page.id)?.[locale])])),
    )
    const hash = createHash('sha256').update(words).digest('hex')
    return kept.get(page.id) === hash ? [] : [{ page: page.id, hash, words, create_time: now, update_time: now }]
  })
  // A statement takes 65 535 values at most.
  for (let i = 0; i < changed.length; i += 1000)
    await trx
      .insertInto('page_words')
      .values(changed.slice(i, i + 1000))
      .execute()
}

function ofFields(words: WordMap = {}): WordMap {
  return Object.fromEntries(Object.entries(words).filter(([key]) => key.startsWith('fields.')))
}

/** The kept words of a screen, the latest first. */
export async function readWords(db: Reader, pageId: string): Promise<WordsOfTime[]> {
  const { rows } = await sql<Pick<PageWordsRow, 'words' | 'create_time'>>`
    select words, create_time from page_words where page = ${pageId} order by id desc limit 50`.execute(db)
  return rows.map(({ words, create_time }) => ({ since: create_time ?? 0, words: words as WordsOfTime['words'] }))
}

/** The word of a field at a time; undefined where the words of that time have none. */
export function wordAt(all: readonly WordsOfTime[], lang: Lang, key: string, time: number): string | undefined {
  const then = all.find(({ since }) => since <= time) ?? all.at(-1)
  return then?.words[lang]?.[key]
}
