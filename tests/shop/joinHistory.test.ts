import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refused } from '../../server/app/refuse.ts'
import { inTransaction } from '../../server/app/transaction.ts'
import { type Database, openDatabase, type Writer } from '../../server/db/connect.ts'
import { checkInvariants } from '../../server/demo/invariants.ts'
import { type Random, randomFrom } from '../../server/demo/random.ts'
import { postMoney } from '../../server/domains/shop/ledger.ts'
import type { StepEnv } from '../../server/domains/shop/step.ts'
import { auditJoin } from '../../server/domains/shop/team/audit.ts'
import { cancelJoin, cancelOwnJoin, timeOutJoin } from '../../server/domains/shop/team/cancel.ts'
import { numberAgain } from '../../server/domains/shop/team/entries.ts'
import { payJoin } from '../../server/domains/shop/team/pay.ts'
import { registerAgain, registerJoin } from '../../server/domains/shop/team/register.ts'
import { DEMO_NOW, freshDatabase } from '../harness/database.ts'

const steps = process.env.KONTOR_LONG ? 10_000 : 240
const actors = 6

/** Four competitions of few places, with money, audit and neither; who registers there are ten families of the demo shop. */
async function prepared(database: Database) {
  const ids: number[] = []
  await inTransaction(database, async (trx) => {
    for (const [fee, audit] of [
      [3000, 1],
      [3000, 0],
      [0, 1],
      [0, 0],
    ] as const) {
      const groups = JSON.stringify([{ name: '组', fee, quota: 9, gender: 0, min_age: null, max_age: null }])
      const { rows } = await sql<{
        id: number
      }>`insert into shop_competition (title, cover, images, season, category, type, result_type, city, place,
          join_start, join_end, start_time, end_time, groups, need_idnumber, need_audit, content, rules_file, contact_mobile)
        select '历史赛', cover, images, season, category, type, result_type, city, place, ${DEMO_NOW - 100}::bigint, ${DEMO_NOW + 90_000}::bigint,
          ${DEMO_NOW + 100_000}::bigint, ${DEMO_NOW + 200_000}::bigint, ${groups}::jsonb, 1, ${audit}::int, content, rules_file, contact_mobile
        from shop_competition where id = 1 returning id`.execute(trx)
      ids.push(rows[0]?.id ?? 0)
    }
  })
  const { rows: families } = await sql<{ user_id: number; ids: number[] }>`select user_id, array_agg(id order by id) as ids
    from shop_contestant group by user_id order by user_id limit 10`.execute(database.read)
  const env: StepEnv = { now: DEMO_NOW, actor: { type: 'system' } }
  for (const { user_id: userId } of families)
    await inTransaction(database, (trx) =>
      postMoney(trx, { userId, fen: 500_000, source: 'manual', refNo: `H${userId}`, memo: '' }, env),
    )
  return { ids, families }
}

/** One step that somebody takes, whatever the state of what it is about. */
function drawStep(random: Random, { ids, families }: Awaited<ReturnType<typeof prepared>>, joins: readonly number[]) {
  const family = random.pick(families)
  const joinId = joins.length > 0 ? random.pick(joins) : 0
  const member: StepEnv = { now: DEMO_NOW, actor: { type: 'member', id: family.user_id, name: '会员' } }
  const admin: StepEnv = { now: DEMO_NOW, actor: { type: 'admin', id: 1, name: '管理员' } }
  const chosen = random.shuffled(family.ids).slice(0, 1 + random.int(2))
  const competitionId = random.pick(ids)
  const amount = 3000 * (1 + random.int(2))
  return random.weighted<(trx: Writer) => Promise<unknown>>([
    [(trx) => registerJoin(trx, { competitionId, groupName: '组', userId: family.user_id, contestantIds: chosen }, member), 30],
    [(trx) => payJoin(trx, { joinId, amount, payType: 'balance', tradeNo: '' }, member), 18],
    [
      (trx) =>
        payJoin(trx, { joinId, amount, payType: 'wechat', tradeNo: `T${joinId}` }, { ...member, actor: { type: 'system' } }),
      8,
    ],
    [(trx) => auditJoin(trx, { joinId, agree: true, note: '' }, admin), 14],
    [(trx) => auditJoin(trx, { joinId, agree: false, note: '不合' }, admin), 6],
    [(trx) => cancelJoin(trx, { joinId, reason: '改期', refund: 100 * random.int(40) }, admin), 6],
    [(trx) => cancelOwnJoin(trx, { joinId, userId: family.user_id }, member), 8],
    [(trx) => registerAgain(trx, { joinId, userId: family.user_id }, member), 6],
    [(trx) => timeOutJoin(trx, joinId, { ...admin, now: DEMO_NOW + 1801 }), 3],
    [(trx) => numberAgain(trx, 1 + random.int(460), admin), 1],
  ])
}

test(`${steps} steps of ${actors} people at once, in any order, leave places, money and entries as they have to be`, async () => {
  const shop = await freshDatabase('demo')
  const database = openDatabase(shop.url, { connections: actors, statementTimeout: 60_000 })
  try {
    const world = await prepared(database)
    const random = randomFrom(20_260_331)
    let done = 0
    for (let taken = 0; taken < steps; taken += actors) {
      const { rows } = await sql<{
        id: number
      }>`select id from shop_team_join
        where competition_id = any(${world.ids}::int[]) and status <> 5`.execute(database.read)
      const joins = rows.map(({ id }) => id)
      const drawn = Array.from({ length: actors }, () => drawStep(random, world, joins))
      const ends = await Promise.allSettled(drawn.map((step) => inTransaction(database, step)))
      for (const end of ends) {
        if (end.status === 'fulfilled') done++
        else if (!(end.reason instanceof Refused)) throw end.reason
      }
    }
    expect(done).toBeGreaterThan(steps / 20)
    const { rows } = await sql<{ n: number }>`select count(distinct status)::int as n from shop_team_join
      where competition_id = any(${world.ids}::int[])`.execute(database.read)
    expect(rows[0]?.n).toBeGreaterThan(3)
    expect(await checkInvariants(database.read)).toEqual([])
  } finally {
    await database.close()
    await shop.drop()
  }
}, 600_000)
