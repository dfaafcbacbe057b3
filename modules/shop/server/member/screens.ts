import { sql } from 'kysely'
import { stepEnv } from '../../../../server/core/command.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { enqueue } from '../../../../server/core/jobs/queue.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { DeleteInput, FieldMessage, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { postMoney, postScore } from '../../../../server/modules/user/ledger.ts'
import { largeChangeOf, largeScoreOf } from '../../../../server/modules/user/moneyLog.ts'
import { type ActionInput, type ActionValues, defineActions } from '../actions.ts'
import { countSend, type SendWish, startSend } from '../coupon/send.ts'
import type { ShopCouponRow, ShopUserLevelRow } from '../rows.generated.ts'
import { levelJob } from './recompute.ts'

/** shop/user/level: growth rises with the level; the lowest level stays. */
export const levelHooks: ScreenHooks = {
  validate: validateLevel,
  beforeDelete: requireEmpty,
}

async function validateLevel({ trx, before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  const { level, growth } = { ...before, ...values } as Pick<ShopUserLevelRow, 'level' | 'growth'>
  if (!Number.isSafeInteger(level) || !Number.isSafeInteger(growth)) return {}
  if (before?.level === 1 && level !== 1) return { level: { code: 'level.lowest' } }
  if (before?.level === 1 && values.status === 0) return { status: { code: 'level.lowestInUse' } }
  if (level === 1 && growth !== 0) return { growth: { code: 'level.lowestGrowth' } }
  await sql`select pg_advisory_xact_lock(hashtext('kontor.level'))`.execute(trx) // two who move the borders are judged one after another
  const { rows } = await sql<Pick<ShopUserLevelRow, 'name' | 'level' | 'growth'>>`select name, level, growth from shop_user_level
    where id <> ${Number(before?.id ?? 0)} and ((level < ${level} and growth >= ${growth}) or (level > ${level} and growth <= ${growth}))
    order by level limit 1`.execute(trx)
  const [other] = rows
  if (!other) return {}
  return {
    growth: { code: other.level < level ? 'level.above' : 'level.below', params: { name: other.name, growth: other.growth } },
  }
}

async function requireEmpty({ trx, rows }: DeleteInput): Promise<void> {
  for (const row of rows) {
    if (row.level === 1) throw new Refused('level.lowest', { name: String(row.name) })
    if (await membersOf({ trx, id: Number(row.id) })) throw new Refused('level.inUse', { name: String(row.name) })
  }
}

async function membersOf({ trx, id }: { trx: DeleteInput['trx']; id: number }): Promise<boolean> {
  const { rows } = await sql`select 1 from shop_user where level_id = ${id} limit 1`.execute(trx)
  return rows.length > 0
}

/** Deletes a level; its members move to another, which must be named when there are any. */
async function removeLevel({ ctx, trx, row, values }: ActionInput<'shop/user/level.remove'>): Promise<null> {
  const { id } = row
  const target = values.target_id ?? 0
  if (target === id) throw new Refused('level.sameTarget', {}, { field: 'target_id' })
  if (target === 0 && (await membersOf({ trx, id }))) throw new Refused('level.needsTarget', {}, { field: 'target_id' })
  if (target > 0)
    await sql`update shop_user set level_id = ${target}, level_until = null, update_time = ${ctx.now} where level_id = ${id}`.execute(
      trx,
    )
  await sql`delete from shop_user_level where id = ${id}`.execute(trx)
  return null
}

/** shop/user/user: rows of members whose account is there. */
export const memberHooks: ScreenHooks = {
  rowScope: () => sql`exists (select 1 from "user" u where u.id = t.id and u.delete_time is null)`,
  // A level that somebody chose by hand is kept for as long as that level says.
  async beforeSave({ ctx, trx, before, values }) {
    if (values.blocked === 0) values.block_reason = ''
    if (values.level_id === undefined || values.level_id === before?.level_id) return
    values.level_until = await keptUntil({ trx, levelId: Number(values.level_id), now: ctx.now })
  },
}

async function keptUntil({ trx, levelId, now }: { trx: SaveInput['trx']; levelId: number; now: number }): Promise<number | null> {
  const { rows } = await sql<
    Pick<ShopUserLevelRow, 'keep_days'>
  >`select keep_days from shop_user_level where id = ${levelId}`.execute(trx)
  const days = rows[0]?.keep_days ?? 0
  return days > 0 ? now + days * 86_400 : null
}

/** shop/user/moneyLog and shop/user/score: what the ledgers hold, to look at; nothing is booked here. */
export const shopLedgerHooks: ScreenHooks = {
  validate: refuseBooking,
  beforeDelete: refuseBooking,
}

async function refuseBooking(): Promise<never> {
  throw new Refused('authority.ledger')
}

/** What the buttons of the screens of levels and members do. */
export const memberActions = defineActions({
  'shop/user/level.recompute': {
    run: async ({ trx, row }) => {
      await enqueue(trx, levelJob, row.id)
      return null
    },
  },
  'shop/user/level.remove': { run: removeLevel },
  'shop/user/user.money': {
    run: async ({ ctx, trx, row, values }) => {
      const fen = values.money
      if (fen === 0) throw new Refused('level.notZero', {}, { field: 'money' })
      const tooLarge = await largeChangeOf(ctx, trx, fen)
      if (tooLarge) throw new Refused('level.large', tooLarge.params ?? {}, { field: 'money' })
      const posting = { userId: row.id, fen, source: 'manual' as const, refNo: null, memo: values.memo.trim() }
      await postMoney(trx, posting, stepEnv(ctx))
      return null
    },
  },
  'shop/user/user.score': {
    run: async ({ ctx, trx, row, values }) => {
      const { score } = values
      if (score === 0) throw new Refused('level.notZero', {}, { field: 'score' })
      const tooLarge = await largeScoreOf(ctx, trx, score)
      if (tooLarge) throw new Refused('level.large', tooLarge.params ?? {}, { field: 'score' })
      const posting = { userId: row.id, score, source: 'manual' as const, refNo: null, memo: values.memo.trim() }
      await postScore(trx, posting, stepEnv(ctx))
      return null
    },
  },
  'shop/user/user.coupon': {
    // One send, however many are chosen: whoever is disabled is left out, as in every send.
    runAll: async ({ ctx, trx, rows, values }) => {
      const sending = await startSend(trx, wishOf(rows, values), stepEnv(ctx))
      const told = { ...sending, done: sending.members, failed: rows.length - sending.members }
      return sending.sent > 0 ? told : { ...told, path: `/admin/shop/coupon/send?id=${sending.id}` }
    },
  },
  'shop/user/user.couponCount': {
    answer: async ({ db, rows, values }) => {
      const [coupon] = await couponOf(db, values.coupon_id)
      const counted = await countSend(db, wishOf(rows, values), coupon ?? { per_limit: 0, remaining: 0 })
      return { ...counted, title: coupon?.title ?? '', disabled: rows.length - counted.members }
    },
  },
  'shop/user/user.setLevel': {
    run: async ({ ctx, trx, row, values }) => {
      const levelId = values.level_id
      const until = await keptUntil({ trx, levelId, now: ctx.now })
      await sql`update shop_user set level_id = ${levelId}, level_lock = ${values.level_lock}, level_until = ${until}, update_time = ${ctx.now}
        where id = ${row.id}`.execute(trx)
      return null
    },
  },
})

/** What the form of "send coupon" asks for, for these members. */
function wishOf(rows: readonly { id: number }[], values: ActionValues<'shop/user/user.coupon'>): SendWish {
  return { couponId: values.coupon_id, target: 'users', userIds: rows.map(({ id }) => id), quantity: values.quantity }
}

async function couponOf(db: Reader, id: number): Promise<Pick<ShopCouponRow, 'title' | 'per_limit' | 'remaining'>[]> {
  const { rows } = await sql<
    Pick<ShopCouponRow, 'title' | 'per_limit' | 'remaining'>
  >`select title, per_limit, remaining from shop_coupon where id = ${id}`.execute(db)
  return rows
}
