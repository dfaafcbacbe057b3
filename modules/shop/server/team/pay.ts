import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { postMoney } from '../../../../server/modules/user/ledger.ts'
import { ShopTeamJoinStatus } from '../options.generated.ts'
import type { ShopTeamJoinRow } from '../rows.generated.ts'
import { approve } from './entries.ts'
import { lockCompetition, lockJoin, type RegistrationRow, registrationMachine } from './row.ts'

export interface RegistrationPayment {
  joinId: number
  /** Fen; must be the fee. */
  amount: number
  payType: NonNullable<ShopTeamJoinRow['pay_type']>
  /** The payment's number at its channel. */
  tradeNo: string
  note?: string
}

/**
 * E7 pay and confirm payment: 1 → 2, or → 3 where nothing is audited. Takes a balance payment from the member. The same payment told
 * twice (same trade number) changes nothing.
 */
export async function payJoin(trx: Writer, payment: RegistrationPayment, env: CommandContext): Promise<void> {
  const join = await lockJoin(trx, payment.joinId)
  if (payment.tradeNo !== '' && join.trade_no === payment.tradeNo && join.status !== ShopTeamJoinStatus.toPay) return
  registrationMachine.require(join, 'pay')
  if (payment.amount !== join.fee) throw new Refused('shop.wrongAmount')
  const competition = await lockCompetition(trx, join.competition_id)
  if (payment.payType === 'balance')
    await postMoney(
      trx,
      { userId: join.user_id, fen: -join.fee, source: 'join', refNo: join.join_no, memo: competition.title },
      env,
    )
  const set = { pay_type: payment.payType, trade_no: payment.tradeNo, pay_time: env.now, expire_time: null }
  const action = env.actor.type === 'admin' ? 'confirm_pay' : 'pay'
  const note = payment.note ? { note: payment.note } : {}
  await registrationMachine.move(trx, join, { action, set, ...note }, env)
  if (competition.need_audit === 0)
    await approve(trx, { join: { ...join, status: ShopTeamJoinStatus.toAudit }, competition, action: 'pass' }, env)
}

/** A payment that a registration no longer waits for goes to the member's balance, once. The state stays. */
export async function creditLateFee(
  trx: Writer,
  join: RegistrationRow,
  { fen, payNo }: { fen: number; payNo: string },
  env: CommandContext,
): Promise<void> {
  const { user_id: userId, join_no: memo } = join
  await postMoney(trx, { userId, fen, source: 'join', refNo: `L${payNo}`, memo }, env)
  await registrationMachine.move(trx, join, { action: 'late_pay', note: payNo }, env)
}
