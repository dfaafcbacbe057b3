import { sql } from 'kysely'
import { findLimits } from '../../../src/schemas/api/find.ts'
import { titleField } from '../../../src/schemas/language/list/naming.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { deleteColumn, isStored } from '../../core/db/columns.ts'
import type { Reader } from '../../core/db/connect.ts'
import { keyColumn } from '../../core/db/rowKey.ts'
import { estimatedRows } from '../../core/db/size.ts'
import { initialsOf, isChinese } from './initials.ts'

interface Named {
  key: string
  initials: string
}

interface Kept {
  names: readonly Named[]
  /** By `performance.now()`. */
  until: number
}

/** Rows of a table beyond which its names are found by their characters only. */
const mostRows = 5_000
/** Milliseconds that names are kept. */
const keptFor = 60_000

/**
 * Keys of records by the initials of their Chinese names, per page, kept for a minute. What is found here is only a key: the caller asks
 * the list of the page for it, so that rights, row owners and masks hold.
 */
export function createNameIndex(): (db: Reader, page: Page, initials: string) => Promise<string[]> {
  const kept = new Map<string, Promise<Kept>>()
  return async (db, page, initials) => {
    const before = kept.get(page.id)
    let now = before && (await before.catch(() => undefined))
    if (!now || now.until < performance.now()) {
      const reading = namesOf(db, page).then((names) => ({ names, until: performance.now() + keptFor }))
      kept.set(page.id, reading)
      now = await reading
    }
    const found = now.names.filter((name) => name.initials.includes(initials))
    const rank = (name: Named) => Number(!name.initials.startsWith(initials))
    return found
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, findLimits.records)
      .map(({ key }) => key)
  }
}

async function namesOf(db: Reader, page: Page): Promise<Named[]> {
  const { entity } = page
  const name = titleField(page)
  const field = entity.fields[name]
  if (!field || !entity.key || !isStored(field) || field.secret || field.mask) return []
  if (field.store?.type !== 'text' && field.store?.type !== 'varchar') return []
  if ((await estimatedRows(db, entity.table)) > mostRows) return []
  const living = entity.softDelete ? sql` where ${sql.ref(deleteColumn)} is null` : sql``
  const { rows } = await sql<{
    key: string
    name: string | null
  }>`select ${keyColumn(entity, '')}::text as key, ${sql.ref(name)} as name
    from ${sql.table(entity.table)}${living} limit ${sql.raw(String(mostRows))}`.execute(db)
  return rows.flatMap(({ key, name: text }) => (text && isChinese(text) ? [{ key, initials: initialsOf(text) }] : []))
}
