import { sql } from 'kysely'
import type { Writer } from '../../../db/connect.ts'
import { receiptStatus } from '../coupon/row.ts'
import { expireReceipt } from '../coupon/steps.ts'
import { changeSale, dueSales } from '../goods/sale.ts'
import { refundTimeOut } from '../refund/timeout.ts'
import { asSystem, rowsOf, type StepEnv, settingsOf } from '../step.ts'
import { cancelUnpaid } from './cancel.ts'
import { finishOrder } from './finish.ts'
import { receiveOrder } from './receive.ts'
import { orderStatus } from './row.ts'

/** A timer: which rows are due, and the step that people would take. */
interface Timer {
  due(trx: Writer, env: StepEnv, limit: number): Promise<{ id: number }[]>
  run(trx: Writer, id: number, env: StepEnv): Promise<unknown>
}

/** The timers of orders, refunds, coupons and goods (screen catalogue E1, E2, E5, E8). Each takes rows nobody else has locked. */
export const timers: Readonly<Record<'unpaid' | 'receive' | 'finish' | 'return' | 'coupon' | 'sale', Timer>> = {
  unpaid: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<{ id: number }>`select id from shop_order where status = ${orderStatus.toPay} and auto_close_time <= ${env.now}
          order by auto_close_time, id limit ${limit} for no key update skip locked`,
      ),
    run: (trx, id, env) => cancelUnpaid(trx, { orderId: id, reason: '' }, env),
  },
  receive: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<{
          id: number
        }>`select o.id from shop_order o where o.status = ${orderStatus.toReceive} and o.auto_receive_time <= ${env.now}
          and not exists (select 1 from shop_refund r where r.order_id = o.id and r.status = 1)
          order by o.auto_receive_time, o.id limit ${limit} for no key update of o skip locked`,
      ),
    run: (trx, id, env) => receiveOrder(trx, { orderId: id }, env),
  },
  finish: {
    due: async (trx, env, limit) =>
      rowsOf(
        trx,
        sql<{ id: number }>`select o.id from shop_order o where o.status = ${orderStatus.toEvaluate}
          and o.receive_time <= ${env.now - (await settingsOf(trx, env)).autoEvaluateDays * 86_400}
          and not exists (select 1 from shop_refund r where r.order_id = o.id and r.status = 1)
          order by o.receive_time, o.id limit ${limit} for no key update of o skip locked`,
      ),
    run: (trx, id, env) => finishOrder(trx, { orderId: id }, env),
  },
  return: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<{
          id: number
        }>`select r.id from shop_refund r join shop_order o on o.id = r.order_id
          where r.audit_status = 2 and r.status = 1 and r.user_ship_status = 0 and r.deadline < ${env.now}
          order by r.deadline, r.id limit ${limit} for no key update of o, r skip locked`,
      ),
    run: (trx, id, env) => refundTimeOut(trx, { refundId: id }, env),
  },
  coupon: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<{ id: number }>`select id from shop_coupon_receive where status = ${receiptStatus.unused} and valid_end <= ${env.now}
          order by valid_end, id limit ${limit} for no key update skip locked`,
      ),
    run: (trx, id, env) => expireReceipt(trx, id, env),
  },
  sale: { due: dueSales, run: changeSale },
}

/**
 * Takes the steps of one timer that are due by `env.now`, at most `limit`, as the shop itself, and gives how many. Steps lock orders, goods
 * and members in one order each; several in one transaction do not, so servers that run beside others take one at a time.
 */
export async function runTimer(trx: Writer, name: keyof typeof timers, env: StepEnv, limit: number): Promise<number> {
  const due = await timers[name].due(trx, env, limit)
  for (const { id } of due) await timers[name].run(trx, id, asSystem(env))
  return due.length
}

/** Takes the steps of every timer that are due by `env.now`, at most `limit` of each, in one transaction. Gives how many of each. */
export async function runTimers(trx: Writer, env: StepEnv, limit = 50): Promise<Record<keyof typeof timers, number>> {
  const counts = { unpaid: 0, receive: 0, finish: 0, return: 0, coupon: 0, sale: 0 }
  for (const name of Object.keys(timers) as (keyof typeof timers)[]) {
    counts[name] = await runTimer(trx, name, env, limit)
  }
  return counts
}
