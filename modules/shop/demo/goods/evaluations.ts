import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { refreshGoodsScore } from '../../server/evaluate/average.ts'
import { appendEvaluation, replyEvaluation, writeEvaluations } from '../../server/evaluate/write.ts'
import { finishOrder } from '../../server/order/finish.ts'
import type { ShopEvaluateRow, ShopOrderGoodsRow } from '../../server/rows.generated.ts'
import { day, hour } from '../clock.ts'
import { evaluationWords, replyWords } from '../members/people.ts'
import type { OrderPlan } from '../orders/orders.ts'
import { type Random, randomFrom } from '../random.ts'
import type { World } from '../world.ts'

/** What the list of evaluations shows: 200 in all (screen catalogue, chapter H). */
const stars = [
  [5, 128],
  [4, 40],
  [3, 16],
  [2, 9],
  [1, 7],
] as const
const counts = { pictures: 60, replied: 85, hidden: 12, appended: 18 }
const shown = 200
/** A seed of their own: the rest of the demo shop is the same with and without them. */
const seed = 0x4556414c

/** An order that its member may have written about. */
interface Received {
  plan: OrderPlan
  received: number
  writes?: number
}

interface Card {
  score: number
  picture: boolean
  reply: boolean
  hidden: boolean
  append: boolean
  /** Somebody of the shop has deleted it. */
  deleted: boolean
}

/**
 * Who writes: every member whose order is complete and too young to have been completed by the timer, and of the older ones as many as it
 * takes; the others' orders are completed by the timer. What is written beyond the 200 that are shown was deleted.
 */
export function planEvaluations(world: World, played: readonly Received[]): void {
  const random = randomFrom(seed)
  const open = played.flatMap(({ plan, received, writes }) => (writes === undefined ? [] : [{ plan, received, writes }]))
  const isYoung = ({ received }: { received: number }) => received + 15 * day > world.now
  const asked = [...open.filter(isYoung), ...random.shuffled(open.filter((each) => !isYoung(each)))]
  const deck = deckOf(random)
  let at = 0
  for (const { plan, received, writes } of asked) {
    if (at >= shown && received + 15 * day <= world.now) {
      const time = received + 15 * day
      world.at(time, (trx) => finishOrder(trx, { orderId: plan.id }, world.asShop(time)))
      continue
    }
    const cards = plan.lines.map((_line, i) => deck[at + i] ?? deleted)
    at += cards.length
    planWriting(world, random, { plan, time: writes, cards })
  }
}

const deleted: Card = { score: 1, picture: false, reply: false, hidden: false, append: false, deleted: true }

function deckOf(random: Random): Card[] {
  const scores = stars.flatMap(([score, n]) => Array.from({ length: n }, () => score))
  const draw = (n: number) => new Set(random.shuffled(scores.map((_score, i) => i)).slice(0, n))
  const [pictures, replied, hidden, appended] = [counts.pictures, counts.replied, counts.hidden, counts.appended].map(draw)
  const has = (set: ReadonlySet<number> | undefined, i: number) => set?.has(i) ?? false
  const cards = scores.map((score, i) => ({
    score,
    picture: has(pictures, i),
    reply: has(replied, i),
    hidden: has(hidden, i),
    append: has(appended, i),
    deleted: false,
  }))
  return random.shuffled(cards)
}

function planWriting(world: World, random: Random, written: { plan: OrderPlan; time: number; cards: readonly Card[] }): void {
  const { plan, time, cards } = written
  const later = (hours: number) => Math.min(world.now, time + hours * hour)
  const said = cards.map((card) => ({
    card,
    content: random.pick(evaluationWords[card.score] ?? ['']),
    delivery: Math.max(1, Math.min(5, card.score + random.int(2))),
    service: Math.max(1, Math.min(5, card.score + random.int(2))),
    anonymous: random.chance(20),
    more: '用了一段时间再来追评，和刚收到时一样满意。',
    reply: random.pick(replyWords),
    replied: later(random.between(2, 30)),
    appended: later(random.between(24, 200)),
  }))
  world.at(time, async (trx) => {
    const env = world.asMember(time, plan.member)
    for (const [i, line] of (await linesOf(trx, plan.id)).entries()) {
      const one = said[i]
      if (!one) continue
      const { card } = one
      const evaluation = {
        lineId: line.id,
        score: card.score,
        deliveryScore: one.delivery,
        serviceScore: one.service,
        content: one.content,
        images: card.picture ? [line.image] : [],
        anonymous: one.anonymous,
      }
      // What is hidden was written while evaluations were looked at first.
      const settings = card.hidden && env.settings ? { settings: { ...env.settings, evaluateAudit: true } } : {}
      const input = { orderId: plan.id, userId: plan.member.id, lines: [evaluation] }
      await writeEvaluations(trx, input, { ...env, ...settings })
    }
  })
  for (const [i, one] of said.entries()) {
    if (one.card.append)
      world.at(one.appended, async (trx) => {
        const input = { id: await evaluationOf(trx, plan.id, i), userId: plan.member.id, content: one.more }
        await appendEvaluation(trx, input, world.asMember(one.appended, plan.member))
      })
    if (one.card.reply)
      world.at(one.replied, async (trx) => {
        const input = { id: await evaluationOf(trx, plan.id, i), reply: one.reply }
        await replyEvaluation(trx, input, world.asStaff(one.replied, 'service'))
      })
    if (one.card.deleted) world.at(one.replied, (trx) => remove(trx, plan.id, i, one.replied))
  }
}

async function linesOf(trx: Writer, orderId: number): Promise<{ id: number; image: string }[]> {
  const { rows } = await sql<
    Pick<ShopOrderGoodsRow, 'id' | 'image'>
  >`select id, image from shop_order_goods where order_id = ${orderId}
    order by id`.execute(trx)
  return rows
}

/** Key of what was written about the n-th line of an order. */
async function evaluationOf(trx: Writer, orderId: number, n: number): Promise<number> {
  const { rows } = await sql<
    Pick<ShopEvaluateRow, 'id'>
  >`select id from shop_evaluate where order_id = ${orderId} order by order_goods_id
    limit 1 offset ${n}`.execute(trx)
  return rows[0]?.id ?? 0
}

async function remove(trx: Writer, orderId: number, n: number, time: number): Promise<void> {
  const id = await evaluationOf(trx, orderId, n)
  const { rows } = await sql<
    Pick<ShopEvaluateRow, 'goods_id'>
  >`update shop_evaluate set delete_time = ${time} where id = ${id} returning goods_id`.execute(trx)
  await refreshGoodsScore(
    trx,
    rows.map((row) => row.goods_id),
  )
}
