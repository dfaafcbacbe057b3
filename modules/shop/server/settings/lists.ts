import { sql } from 'kysely'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { type Tag, tags } from '../../../../src/schemas/kinds/kind.ts'
import type { Locale } from '../../../../src/schemas/language/words.ts'
import type { ShopSettingRow } from '../rows.generated.ts'
import type { SettingDefault } from './settings.ts'

/** A row of a list of the settings: what is stored, and its word for who reads it. */
export interface SettingChoice {
  value: string
  label: string
  /** In the list as it is now; what was taken out of it names old records only. */
  mayTake: boolean
  /** Its colour, of lists that have one. */
  tag?: Tag
}

interface ListRow {
  key?: unknown
  value?: unknown
  en?: unknown
  tag?: unknown
}

/** Rows of a list of the settings as it was saved, else as it starts. */
export function listRows(value: unknown): readonly ListRow[] {
  return Array.isArray(value) ? value : []
}

/** A list of the settings in a language; words that nobody changed have their English one even where it was saved without. */
async function readList(db: Reader, name: string, defaultOf: SettingDefault, lang: Locale): Promise<SettingChoice[]> {
  const found = await sql<Pick<ShopSettingRow, 'value'>>`select value from shop_setting where name = ${name}`.execute(db)
  const usual = listRows(defaultOf(name))
  const kept = listRows(found.rows[0]?.value ?? usual)
  const gone = usual.filter(({ key }) => !kept.some((row) => row.key === key))
  const choiceOf = (row: ListRow, mayTake: boolean): SettingChoice[] => {
    if (!row.key) return []
    const alike = usual.find(({ key, value }) => key === row.key && value === row.value)
    const word = lang === 'en' ? row.en || alike?.en || row.value : row.value
    const tag = tags.find((each) => each === (row.tag ?? usual.find(({ key }) => key === row.key)?.tag))
    return [{ value: String(row.key), label: String(word || row.key), mayTake, ...(tag ? { tag } : {}) }]
  }
  return [...kept.flatMap((row) => choiceOf(row, true)), ...gone.flatMap((row) => choiceOf(row, false))]
}

/** Tags that members of the shop can have. */
export async function readMemberTags(db: Reader, defaultOf: SettingDefault, lang: Locale): Promise<SettingChoice[]> {
  return readList(db, 'member_tags', defaultOf, lang)
}

/** Reasons for which money is asked back. */
export async function readRefundReasons(db: Reader, defaultOf: SettingDefault, lang: Locale): Promise<SettingChoice[]> {
  return readList(db, 'refund_reasons', defaultOf, lang)
}
