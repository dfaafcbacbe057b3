import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { withIdempotency } from '../../../../server/core/http/idempotency.ts'
import { entityOf } from '../../../../server/crud/tables.ts'
import { ownPictures } from '../../../../server/modules/files/validate.ts'
import { isObject } from '../../../../src/schemas/isObject.ts'
import type { ShopEvaluateRow } from '../rows.generated.ts'
import { countOf, keyOf } from '../store/call.ts'
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
        const lines = await linesOf(ctx, trx)
        const input = { orderId: keyOf(ctx.body.order_id), userId: actorOf(ctx).id, lines }
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

function memberEnv(ctx: Context): CommandContext {
  const { id, nickname, username } = actorOf(ctx)
  return { now: ctx.now, actor: { type: 'member', id, name: nickname || username } }
}

/** Lines of an order that one call may be about. */
const linesAtMost = 100

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

async function linesOf(ctx: Context, trx: Writer): Promise<Evaluation[]> {
  const { lines } = ctx.body
  const { images: field } = entityOf(ctx.schema, 'shop_evaluate').fields
  const evaluations: Evaluation[] = []
  for (const [i, each] of (Array.isArray(lines) ? lines.slice(0, linesAtMost) : []).entries()) {
    const row = isObject(each) ? each : {}
    evaluations.push({
      lineId: keyOf(row.id),
      score: countOf(row.score),
      deliveryScore: countOf(row.delivery_score ?? row.score),
      serviceScore: countOf(row.service_score ?? row.score),
      content: textOf(row.content).trim(),
      images: await ownPictures(ctx, trx, { field, value: row.images, place: `lines.${i}.images`, code: 'evaluate.picture' }),
      anonymous: row.anonymous === 1 || row.anonymous === true,
    })
  }
  return evaluations
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
