import { readClock } from '../core/clock.ts'
import { openDatabase } from '../core/db/connect.ts'
import { type Round, runNextDue, type Timer } from '../core/jobs/timers.ts'
import { inTransaction } from '../core/transaction/transaction.ts'
import type { ServerModule } from '../modules/module.ts'
import { one } from './compose.ts'

export interface TimersOptions {
  /** URL of the database. */
  url: string
  log: (line: string) => void
  /** Seconds between two rounds; 60 when absent. */
  every?: number
  /** Whose timers and upkeep. */
  modules: readonly ServerModule[]
}

/**
 * Runs the timers of the modules (unpaid orders close, points expire …) and their upkeep once a minute, until `stop`, which waits for the
 * command that runs. Several servers may do so on one database: each command is a transaction of its own, on a row that no other has locked,
 * and the database's clock says what is due. A command that fails is logged and tried again a minute later; it holds up no other.
 */
export function startTimers(options: TimersOptions): { stop(): Promise<void> } {
  const database = openDatabase(options.url, { connections: 1, onError: () => {} })
  const { modules } = options
  const notify = one(modules, 'notify')
  let stopped = false
  let round: Promise<void> = Promise.resolve()
  const runAll = async (name: string, timer: Timer) => {
    const seen: Round = { taken: new Set(), left: new Set() }
    for (let more = true; more && !stopped; ) {
      try {
        more = await inTransaction(
          database,
          async (trx) => {
            seen.current = undefined
            return runNextDue(trx, timer, { now: await readClock(trx), actor: { type: 'system' } }, seen)
          },
          { author: { action: `timer/${name}` } },
        )
        if (seen.current !== undefined) seen.taken.add(seen.current)
      } catch (error) {
        if (seen.current === undefined) throw error // the database does not answer
        seen.left.add(seen.current)
        options.log(`timers: ${name} ${seen.current}: ${messageOf(error)}`)
      }
    }
  }
  const work = async () => {
    for (const { timers = {} } of modules) {
      const own = typeof timers === 'function' ? timers({ notify }) : timers
      for (const [name, timer] of Object.entries(own)) await runAll(name, timer)
    }
    for (const { upkeep = {} } of modules)
      for (const [name, run] of Object.entries(upkeep)) {
        const line = await inTransaction(database, async (trx) => run(trx, await readClock(trx)), {
          author: { action: `timer/${name}` },
        })
        if (line) options.log(`timers: ${line}`)
      }
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
