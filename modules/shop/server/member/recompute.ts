import { type Kysely, sql } from 'kysely'
import { type CommandContext, rowsOf } from '../../../../server/core/command.ts'
import type { Db, Writer } from '../../../../server/core/db/connect.ts'
import type { JobKind } from '../../../../server/core/jobs/runner.ts'
import { inTransaction } from '../../../../server/core/transaction/transaction.ts'
import type { ShopUserLevelRow, ShopUserRow } from '../rows.generated.ts'
import { checkLevel } from './level.ts'

/** Name of the work in the table `job`; it is about a level. */
export const levelJob = 'level'
const batch = 200

/** Works the levels of up to `limit` members of these levels out anew, from the key `after` on. Gives the last key; undefined at the end. */
export async function recomputeSome(
  trx: Writer,
  { levels, after, limit = batch }: { levels: readonly number[]; after: number; limit?: number },
  env: CommandContext,
): Promise<number | undefined> {
  const members = await rowsOf(
    trx,
    sql<
      Pick<ShopUserRow, 'id'>
    >`select id from shop_user where level_id = any(${levels}::int[]) and level_lock = 0 and id > ${after}
      order by id limit ${limit}`,
  )
  for (const { id } of members) await checkLevel(trx, id, env, true)
  return members.length < limit ? undefined : members.at(-1)?.id
}

/** A level and the next above it. */
async function levelsAround(db: Kysely<Db>, id: number): Promise<number[]> {
  const { rows } = await sql<
    Pick<ShopUserLevelRow, 'id'>
  >`select l.id from shop_user_level l join shop_user_level this on this.id = ${id}
    where l.level >= this.level order by l.level limit 2`.execute(db)
  return rows.map((row) => row.id)
}

/** Gives the members of a level and of the next the level of their growth, a batch at a time. */
export const levelKind: JobKind = {
  async run({ ref, database, signal, finish }) {
    const levels = await levelsAround(database.write, ref)
    const env: CommandContext = { now: Math.floor(Date.now() / 1000), actor: { type: 'system' } }
    let after: number | undefined = 0
    while (after !== undefined) {
      signal.throwIfAborted()
      const from: number = after
      after = await inTransaction(database, async (trx) => {
        const last = await recomputeSome(trx, { levels, after: from }, env)
        if (last === undefined) await finish(trx)
        return last
      })
    }
  },
  // Who asked sees it by the levels themselves; the fault stands in the log.
  fail: async () => {},
}
