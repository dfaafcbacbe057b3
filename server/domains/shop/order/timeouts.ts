import { sql } from 'kysely'
import type { Writer } from '../../../db/connect.ts'
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

/** The timers of orders and refunds (screen catalogue E1, E2). Each takes rows nobody else has locked. */
export const timers: Readonly<Record<'unpaid' | 'receive' | 'finish' | 'return', Timer>> = {
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
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<{ id: number }>`select o.id from shop_order o where o.status = ${orderStatus.toEvaluate}
          and o.receive_time <= ${env.now - settingsOf(env).autoEvaluateDays * 86_400}
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
        }>`select id from shop_refund where audit_status = 2 and status = 1 and user_ship_status = 0 and deadline < ${env.now}
          order by deadline, id limit ${limit}`,
      ),
    run: (trx, id, env) => refundTimeOut(trx, { refundId: id }, env),
  },
}

/**
 * Takes the steps that are due by `env.now`, at most `limit` of each timer, as the shop itself. One transaction for all: call it again while
 * it gives as many as `limit`. Gives how many of each.
 */
export async function runTimers(trx: Writer, env: StepEnv, limit = 50): Promise<Record<keyof typeof timers, number>> {
  const counts = { unpaid: 0, receive: 0, finish: 0, return: 0 }
  for (const name of Object.keys(timers) as (keyof typeof timers)[]) {
    for (const { id } of await timers[name].due(trx, env, limit)) {
      await timers[name].run(trx, id, asSystem(env))
      counts[name]++
    }
  }
  return counts
}
