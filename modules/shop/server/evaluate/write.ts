import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { settingsOf } from '../command.ts'
import { notifyOfOrder } from '../notices/members.ts'
import { evaluateLines } from '../order/finish.ts'
import { linesOf, lockOrder, type OrderRow } from '../order/row.ts'
import { earn } from '../points/earn.ts'
import type { ShopEvaluateRow } from '../rows.generated.ts'
import type { ShopSettings } from '../settings/settings.ts'
import { refreshGoodsScore } from './average.ts'

/** Seconds after an evaluation in which something may be added to it, once. */
const appendWithin = 180 * 86_400
/** Characters of a text. */
const mostText = 500

/** What a member says about one line of an order; stars from 1 to 5. */
export interface Evaluation {
  lineId: number
  score: number
  deliveryScore: number
  serviceScore: number
  content: string
  images: readonly string[]
  anonymous: boolean
}

/**
 * E1 evaluate: a member writes about lines of an order of theirs, once about each, while it is to be evaluated; with the last line that was
 * neither written about nor refunded the order is complete. Shown at once, unless the settings say that evaluations are looked at first.
 * Gives whether the order is complete now.
 */
export async function writeEvaluations(
  trx: Writer,
  input: { orderId: number; userId: number; lines: readonly Evaluation[] },
  env: CommandContext,
): Promise<boolean> {
  const order = await lockOrder(trx, input.orderId)
  if (order.user_id !== input.userId) throw new Refused('shop.noOrder')
  if (input.lines.length === 0) throw new Refused('shop.noLines')
  const settings = await settingsOf(trx, env)
  for (const one of input.lines) validate(one, settings)
  const done = await evaluateLines(trx, { orderId: order.id, lineIds: input.lines.map((line) => line.lineId) }, env)
  await insert(trx, order, { evaluations: input.lines, status: settings.evaluateAudit ? 0 : 1 }, env)
  return done
}

function validate({ score, deliveryScore, serviceScore, content, images }: Evaluation, settings: ShopSettings): void {
  const isRating = (stars: number) => Number.isSafeInteger(stars) && stars >= 1 && stars <= 5
  if (![score, deliveryScore, serviceScore].every(isRating)) throw new Refused('evaluate.stars')
  validateText(content, settings)
  if (images.length > settings.evaluateImages) throw new Refused('evaluate.images', { max: settings.evaluateImages })
}

function validateText(content: string, { evaluateWords }: ShopSettings): void {
  if (content.length > mostText) throw new Refused('evaluate.tooLong', { max: mostText })
  const words = evaluateWords.split(/[\s,，;；]+/).filter((word) => word !== '')
  if (words.some((word) => content.toLowerCase().includes(word.toLowerCase()))) throw new Refused('evaluate.word')
}

async function insert(
  trx: Writer,
  order: OrderRow,
  { evaluations, status }: { evaluations: readonly Evaluation[]; status: ShopEvaluateRow['status'] },
  env: CommandContext,
): Promise<void> {
  const lines = new Map((await linesOf(trx, order.id)).map((line) => [line.id, line]))
  for (const one of evaluations) {
    const line = lines.get(one.lineId)
    if (!line) throw new Refused('shop.noSuchLine')
    await sql`insert into shop_evaluate (order_id, order_no, order_goods_id, user_id, goods_id, spec, score, delivery_score, service_score, content,
        images, append_content, anonymous, reply, is_top, status, create_time, update_time)
      values (${order.id}, ${order.order_no}, ${line.id}, ${order.user_id}, ${line.goods_id}, ${line.spec_text}, ${one.score}, ${one.deliveryScore},
        ${one.serviceScore}, ${one.content}, ${one.images}::text[], '', ${one.anonymous ? 1 : 0}, '', 0, ${status}, ${env.now}, ${env.now})`.execute(
      trx,
    )
    if (one.images.length === 0) continue
    const what = { event: 'evaluate_image' as const, ref: String(line.id), fen: line.pay_share, memo: order.order_no }
    await earn(trx, { userId: order.user_id, ...what }, env)
  }
  await refreshGoodsScore(
    trx,
    evaluations.flatMap((one) => lines.get(one.lineId)?.goods_id ?? []),
  )
}

/** The shop answers an evaluation, or changes its answer; the author is notified. */
export async function replyEvaluation(trx: Writer, input: { id: number; reply: string }, env: CommandContext): Promise<void> {
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopEvaluateRow, 'order_id' | 'user_id'>
    >`update shop_evaluate set reply = ${input.reply}, reply_time = ${env.now}, update_time = ${env.now}
      where id = ${input.id} and delete_time is null returning order_id, user_id`,
  )
  if (!row) return
  const order = { id: row.order_id, user_id: row.user_id }
  await notifyOfOrder(trx, order, { event: 'evaluate_replied', data: { reply: input.reply } }, env)
}

/** A member adds something to what they wrote: once, within 180 days. */
export async function appendEvaluation(
  trx: Writer,
  input: { id: number; userId: number; content: string },
  env: CommandContext,
): Promise<void> {
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopEvaluateRow, 'user_id' | 'append_content' | 'create_time'>
    >`select user_id, append_content, create_time from shop_evaluate where id = ${input.id} and delete_time is null for no key update`,
  )
  if (row?.user_id !== input.userId) throw new Refused('evaluate.none')
  if (row.append_content !== '') throw new Refused('evaluate.appended')
  if (env.now > Number(row.create_time) + appendWithin) throw new Refused('evaluate.tooLate')
  if (input.content.trim() === '') throw new Refused('evaluate.empty')
  validateText(input.content, await settingsOf(trx, env))
  await sql`update shop_evaluate set append_content = ${input.content.trim()}, append_time = ${env.now}, update_time = ${env.now}
    where id = ${input.id}`.execute(trx)
}
