import { type CommandContext, systemContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { releaseOrder } from './end.ts'
import { lockRefund, refundMachine } from './row.ts'

/** E2 time-out: the goods to return were not sent in time, 2/1/0 → 2/3/0. */
export async function refundTimeOut(trx: Writer, input: { refundId: number }, env: CommandContext): Promise<void> {
  const { refund } = await lockRefund(trx, input.refundId)
  await refundMachine.move(trx, refund, { action: 'time_out', set: { end_reason: 'not_sent' } }, systemContext(env))
  await releaseOrder(trx, refund, env)
}
