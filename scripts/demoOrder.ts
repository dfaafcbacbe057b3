import { placeDemoOrder } from '../modules/shop/demo/orders/order.ts'
import { openDatabase } from '../server/core/db/connect.ts'
import { databaseUrlForTools, messageOfTool } from '../server/core/db/postgres/running.ts'
import { Refused } from '../server/core/refuse.ts'
import { codeOf } from '../src/schemas/errors.ts'
import { formatFen } from '../src/schemas/kinds/money.ts'

// npm run demo:order: a member of the demo shop orders and pays, in the database of the server that runs with the same settings.

/** Errors a person can do something about, in one line. */
function explain(error: unknown): string {
  if (codeOf(error) === '42P01') return 'The database has no tables yet. Start the server on it with "npm start" first.'
  if (error instanceof Refused) return `The shop refused the order: ${error.code} ${JSON.stringify(error.params)}`
  return messageOfTool(error)
}

try {
  const database = openDatabase(databaseUrlForTools(), { connections: 1 })
  try {
    const now = Math.floor(Date.now() / 1000)
    const made = await database.write.transaction().execute((trx) => placeDemoOrder(trx, now))
    process.stdout.write(`${made.member} ordered ${made.orderNo} and paid ¥${formatFen(made.payAmount)}.\n`)
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
