import { sql } from 'kysely'
import { type CommandContext, rowsOf } from '../../../server/core/command.ts'
import type { Writer } from '../../../server/core/db/connect.ts'
import { runDue, type Timer } from '../../../server/core/jobs/timers.ts'
import { keysOf } from '../../../src/schemas/keysOf.ts'
import { dueReminders, remindOfCoupons } from './coupon/remind.ts'
import { expireReceipt } from './coupon/steps.ts'
import { changeSale, dueSales } from './goods/sale.ts'
import { checkLevel, levelsOver } from './member/level.ts'
import {
  ShopCouponReceiveStatus,
  ShopOrderStatus,
  ShopRechargeOrderStatus,
  ShopRefundAuditStatus,
  ShopRefundStatus,
  ShopRefundUserShipStatus,
  ShopTeamJoinStatus,
  ShopUserCompetitionCheckIn,
} from './options.generated.ts'
import { cancelUnpaid } from './order/cancel.ts'
import { finishOrder } from './order/finish.ts'
import { receiveOrder } from './order/receive.ts'
import { birthdays, celebrate } from './points/birthday.ts'
import { expiredScore, expireScore } from './points/expire.ts'
import { receivedByTime, receivePointsOrder } from './points/steps.ts'
import { timeOutRecharge, unpaidSeconds } from './recharge/end.ts'
import { refundTimeOut } from './refund/timeout.ts'
import type {
  ShopCouponReceiveRow,
  ShopOrderRow,
  ShopRechargeOrderRow,
  ShopRefundRow,
  ShopTeamJoinRow,
  ShopUserCompetitionRow,
} from './rows.generated.ts'
import { timeOutJoin } from './team/cancel.ts'
import { checkIn } from './team/entries.ts'

export type TimerName =
  | 'unpaid'
  | 'receive'
  | 'finish'
  | 'return'
  | 'coupon'
  | 'reminder'
  | 'recharge'
  | 'join'
  | 'absent'
  | 'points'
  | 'score'
  | 'birthday'
  | 'level'
  | 'sale'

/** The timers of the shop and the points mall (E1, E2, E5 to E8). Each takes rows nobody else has locked. */
export const timers: Readonly<Record<TimerName, Timer>> = {
  unpaid: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<
          Pick<ShopOrderRow, 'id'>
        >`select id from shop_order where status = ${ShopOrderStatus.toPay} and auto_close_time <= ${env.now}
          order by auto_close_time nulls first, id limit ${limit} for no key update skip locked`,
      ),
    run: (trx, id, env) => cancelUnpaid(trx, { orderId: id, reason: '' }, env),
  },
  receive: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<
          Pick<ShopOrderRow, 'id'>
        >`select o.id from shop_order o where o.status = ${ShopOrderStatus.toReceive} and o.auto_receive_time <= ${env.now}
          and not exists (select 1 from shop_refund r where r.order_id = o.id and r.status = ${ShopRefundStatus.open})
          order by o.auto_receive_time nulls first, o.id limit ${limit} for no key update of o skip locked`,
      ),
    run: (trx, id, env) => receiveOrder(trx, { orderId: id }, env),
  },
  finish: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<
          Pick<ShopOrderRow, 'id'>
        >`select o.id from shop_order o where o.status = ${ShopOrderStatus.toEvaluate} and o.auto_finish_time <= ${env.now}
          and not exists (select 1 from shop_refund r where r.order_id = o.id and r.status = ${ShopRefundStatus.open})
          order by o.auto_finish_time nulls first, o.id limit ${limit} for no key update of o skip locked`,
      ),
    run: (trx, id, env) => finishOrder(trx, { orderId: id }, env),
  },
  return: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<Pick<ShopRefundRow, 'id'>>`select r.id from shop_refund r join shop_order o on o.id = r.order_id
          where r.audit_status = ${ShopRefundAuditStatus.agree} and r.status = ${ShopRefundStatus.open}
            and r.user_ship_status = ${ShopRefundUserShipStatus.none} and r.deadline < ${env.now}
          order by r.deadline nulls first, r.id limit ${limit} for no key update of o, r skip locked`,
      ),
    run: (trx, id, env) => refundTimeOut(trx, { refundId: id }, env),
  },
  coupon: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<
          Pick<ShopCouponReceiveRow, 'id'>
        >`select id from shop_coupon_receive where status = ${ShopCouponReceiveStatus.unused} and valid_end <= ${env.now}
          order by valid_end, id limit ${limit} for no key update skip locked`,
      ),
    run: (trx, id, env) => expireReceipt(trx, id, env),
  },
  reminder: {
    due: dueReminders,
    run: (trx, id, env) => remindOfCoupons(trx, id, env),
  },
  recharge: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<Pick<ShopRechargeOrderRow, 'id'>>`select id from shop_recharge_order where status = ${ShopRechargeOrderStatus.toPay}
          and create_time <= ${env.now - unpaidSeconds} order by create_time nulls first, id limit ${limit} for no key update skip locked`,
      ),
    run: (trx, id, env) => timeOutRecharge(trx, id, env),
  },
  join: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<
          Pick<ShopTeamJoinRow, 'id'>
        >`select id from shop_team_join where status = ${ShopTeamJoinStatus.toPay} and expire_time <= ${env.now}
          order by expire_time nulls first, id limit ${limit} for no key update skip locked`,
      ),
    run: (trx, id, env) => timeOutJoin(trx, id, env),
  },
  absent: {
    due: (trx, env, limit) =>
      rowsOf(
        trx,
        sql<
          Pick<ShopUserCompetitionRow, 'id'>
        >`select e.id from shop_user_competition e join shop_competition c on c.id = e.competition_id
          where e.check_in = ${ShopUserCompetitionCheckIn.open} and c.end_time < ${env.now} order by e.id limit ${limit} for no key update of e skip locked`,
      ),
    run: (trx, id, env) =>
      checkIn(trx, { entryId: id, from: ShopUserCompetitionCheckIn.open, to: ShopUserCompetitionCheckIn.absent }, env),
  },
  points: {
    due: (trx, env, limit) => receivedByTime(trx, env.now, limit),
    run: (trx, id, env) => receivePointsOrder(trx, { orderId: id }, env),
  },
  score: {
    due: (trx, env, limit) => expiredScore(trx, env.now, limit),
    run: (trx, id, env) => expireScore(trx, id, env),
  },
  birthday: {
    due: (trx, env, limit) => birthdays(trx, env.now, limit),
    run: (trx, id, env) => celebrate(trx, id, env),
  },
  level: {
    due: (trx, env, limit) => levelsOver(trx, env.now, limit),
    run: (trx, id, env) => checkLevel(trx, id, env),
  },
  sale: { due: dueSales, run: changeSale },
}

/** Runs one timer for at most `limit` rows that are due by `env.now`, and returns how many. */
export function runTimer(trx: Writer, name: TimerName, env: CommandContext, limit: number): Promise<number> {
  return runDue(trx, timers[name], env, limit)
}

/** Runs every timer for what is due by `env.now`, at most `limit` rows each, in one transaction. Returns how many of each. */
export async function runTimers(trx: Writer, env: CommandContext, limit = 50): Promise<Record<TimerName, number>> {
  const counts = Object.fromEntries(Object.keys(timers).map((name) => [name, 0])) as Record<TimerName, number>
  for (const name of keysOf(timers)) counts[name] = await runTimer(trx, name, env, limit)
  return counts
}
