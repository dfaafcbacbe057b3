import { type CommandContext, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { releaseOrder } from './end.ts'
import { lockRefund, moveRefund, requireState } from './row.ts'

/** E2 time-out: the goods to return were not sent in time, 2/1/0 → 2/3/0. */
export async function refundTimeOut(trx: Writer, input: { refundId: number }, env: CommandContext): Promise<void> {
  const { refund } = await lockRefund(trx, input.refundId)
  requireState(refund, [2, 1, 0])
  await moveRefund(trx, refund, [2, 3, 0], { end_reason: 'not_sent' }, { action: 'time_out' }, systemContext(env))
  await releaseOrder(trx, refund, env)
}
