import type { RawBuilder } from 'kysely'
import type { Reader } from './connect.ts'

/** The first column of each row that a statement returns. */
export async function readColumn(db: Reader, statement: RawBuilder<unknown>): Promise<unknown[]> {
  const { rows } = await statement.$castTo<Readonly<Record<string, unknown>>>().execute(db)
  return rows.map((row) => Object.values(row)[0])
}

/** The number that a statement of one row and one column returns, such as a count; 0 where it returns none or NULL. */
export async function readNumber(db: Reader, statement: RawBuilder<unknown>): Promise<number> {
  const [value] = await readColumn(db, statement)
  return Number(value ?? 0)
}
