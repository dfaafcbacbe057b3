import { createInterface } from 'node:readline'
import { inTransaction } from '../../server/app/transaction.ts'
import { openDatabase, type Writer } from '../../server/db/connect.ts'
import { auditRefund } from '../../server/domains/shop/refund/audit.ts'
import { receiveReturn } from '../../server/domains/shop/refund/receive.ts'

/**
 * A process that takes steps about refunds, one for each line of its input (`audit <id> <fen>`, `accept <id> 0`), all at once, and writes
 * the line back when the step is committed: to be killed while it does.
 */
const database = openDatabase(process.argv[2] ?? '', { connections: 8 })
const env = () => ({ now: Math.floor(Date.now() / 1000), actor: { type: 'admin' as const, id: 1, name: 'admin' } })

const steps: Readonly<Record<string, (trx: Writer, refundId: number, fen: number) => Promise<void>>> = {
  audit: (trx, refundId, agreeAmount) =>
    auditRefund(trx, { refundId, result: 'agree', agreeAmount, addressId: null, note: '' }, env()),
  accept: (trx, refundId) => receiveReturn(trx, { refundId, result: 'accept', note: '' }, env()),
}

process.stdout.write('ready\n')
createInterface({ input: process.stdin }).on('line', (line) => {
  const [name = '', id, fen] = line.split(' ')
  inTransaction(database, async (trx) => steps[name]?.(trx, Number(id), Number(fen)))
    .then(() => process.stdout.write(`${line}\n`))
    .catch((error: unknown) => process.stderr.write(`${line}: ${String(error)}\n`))
})
