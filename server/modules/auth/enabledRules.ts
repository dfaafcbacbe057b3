import { sql } from 'kysely'
import type { MenuRule } from '../../../src/schemas/language/menu/menu.ts'
import type { Reader } from '../../core/db/connect.ts'

/** An enabled rule of a menu, as it is stored. */
export type RuleRow = Omit<MenuRule, 'keepalive' | 'children' | 'menu_type'> & {
  title_en: string
  keepalive: number
  menu_type: MenuRule['menu_type'] | ''
}

interface Known {
  /** Tells of which versions of which rows they were read. */
  version: string
  rows: readonly RuleRow[]
}

/** The administrators' rules as they were last read of a database. */
const lastRead = new WeakMap<Reader, Known>()

/**
 * Returns the enabled rules that these groups of administrators hold, or all of them, by weight, then by id. Every page of the back office
 * needs these hundreds of rows, and they rarely change. So they are cached, and read again when the database has a new version of any of them.
 */
export async function enabledRules(db: Reader, groups: readonly number[] | 'all'): Promise<readonly RuleRow[]> {
  const { version, held } = await versionOf(db, groups)
  const rows = await rowsOf(db, version)
  if (groups === 'all') return rows
  const ids = new Set(held)
  return rows.filter(({ id }) => ids.has(String(id)))
}

/** A row that is written gets another place and the number of another transaction. */
async function versionOf(db: Reader, groups: readonly number[] | 'all'): Promise<{ version: string; held: readonly string[] }> {
  const { rows } = await sql<{ version: string; held: string[] | null }>`
    SELECT concat_ws(' ', count(*), bit_xor(hashtextextended(concat_ws(' ', ctid, xmin), 0))) AS version,
      (SELECT array_agg(rule) FROM admin_group, unnest(rules) AS rule
        WHERE admin_group.id = ANY(${groups === 'all' ? [] : groups}::int[]) AND admin_group.status = 1) AS held
    FROM admin_rule WHERE status = 1`.execute(db)
  return { version: rows[0]?.version ?? '', held: rows[0]?.held ?? [] }
}

/** Rows that are written after their version was asked for are newer than it says, and read once more by the next one who asks. */
async function rowsOf(db: Reader, version: string): Promise<readonly RuleRow[]> {
  const known = lastRead.get(db)
  if (known?.version === version) return known.rows
  const { rows } = await sql<RuleRow>`
    SELECT id, pid, type, title, title_en, name, path, icon, menu_type, url, component, keepalive, extend
    FROM admin_rule WHERE status = 1 ORDER BY weigh DESC, id ASC`.execute(db)
  lastRead.set(db, { version, rows })
  return rows
}
