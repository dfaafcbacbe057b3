import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { lockRefund, moveRefund, stateOf } from './row.ts'

/** Keeps what the shop notes about a refund; its state stays as it is. */
export async function remarkRefund(trx: Writer, input: { refundId: number; remark: string }, env: CommandContext): Promise<void> {
  const { refund } = await lockRefund(trx, input.refundId)
  await moveRefund(trx, refund, stateOf(refund), { admin_remark: input.remark }, { action: 'remark', note: input.remark }, env)
}
