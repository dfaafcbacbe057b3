import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type CommandContext, memberEnv } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { withIdempotency } from '../../../../server/core/http/idempotency.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { startJoinPayment } from '../payment/intent.ts'
import { payThrough } from '../payment/open.ts'
import type { ShopCompetitionRow, ShopContestantRow, ShopTeamJoinRow } from '../rows.generated.ts'
import { keyOf, readInput } from '../store/call.ts'
import { allowBalance, requireWay } from '../store/payRules.ts'
import { cancelOwnJoin } from './cancel.ts'
import { payJoin } from './pay.ts'
import { registerAgain, registerJoin } from './register.ts'
import { holdingPlaces, lockJoin, takenPlaces } from './row.ts'

const base = { app: 'api', controller: 'shop.Join', access: { type: 'login' } } as const

/** What members do with competitions: see what is open, register, pay, cancel, register again, see their own. */
export const registrationHandlers: readonly Handler[] = [
  {
    ...base,
    action: 'competitions',
    method: 'GET',
    access: { type: 'public' },
    run: async (ctx) => ({ list: await offered(ctx) }),
  },
  { ...base, action: 'mine', method: 'GET', run: async (ctx) => ({ list: await mine(ctx) }) },
  { ...base, action: 'contestants', method: 'GET', run: async (ctx) => ({ list: await contestants(ctx) }) },
  { ...base, action: 'register', method: 'POST', run: doing('register', register) },
  {
    ...base,
    action: 'pay',
    method: 'POST',
    run: pay,
  },
  {
    ...base,
    action: 'cancel',
    method: 'POST',
    run: doing('cancel', async (trx, { body }, userId, env) => {
      await cancelOwnJoin(trx, { joinId: keyOf(body.id), userId }, env)
      return { id: keyOf(body.id) }
    }),
  },
  {
    ...base,
    action: 'again',
    method: 'POST',
    run: async (ctx) => {
      if (ctx.body.pay_later !== true && (await costsAgain(ctx))) await allowBalance(ctx)
      return again(ctx)
    },
  },
]

type Do = (trx: Writer, ctx: Context, userId: number, env: CommandContext) => Promise<unknown>

const payType = z.object({ type: z._default(z.enum(['balance', 'wechat', 'alipay']), 'balance') })

/** Pays from the balance at once; through a provider it gives the address at which the member pays, and the provider tells the rest. */
async function pay(ctx: Context): Promise<unknown> {
  const { type: channel } = readInput(payType, ctx.body)
  if (channel === 'balance') {
    await allowBalance(ctx)
    return payOwn(ctx)
  }
  await requireWay(ctx, channel)
  const own = { joinId: keyOf(ctx.body.id), userId: actorOf(ctx).id, channel }
  return payThrough(ctx, channel, (trx) => startJoinPayment(trx, own, memberEnv(ctx)))
}

const payOwn = doing('pay', async (trx, { body }, userId, env) => {
  const join = await lockJoin(trx, keyOf(body.id))
  if (join.user_id !== userId) throw new Refused('team.noJoin')
  await payJoin(trx, { joinId: join.id, amount: join.fee, payType: 'balance', tradeNo: '' }, env)
  return { id: join.id, paid: true }
})

const again = doing('again', async (trx, { body }, userId, env) =>
  told(await registerAgain(trx, { joinId: keyOf(body.id), userId, payLater: body.pay_later === true }, env)),
)

/** Would the member's registration cost something now, which is taken from the balance at once? */
async function costsAgain({ read, body, actor }: Context): Promise<boolean> {
  const { rows } = await sql<
    Pick<ShopTeamJoinRow, 'group_name'> & Pick<ShopCompetitionRow, 'groups'>
  >`select j.group_name, c.groups
    from shop_team_join j join shop_competition c on c.id = j.competition_id
    where j.id = ${keyOf(body.id)} and j.user_id = ${actor?.id ?? 0}`.execute(read)
  return rows.some(({ group_name, groups }) => groups.some(({ name, fee }) => name === group_name && fee > 0))
}

/** A step of the member, once for each key of the call. */
function doing(action: string, step: Do): Handler['run'] {
  return (ctx) => {
    const { id, nickname, username } = actorOf(ctx)
    const env: CommandContext = { now: ctx.now, actor: { type: 'member', id, name: nickname || username } }
    return withIdempotency(ctx, `shop.Join/${action}`, (trx) => step(trx, ctx, id, env))
  }
}

async function register(trx: Writer, { body }: Context, userId: number, env: CommandContext): Promise<unknown> {
  const ids = Array.isArray(body.contestant_ids) ? body.contestant_ids.slice(0, 30).map(keyOf) : []
  const input = {
    competitionId: keyOf(body.competition_id),
    groupName: typeof body.group_name === 'string' ? body.group_name : '',
    userId,
    teamId: body.team_id === undefined || body.team_id === null ? undefined : keyOf(body.team_id),
    contestantIds: ids,
    remark: typeof body.remark === 'string' ? body.remark.slice(0, 500) : '',
  }
  return told(await registerJoin(trx, input, env))
}

const told = ({ id, joinNo, fee }: { id: number; joinNo: string; fee: number }) => ({
  id,
  join_no: joinNo,
  fee: formatFen(fee),
})

type Offer = Pick<
  ShopCompetitionRow,
  'id' | 'title' | 'cover' | 'type' | 'place' | 'join_end' | 'start_time' | 'end_time' | 'groups'
>

/** Competitions that one may register for at this moment, with the places that are left. */
async function offered(ctx: Context): Promise<unknown[]> {
  const { rows } =
    await sql<Offer>`select id, title, cover, type, place, join_end, start_time, end_time, groups from shop_competition
    where status = 1 and delete_time is null and join_start <= ${ctx.now} and join_end > ${ctx.now}
    order by weigh desc, id desc limit 100`.execute(ctx.read)
  return Promise.all(
    rows.map(async ({ groups, ...row }) => {
      const taken = await takenPlaces(ctx.read, row.id)
      const left = (name: string, quota: number) => Math.max(0, quota - (taken.get(name) ?? 0))
      return {
        ...row,
        groups: groups.map(({ name, fee, quota }) => ({ name, fee: formatFen(fee), left: left(name, quota) })),
      }
    }),
  )
}

/** The member's own contestants who may be registered. */
async function contestants(ctx: Context): Promise<unknown[]> {
  const { rows } = await sql<Pick<ShopContestantRow, 'id' | 'name'>>`select id, name from shop_contestant
    where user_id = ${actorOf(ctx).id} and status = 1 and delete_time is null order by is_self desc, id limit 100`.execute(
    ctx.read,
  )
  return rows
}

type Mine = Pick<
  ShopTeamJoinRow,
  'id' | 'join_no' | 'competition_id' | 'group_name' | 'fee' | 'refund_amount' | 'status' | 'expire_time'
>

/** The member's registrations, the latest first. */
async function mine(ctx: Context): Promise<unknown[]> {
  const { rows } = await sql<
    Mine & { title: string; bibs: string[] }
  >`select j.id, j.join_no, j.competition_id, j.group_name, j.fee,
      j.refund_amount, j.status, j.expire_time, c.title,
      array(select e.bib_no from shop_user_competition e where e.join_id = j.id order by e.bib_no) as bibs
    from shop_team_join j join shop_competition c on c.id = j.competition_id where j.user_id = ${actorOf(ctx).id}
    order by j.status = any(${holdingPlaces}::int[]) desc, j.id desc limit 200`.execute(ctx.read)
  return rows.map((row) => ({ ...row, fee: formatFen(row.fee), refund_amount: formatFen(row.refund_amount) }))
}
