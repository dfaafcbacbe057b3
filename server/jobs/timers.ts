import { inTransaction } from '../app/transaction.ts'
import { openDatabase } from '../db/connect.ts'
import { forgetOld } from '../domains/shop/inbox.ts'
import { checkLedgers } from '../domains/shop/ledgerCheck.ts'
import { forgetSends } from '../domains/shop/noticeSends.ts'
import { runTimer, timers } from '../domains/shop/order/timeouts.ts'
import { forgetNotices } from '../domains/shop/payment/notice.ts'
import { defaultSettings } from '../domains/shop/settings.ts'

export interface TimersOptions {
  /** URL of the database. */
  url: string
  log: (line: string) => void
  /** Seconds between two rounds; 60 when absent. */
  every?: number
}

/**
 * Takes the steps that time alone brings about (unpaid orders close, shipped ones are received, received ones complete, returns run out, coupons and points
 * expire, birthdays, goods that go on and off sale, levels that were kept for a time, old messages go, the nightly check of the ledgers), once a minute, until `stop`, which waits for a step under way. Several servers may do it on one database: each step is a
 * transaction of its own, on a row that no other has locked. A round that fails is told to `log` and tried again a minute later.
 */
export function startTimers(options: TimersOptions): { stop(): Promise<void> } {
  const database = openDatabase(options.url, { connections: 1, onError: () => {} })
  let stopped = false
  let round: Promise<void> = Promise.resolve()
  const work = async () => {
    for (const name of Object.keys(timers) as (keyof typeof timers)[]) {
      for (let more = true; more && !stopped; ) {
        const env = { now: Math.floor(Date.now() / 1000), actor: { type: 'system' as const } }
        more = (await inTransaction(database, (trx) => runTimer(trx, name, env, 1))) > 0
      }
    }
    const keepFrom = Math.floor(Date.now() / 1000) - defaultSettings.notifyKeepDays * 86_400
    await database.write.transaction().execute(async (trx) => {
      await forgetOld(trx, keepFrom)
      await forgetSends(trx, keepFrom)
      await forgetNotices(trx, keepFrom)
    })
    const faults = await inTransaction(database, (trx) => checkLedgers(trx, Math.floor(Date.now() / 1000)))
    if (faults) options.log(`timers: ${faults} balances or points are not the sum of their ledger; see shop_ledger_fault`)
  }
  const tick = () => {
    round = round
      .then(work)
      .catch((error: unknown) => options.log(`timers: ${error instanceof Error ? error.message : String(error)}`))
  }
  const timer = setInterval(tick, (options.every ?? 60) * 1000)
  tick()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await round
      await database.close()
    },
  }
}
