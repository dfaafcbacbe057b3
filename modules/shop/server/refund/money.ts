import { sql } from 'kysely'
import { type CommandContext, rowOf, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { notifyWork } from '../../../../server/modules/dataio/news.ts'
import { changed } from '../command.ts'
import { type BackOutcome, paidWith, retryMoneyBack, type SettledBack, settlePayout, startMoneyBack } from '../money/payout.ts'
import { ShopMoneyBackStatus, ShopRefundMoneyStatus } from '../options.generated.ts'
import type { OrderRow } from '../order/row.ts'
import type { ShopMoneyBackRow, ShopRefundLogRow } from '../rows.generated.ts'
import { applyToOrder } from './covered.ts'
import { releaseOrder } from './end.ts'
import { lockRefund, type RefundRow, refundLines, refundMachine } from './row.ts'

/** M: the agreed amount goes back, once for each refund. To the balance it has arrived at once; else the gateway's word is waited for. */
export async function sendRefundMoney(trx: Writer, refundId: number, env: CommandContext): Promise<void> {
  const { refund, order } = await lockRefund(trx, refundId)
  const back = { kind: 'refund' as const, amount: refund.agree_amount, backNo: refund.refund_no, refundId: refund.id }
  const started = await startMoneyBack(trx, paidWith(order), back, systemContext(env))
  if (!started) throw changed()
  await sql`update shop_refund set money_status = ${ShopRefundMoneyStatus.sending}, update_time = ${env.now} where id = ${refund.id}`.execute(
    trx,
  )
  if (started.status === ShopMoneyBackStatus.sent)
    await arrived(trx, { ...refund, money_status: ShopRefundMoneyStatus.sending }, order, env)
}

/** What the gateway says of money of a refund under way: it has arrived, or it failed with this text. Told twice it changes nothing. */
export async function refundMoneyResult(trx: Writer, outcome: BackOutcome, env: CommandContext): Promise<void> {
  const found = await rowOf(
    trx,
    sql<Pick<ShopMoneyBackRow, 'refund_id'>>`select refund_id from shop_money_back where back_no = ${outcome.backNo}`,
  )
  if (!found?.refund_id) {
    await settlePayout(trx, outcome, env)
    return
  }
  const { refund, order } = await lockRefund(trx, found.refund_id)
  const settled = await settlePayout(trx, outcome, env)
  if (!settled) return
  await wakeSender(trx, refund.id, settled)
  if (settled.status === ShopMoneyBackStatus.sent) return arrived(trx, refund, order, env)
  const set = { money_status: ShopRefundMoneyStatus.failed }
  await refundMachine.move(trx, refund, { action: 'money_failed', set, note: outcome.error ?? '' }, systemContext(env))
}

/** E2 retry: money that failed is sent again under the same number. */
export async function retryRefundMoney(trx: Writer, input: { refundId: number }, env: CommandContext): Promise<void> {
  const { refund } = await lockRefund(trx, input.refundId)
  await retryMoneyBack(trx, refund.refund_no, env)
  await refundMachine.move(trx, refund, { action: 'retry', set: { money_status: ShopRefundMoneyStatus.sending } }, env)
}

/** The administrator who sent the money sees in open lists what became of it. */
async function wakeSender(trx: Writer, refundId: number, { id, status }: SettledBack): Promise<void> {
  const last = await rowOf(
    trx,
    sql<
      Pick<ShopRefundLogRow, 'actor_id'>
    >`select actor_id from shop_refund_log where refund_id = ${refundId} and actor = 'admin' order by id desc limit 1`,
  )
  if (!last?.actor_id) return
  await notifyWork(trx, last.actor_id, { kind: 'money', id, status, progress: 100, done: 1, total: 1 })
}

async function arrived(trx: Writer, refund: RefundRow, order: OrderRow, env: CommandContext): Promise<void> {
  const set = { money_status: ShopRefundMoneyStatus.sent, money_time: env.now }
  await refundMachine.move(trx, refund, { action: 'money_sent', set }, systemContext(env))
  await releaseOrder(trx, refund, env)
  await applyToOrder(
    trx,
    order,
    { amount: refund.agree_amount, lines: await refundLines(trx, refund.id), refundNo: refund.refund_no },
    systemContext(env),
  )
}
