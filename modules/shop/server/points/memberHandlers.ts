import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { withIdempotency } from '../../../../server/core/http/idempotency.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { PointsOrderStatus } from '../options.generated.ts'
import { ownAddress } from '../store/address.ts'
import { countOf, keyOf } from '../store/call.ts'
import { provePayer } from '../store/payRules.ts'
import { ruleOf } from './earn.ts'
import { exchangePoints, type Receiver } from './exchange.ts'
import type { GoodsRow, OrderRow } from './row.ts'
import { nextSteps, signIn, signState } from './sign.ts'
import { receivePointsOrder } from './steps.ts'

const base = { app: 'api', access: { type: 'login' } } as const
const ladderShown = 7

/** What members do with points: see what they get for them, exchange, receive, sign in for the day. */
export const pointsHandlers: readonly Handler[] = [
  { ...base, controller: 'points.Goods', action: 'index', method: 'GET', run: async (ctx) => ({ list: await offers(ctx) }) },
  { ...base, controller: 'points.Order', action: 'index', method: 'GET', run: async (ctx) => ({ list: await mine(ctx) }) },
  {
    ...base,
    controller: 'points.Order',
    action: 'create',
    method: 'POST',
    run: async (ctx) => {
      if (await costsMoney(ctx)) await provePayer(ctx)
      return exchange(ctx)
    },
  },
  {
    ...base,
    controller: 'points.Order',
    action: 'receive',
    method: 'POST',
    run: step('points.Order/receive', (trx, { body }, userId, env) =>
      receivePointsOrder(trx, { orderId: keyOf(body.id), userId }, env),
    ),
  },
  { ...base, controller: 'points.Sign', action: 'index', method: 'GET', run: signs },
  {
    ...base,
    controller: 'points.Sign',
    action: 'sign',
    method: 'POST',
    run: step('points.Sign/sign', (trx, _ctx, userId, env) => signIn(trx, userId, env)),
  },
]

type Step = (trx: Writer, ctx: Context, userId: number, env: CommandContext) => Promise<unknown>

const exchange = step('points.Order/create', async (trx, { body }, userId, env) => {
  const receiver = body.address_id ? await ownAddress(trx, userId, keyOf(body.address_id)) : receiverOf(body)
  const wanted = { userId, goodsId: keyOf(body.goods_id), quantity: countOf(body.quantity ?? 1), receiver }
  return exchangePoints(trx, wanted, env)
})

/** Do the goods cost money of the balance besides points? */
async function costsMoney({ read, body }: Context): Promise<boolean> {
  const { rows } = await sql`select 1 from points_goods where id = ${keyOf(body.goods_id)} and money > 0`.execute(read)
  return rows.length > 0
}

/** The member takes a step, once for each key of the call. */
function step(action: string, take: Step): Handler['run'] {
  return (ctx) => {
    const { id, nickname, username } = actorOf(ctx)
    const env: CommandContext = { now: ctx.now, actor: { type: 'member', id, name: nickname || username } }
    return withIdempotency(ctx, action, async (trx) => (await take(trx, ctx, id, env)) ?? null)
  }
}

/** What was posted as the receiver; the step judges it. */
function receiverOf(body: Context['body']): Receiver {
  const text = (value: unknown, most: number) => (typeof value === 'string' ? value.trim().slice(0, most) : '')
  const city = Array.isArray(body.receiver_city) ? body.receiver_city.slice(0, 3).map(keyOf) : []
  return {
    name: text(body.receiver_name, 20),
    mobile: text(body.receiver_mobile, 11),
    city,
    address: text(body.receiver_address, 200),
  }
}

/** What is offered now, with how many of each the member has had and whether it is for their level. */
async function offers(ctx: Context): Promise<unknown[]> {
  const userId = actorOf(ctx).id
  const { rows } = await sql<GoodsRow & { had: number; mine: boolean }>`select g.*,
      (select coalesce(sum(o.quantity), 0)::int from points_order o where o.user_id = ${userId} and o.goods_id = g.id and o.status <> ${PointsOrderStatus.cancelled}) as had,
      (cardinality(g.level_ids) = 0 or exists (select 1 from shop_user s where s.id = ${userId} and s.level_id = any(g.level_ids))) as mine
    from points_goods g where g.delete_time is null and g.status = 1 and (g.start_time is null or g.start_time <= ${ctx.now})
      and (g.end_time is null or g.end_time > ${ctx.now}) order by g.weigh desc, g.id desc limit 200`.execute(ctx.read)
  return rows.map(
    ({ id, title, type, image, images, content, score, money, market_price, stock, per_limit, end_time, had, mine: isMine }) => ({
      ...{ id, title, type, image, images, content, score, stock, per_limit, end_time, had },
      money: formatFen(money),
      market_price: market_price === null ? null : formatFen(market_price),
      for_me: isMine,
    }),
  )
}

/** The member's exchanges, the newest first. */
async function mine(ctx: Context): Promise<unknown[]> {
  const { rows } =
    await sql<OrderRow>`select * from points_order where user_id = ${actorOf(ctx).id} order by id desc limit 200`.execute(
      ctx.read,
    )
  return rows.map(({ id, order_no, goods_id, title, image, type, quantity, score, money, status, tracking_no, create_time }) => ({
    ...{ id, order_no, goods_id, title, image, type, quantity, score, status, tracking_no, create_time },
    money: formatFen(money),
  }))
}

/** Whether the member has signed in today, for how many days in a row, and what the next days give. */
async function signs(ctx: Context): Promise<unknown> {
  const state = await signState(ctx.read, actorOf(ctx).id, ctx.now)
  return { ...state, next: nextSteps(await ruleOf(ctx.read, 'sign_in'), state.streak + 1, ladderShown) }
}
