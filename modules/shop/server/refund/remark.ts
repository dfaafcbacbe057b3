import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { lockRefund, refundMachine } from './row.ts'

/** Keeps what the shop notes about a refund; its state stays as it is. */
export async function remarkRefund(trx: Writer, input: { refundId: number; remark: string }, env: CommandContext): Promise<void> {
  const { refund } = await lockRefund(trx, input.refundId)
  const { remark } = input
  await refundMachine.move(trx, refund, { action: 'remark', set: { admin_remark: remark }, note: remark }, env)
}
