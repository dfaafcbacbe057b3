import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { releaseOrder } from './end.ts'
import { lockRefund, refundMachine } from './row.ts'

/** E2 withdraw: the member takes the request back before it is judged (1/1/0 → 3/3/0) or before the goods are sent (2/1/0 → 2/3/0). */
export async function withdrawRefund(trx: Writer, input: { refundId: number }, env: CommandContext): Promise<void> {
  const { refund } = await lockRefund(trx, input.refundId)
  await refundMachine.move(trx, refund, { action: 'withdraw', set: { end_reason: 'withdrawn' } }, env)
  await releaseOrder(trx, refund, env)
}
