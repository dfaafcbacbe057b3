import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { notifyMember } from '../notices/members.ts'
import { feeBack } from './cancel.ts'
import { approve } from './entries.ts'
import { lockCompetition, lockJoin, registrationMachine } from './row.ts'

/** E7 audit: 2 → 3, with an entry for each contestant; or 2 → 4 with a reason: the fee goes back to the balance, the places are free. */
export async function auditJoin(
  trx: Writer,
  input: { joinId: number; agree: boolean; note: string },
  env: CommandContext,
): Promise<void> {
  const join = await lockJoin(trx, input.joinId)
  registrationMachine.require(join, input.agree ? 'agree' : 'refuse')
  const competition = await lockCompetition(trx, join.competition_id)
  if (input.agree) return approve(trx, { join, competition, action: 'agree', note: input.note }, env)
  if (input.note === '') throw new Refused('shop.reasonNeeded', {}, { field: 'note' })
  const refund = join.pay_time === null ? 0 : join.fee
  const set = { audit_note: input.note, refund_amount: refund }
  await registrationMachine.move(trx, join, { action: 'refuse', set, note: input.note }, env)
  await feeBack(trx, join, refund, env)
  const data = { join_no: join.join_no, competition: competition.title, reason: input.note, amount: refund }
  await notifyMember(trx, { event: 'join_refused', userId: join.user_id, data }, env)
}
