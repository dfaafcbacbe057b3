import { type RawBuilder, sql } from 'kysely'
import type { Lang } from '../../../../server/core/context.ts'

/** SQL for a text of a row in the person's language: `<column>_en` for who reads English, unless it is empty. `column` as `g.name`. */
export function textIn(lang: Lang, column: string): RawBuilder<string> {
  const own = sql<string>`${sql.ref(column)}`
  return lang === 'en' ? sql<string>`coalesce(nullif(${sql.ref(`${column}_en`)}, ''), ${own})` : own
}

/** The name of a row that is read already, in the person's language. */
export function nameIn(lang: Lang, { name, name_en }: { name: string; name_en: string }): string {
  return (lang === 'en' && name_en) || name
}
