import { idOf } from '../../../src/schemas/kinds/define.ts'
import { formatFen } from '../../../src/schemas/kinds/money.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { FieldMessage, Row, SaveInput, ScreenHooks } from '../../crud/domain.ts'
import { bookByHand, mostOf, spendScore } from './ledger.ts'

/** The most that may be booked by hand, up or down, without the right to large changes. */
export interface BookingLimits {
  /** Fen. */
  money: number
  score: number
}

/** Where no module says otherwise. */
export const usualLimits: BookingLimits = { money: 200_000, score: 100_000 }

declare module '../module.ts' {
  interface ServerModule {
    /** The limits of bookings by hand; absent everywhere: the platform's own. */
    readonly bookingLimits?: (db: Reader) => Promise<BookingLimits>
  }
}

declare module '../../core/services.ts' {
  interface Services {
    /** The limits of bookings by hand as they are now. */
    bookingLimits(db: Reader): Promise<BookingLimits>
  }
}

/** user/moneyLog: a booking by hand changes the balance and writes the ledger's row in one transaction; rows are never changed. */
export const moneyLogHooks: ScreenHooks = {
  validate: validateBooking('money', async ({ ctx, trx, values }): Promise<Record<string, FieldMessage>> => {
    const tooLarge = await largeChangeOf(ctx, trx, Number(values.money))
    return tooLarge ? { money: tooLarge } : {}
  }),
  beforeDelete: refuseChange,
  addExtra: memberOf,
}

/** Why this administrator may not book so much (fen) by hand; undefined when they may. */
export async function largeChangeOf(ctx: Context, db: Reader, fen: number): Promise<FieldMessage | undefined> {
  if (can(actorOf(ctx), 'user/moneyLog/large')) return undefined
  const { money } = await ctx.services.bookingLimits(db)
  if (Math.abs(fen) <= money) return undefined
  return { code: 'authority.large', params: { limit: `¥${formatFen(money)}` } }
}

/** The same of points; one right allows large changes of both. */
export async function largeScoreOf(ctx: Context, db: Reader, score: number): Promise<FieldMessage | undefined> {
  if (can(actorOf(ctx), 'user/moneyLog/large')) return undefined
  const limits = await ctx.services.bookingLimits(db)
  return Math.abs(score) <= limits.score ? undefined : { code: 'authority.large', params: { limit: limits.score } }
}

/** user/scoreLog: the same with points. */
export const scoreLogHooks: ScreenHooks = {
  validate: validateBooking('score', async ({ ctx, trx, values }): Promise<Record<string, FieldMessage>> => {
    const tooLarge = await largeScoreOf(ctx, trx, Number(values.score))
    return tooLarge ? { score: tooLarge } : {}
  }),
  beforeDelete: refuseChange,
  addExtra: memberOf,
}

/** Books the change after validating it against the locked balance. Fills in the row's figures and its origin. */
function validateBooking(column: 'money' | 'score', further: (input: SaveInput) => Promise<Record<string, FieldMessage>>) {
  return async (input: SaveInput): Promise<Record<string, FieldMessage>> => {
    const { ctx, trx, values, mode } = input
    if (mode !== 'add') await refuseChange()
    const change = Number(values[column])
    if (!Number.isSafeInteger(change) || values.user_id === null || values.user_id === undefined) return {}
    if (change === 0) return { [column]: { code: 'authority.notZero' } }
    const found = await further(input)
    if (Object.keys(found).length > 0) return found
    const booked = await bookByHand(trx, { column, userId: Number(values.user_id) }, change, ctx.now)
    if (!booked) return { user_id: { code: 'authority.noMember' } }
    const shown = (figure: number) => (column === 'money' ? formatFen(figure) : figure)
    if (booked.after < 0) return { [column]: { code: 'authority.below', params: { before: shown(booked.before) } } }
    if (booked.after > mostOf[column]) return { [column]: { code: 'authority.above', params: { max: shown(mostOf[column]) } } }
    Object.assign(values, { ...booked, source: 'manual', ref_no: null, admin_id: actorOf(ctx).id })
    if (column === 'score') {
      values.remaining = Math.max(change, 0)
      if (change < 0) await spendScore(trx, Number(values.user_id), -change)
    }
    return {}
  }
}

/** What was booked stays; a mistake is booked back. */
async function refuseChange(): Promise<never> {
  throw new Refused('authority.ledger')
}

/** GET add?userId=…: the member the form is about, without what is nobody's business. */
async function memberOf(ctx: Context, db: Reader): Promise<Row> {
  const id = idOf(ctx.query.userId ?? ctx.query.user_id)
  if (id === undefined) return {}
  const user = await db
    .selectFrom('user')
    .select(['id', 'group_id', 'username', 'nickname', 'email', 'mobile', 'avatar', 'gender', 'birthday', 'money', 'score'])
    .select([
      'last_login_time',
      'last_login_ip',
      'login_failure',
      'join_ip',
      'join_time',
      'motto',
      'status',
      'update_time',
      'create_time',
    ])
    .where('id', '=', id)
    .where('delete_time', 'is', null)
    .executeTakeFirst()
  return user ? { user: { ...user, money: formatFen(user.money) } } : {}
}
