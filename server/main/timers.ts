import { forgetOld } from '../../modules/shop/server/inbox.ts'
import { checkLedgers } from '../../modules/shop/server/ledgerCheck.ts'
import { forgetSends } from '../../modules/shop/server/noticeSends.ts'
import { type Round, runNext, type TimerName, timers } from '../../modules/shop/server/order/timeouts.ts'
import { forgetNotices } from '../../modules/shop/server/payment/notice.ts'
import { defaultSettings } from '../../modules/shop/server/settings.ts'
import { readClock } from '../core/clock.ts'
import { openDatabase } from '../core/db/connect.ts'
import { inTransaction } from '../core/transaction.ts'

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
 * transaction of its own, on a row that no other has locked, and what is due the database's clock says. A step that fails is told to `log`
 * and holds up no other; it is tried again a minute later.
 */
export function startTimers(options: TimersOptions): { stop(): Promise<void> } {
  const database = openDatabase(options.url, { connections: 1, onError: () => {} })
  let stopped = false
  let round: Promise<void> = Promise.resolve()
  const takeAll = async (name: TimerName) => {
    const seen: Round = { taken: new Set(), left: new Set() }
    for (let more = true; more && !stopped; ) {
      let row: number | undefined
      try {
        more = await inTransaction(database, async (trx) => {
          row = undefined
          const env = { now: await readClock(trx), actor: { type: 'system' as const } }
          return runNext(trx, name, env, seen, (id) => {
            row = id
          })
        })
        if (row !== undefined) seen.taken.add(row)
      } catch (error) {
        if (row === undefined) throw error // the database does not answer
        seen.left.add(row)
        options.log(`timers: ${name} ${row}: ${messageOf(error)}`)
      }
    }
  }
  const work = async () => {
    for (const name of Object.keys(timers) as TimerName[]) await takeAll(name)
    await inTransaction(database, async (trx) => {
      const keepFrom = (await readClock(trx)) - defaultSettings.notifyKeepDays * 86_400
      await forgetOld(trx, keepFrom)
      await forgetSends(trx, keepFrom)
      await forgetNotices(trx, keepFrom)
    })
    const faults = await inTransaction(database, async (trx) => checkLedgers(trx, await readClock(trx)))
    if (faults) options.log(`timers: ${faults} balances or points are not the sum of their ledger; see shop_ledger_fault`)
  }
  const tick = () => {
    round = round.then(work).catch((error: unknown) => options.log(`timers: ${messageOf(error)}`))
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
