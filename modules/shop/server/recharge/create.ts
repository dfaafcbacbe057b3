import { sql } from 'kysely'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { mostMoney, mostScore } from '../../../../server/modules/user/ledger.ts'
import { numberOf, settingsOf } from '../command.ts'
import { ShopRechargeOrderStatus } from '../options.generated.ts'
import type { ShopCouponRow, ShopRechargeOrderRow, ShopRechargePlanRow } from '../rows.generated.ts'
import { type GiftCoupon, rechargeMachine } from './row.ts'

/** What a member is told of a recharge order they made. */
export interface MadeRecharge {
  id: number
  orderNo: string
  /** Fen. */
  amount: number
}

/**
 * E6 – → 1: a member takes a plan that is offered now; the order keeps a copy of it. The member's row is locked, so that limits hold for
 * orders that are made at once. Refuses what the plan and the settings do not allow.
 */
export async function createRecharge(
  trx: Writer,
  input: { planId: number; userId: number },
  env: CommandContext,
): Promise<MadeRecharge> {
  const settings = await settingsOf(trx, env)
  if (!settings.rechargeOpen) throw new Refused('recharge.closed')
  if (!settings.payTypes.some((way) => way !== 'balance')) throw new Refused('shop.payType') // nothing that could pay it
  const member = await requireMember(trx, input.userId)
  const plan = await rowOf(
    trx,
    sql<ShopRechargePlanRow>`select * from shop_recharge_plan where id = ${input.planId} and delete_time is null`,
  )
  if (!plan) throw new Refused('recharge.noPlan')
  const isRunning = (plan.start_time ?? env.now) <= env.now && (plan.end_time ?? env.now + 1) > env.now
  if (plan.status !== 1 || !isRunning) throw new Refused('recharge.notRunning')
  await requireLevel(trx, plan, input.userId)
  await requireLimits(trx, plan, input.userId, settings.maxUnpaid)
  requireRoom(member, plan)
  return insertOrder(trx, plan, input.userId, env)
}

type Purse = Pick<UserRow, 'money' | 'score'>

async function requireMember(trx: Writer, userId: number): Promise<Purse> {
  const member = await rowOf(
    trx,
    sql<
      Purse & { enabled: boolean }
    >`select money, score, status = 'enable' as enabled from "user" where id = ${userId} and delete_time is null
      for no key update`,
  )
  if (!member) throw new Refused('shop.noMember')
  if (!member.enabled) throw new Refused('shop.memberDisabled')
  return member
}

/** There is room for what the plan gives: what was paid must never find none. */
function requireRoom({ money, score }: Purse, plan: ShopRechargePlanRow): void {
  if (money + plan.amount + plan.gift_money > mostMoney) throw new Refused('member.balanceTooHigh')
  if (score + plan.gift_score > mostScore) throw new Refused('member.scoreTooHigh')
}

/** A plan for some levels is for members who have one of them now. */
async function requireLevel(trx: Writer, plan: ShopRechargePlanRow, userId: number): Promise<void> {
  if (plan.level_ids.length === 0) return
  const row = await rowOf(
    trx,
    sql<{
      has: boolean
      names: string | null
    }>`select exists (select 1 from shop_user where id = ${userId} and level_id = any(${plan.level_ids}::int[])) as has,
        (select string_agg(name, ', ' order by level) from shop_user_level where id = any(${plan.level_ids}::int[])) as names`,
  )
  if (!row?.has) throw new Refused('recharge.otherLevel', { levels: row?.names ?? '' })
}

/** Orders that were cancelled do not count; one that is paid late all the same is over the limit, and paid for. */
async function requireLimits(trx: Writer, plan: ShopRechargePlanRow, userId: number, maxUnpaid: number): Promise<void> {
  const had = await rowOf(
    trx,
    sql<{
      open: number
      of_plan: number
      of_all: number
    }>`select count(*) filter (where status = ${ShopRechargeOrderStatus.toPay})::int as open,
        count(*) filter (where plan_id = ${plan.id})::int as of_plan, count(*)::int as of_all
      from shop_recharge_order where user_id = ${userId} and status <> ${ShopRechargeOrderStatus.cancelled}`,
  )
  const { open = 0, of_plan = 0, of_all = 0 } = had ?? {}
  if (plan.new_only === 1 && of_all > 0) throw new Refused('recharge.newOnly')
  if (plan.per_limit > 0 && of_plan >= plan.per_limit) throw new Refused('recharge.perLimit', { max: plan.per_limit })
  if (open >= maxUnpaid) throw new Refused('recharge.tooManyUnpaid', { max: maxUnpaid })
}

async function insertOrder(trx: Writer, plan: ShopRechargePlanRow, userId: number, env: CommandContext): Promise<MadeRecharge> {
  const orderNo = `R${numberOf(env)}`
  const coupons = await rowsOf(
    trx,
    sql<Pick<ShopCouponRow, 'id' | 'title'>>`select id, title from shop_coupon
      where id = any(${plan.gift_coupon_ids}::int[]) and delete_time is null order by id`,
  )
  const gifts = coupons.map((coupon): GiftCoupon => ({ coupon_id: coupon.id, title: coupon.title }))
  const row = await rowOf(
    trx,
    sql<Pick<ShopRechargeOrderRow, 'id'>>`with made as (
        insert into shop_recharge_order (order_no, user_id, plan_id, amount, gift_money, gift_score, gift_coupons, trade_no, status,
          refund_amount, remark, create_time, update_time)
        values (${orderNo}, ${userId}, ${plan.id}, ${plan.amount}, ${plan.gift_money}, ${plan.gift_score}, ${JSON.stringify(gifts)}::jsonb,
          '', ${ShopRechargeOrderStatus.toPay}, 0, '', ${env.now}, ${env.now}) returning id)
      ${rechargeMachine.started(sql.ref('made'), { action: 'create', to: ShopRechargeOrderStatus.toPay }, env)} returning order_id as id`,
  )
  return { id: row?.id ?? 0, orderNo, amount: plan.amount }
}
