import { sql } from 'kysely'
import { actorOf, type Context } from '../../../app/context.ts'
import type { Handler } from '../../../app/handler.ts'
import { withIdempotency } from '../../../app/idempotency.ts'
import { Refused } from '../../../app/refuse.ts'
import type { ShopEvaluateRow } from '../../../rows.generated.ts'
import type { StepEnv } from '../step.ts'
import { appendEvaluation, type Evaluation, writeEvaluations } from './write.ts'

const base = { app: 'api', controller: 'shop.Evaluate', access: { type: 'login' } } as const

/** What members do with evaluations: write them about an order of theirs, add to one, see their own. */
export const evaluateHandlers: readonly Handler[] = [
  { ...base, action: 'index', method: 'GET', run: async (ctx) => ({ list: await mine(ctx) }) },
  {
    ...base,
    action: 'add',
    method: 'POST',
    run: (ctx) =>
      withIdempotency(ctx, 'shop.Evaluate/add', async (trx) => {
        const input = { orderId: keyOf(ctx.body.order_id), userId: actorOf(ctx).id, lines: linesOf(ctx.body.lines) }
        return { complete: await writeEvaluations(trx, input, memberEnv(ctx)) }
      }),
  },
  {
    ...base,
    action: 'append',
    method: 'POST',
    run: (ctx) =>
      withIdempotency(ctx, 'shop.Evaluate/append', async (trx) => {
        const input = { id: keyOf(ctx.body.id), userId: actorOf(ctx).id, content: textOf(ctx.body.content) }
        await appendEvaluation(trx, input, memberEnv(ctx))
        return {}
      }),
  },
]

function memberEnv(ctx: Context): StepEnv {
  const { id, nickname, username } = actorOf(ctx)
  return { now: ctx.now, actor: { type: 'member', id, name: nickname || username } }
}

/** A key of a row; 0, which none has, for anything else. */
function keyOf(value: unknown): number {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647 ? id : 0
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Pictures are files of this site: members name what they have uploaded, nothing else. */
const isPicture = (value: unknown): value is string => typeof value === 'string' && /^\/storage\/[\w/.-]{1,200}$/.test(value)

function linesOf(value: unknown): Evaluation[] {
  if (!Array.isArray(value)) return []
  return value.map((each: unknown) => {
    const row = (each !== null && typeof each === 'object' ? each : {}) as Record<string, unknown>
    const images = Array.isArray(row.images) ? row.images : []
    if (!images.every(isPicture)) throw new Refused('evaluate.picture')
    return {
      lineId: keyOf(row.id),
      score: Number(row.score),
      deliveryScore: Number(row.delivery_score ?? row.score),
      serviceScore: Number(row.service_score ?? row.score),
      content: textOf(row.content).trim(),
      images,
      anonymous: row.anonymous === 1 || row.anonymous === true,
    }
  })
}

type Mine = Pick<
  ShopEvaluateRow,
  'id' | 'order_no' | 'goods_id' | 'spec' | 'score' | 'content' | 'images' | 'append_content' | 'reply' | 'status' | 'create_time'
>

async function mine(ctx: Context): Promise<Mine[]> {
  const { rows } =
    await sql<Mine>`select id, order_no, goods_id, spec, score::float8 as score, content, images, append_content, reply, status,
      create_time from shop_evaluate where user_id = ${actorOf(ctx).id} and delete_time is null order by id desc limit 200`.execute(
      ctx.read,
    )
  return rows
}
