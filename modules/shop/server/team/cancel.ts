import { type CommandContext, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { postMoney } from '../../../../server/modules/user/ledger.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { notifyMember } from '../notices/members.ts'
import { ShopTeamJoinStatus } from '../options.generated.ts'
import { hasPublished, removeEntries } from './entries.ts'
import { lockCompetition, lockJoin, type RegistrationRow, registrationMachine } from './row.ts'

/** What was paid and not given back yet. */
export function paidFee(join: Pick<RegistrationRow, 'pay_time' | 'fee' | 'refund_amount'>): number {
  return join.pay_time === null ? 0 : join.fee - join.refund_amount
}

/** Money of a fee goes to the member's balance, once for each registration (the ledger's unique index). */
export async function feeBack(trx: Writer, join: RegistrationRow, fen: number, env: CommandContext): Promise<void> {
  const { user_id: userId, join_no: memo } = join
  await postMoney(trx, { userId, fen, source: 'join', refNo: `B${memo}`, memo }, env)
}

/** E7 cancel by the shop: 1, 2, 3 → 5 with a reason; `refund` fen of the fee go back to the balance, the entries go. */
export async function cancelJoin(
  trx: Writer,
  input: { joinId: number; reason: string; refund: number },
  env: CommandContext,
): Promise<void> {
  const join = await lockJoin(trx, input.joinId)
  registrationMachine.require(join, 'cancel')
  if (input.reason === '') throw new Refused('shop.reasonNeeded', {}, { field: 'reason' })
  if (input.refund < 0 || input.refund > paidFee(join))
    throw new Refused('team.refundTooMuch', { max: formatFen(paidFee(join)) }, { field: 'refund_amount' })
  await end(trx, join, input, env)
}

/** E7 cancel by the member: 1 and 2 at any time, 3 until `refund_until` (else until the start); the fee goes back in full. */
export async function cancelOwnJoin(trx: Writer, input: { joinId: number; userId: number }, env: CommandContext): Promise<void> {
  const join = await lockJoin(trx, input.joinId)
  if (join.user_id !== input.userId) throw new Refused('team.noJoin')
  registrationMachine.require(join, 'cancel')
  if (join.status === ShopTeamJoinStatus.approved) {
    const competition = await lockCompetition(trx, join.competition_id)
    if (env.now >= (competition.refund_until ?? competition.start_time)) throw new Refused('team.tooLate')
    if (await hasPublished(trx, 'join_id', join.id)) throw new Refused('team.resultPublished')
  }
  await end(trx, join, { reason: '', refund: paidFee(join) }, env)
}

/** E7 time-out: 1 → 5 when the places were held long enough. */
export async function timeOutJoin(trx: Writer, joinId: number, env: CommandContext): Promise<void> {
  const join = await lockJoin(trx, joinId)
  if (join.status !== ShopTeamJoinStatus.toPay || join.expire_time === null || join.expire_time > env.now) return
  await registrationMachine.move(trx, join, { action: 'time_out', set: { expire_time: null } }, systemContext(env))
}

async function end(
  trx: Writer,
  join: RegistrationRow,
  { reason, refund }: { reason: string; refund: number },
  env: CommandContext,
) {
  const competition = await lockCompetition(trx, join.competition_id)
  const set = { cancel_reason: reason, refund_amount: join.refund_amount + refund, expire_time: null }
  await registrationMachine.move(trx, join, { action: 'cancel', set, note: reason }, env)
  await removeEntries(trx, join.id, env)
  await feeBack(trx, join, refund, env)
  if (env.actor.type === 'member') return
  const data = { join_no: join.join_no, competition: competition.title, reason, amount: refund }
  await notifyMember(trx, { event: 'join_cancelled', userId: join.user_id, data }, env)
}
