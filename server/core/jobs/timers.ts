import { type CommandContext, systemContext } from '../command.ts'
import type { Writer } from '../db/connect.ts'

/** A command that time alone brings about. */
export interface Timer {
  /** Keys of at most `limit` rows that are due by `env.now`, locked; rows that another transaction has locked are skipped. */
  due(trx: Writer, env: CommandContext, limit: number): Promise<{ id: number }[]>
  /** Runs it for one row, as the system. */
  run(trx: Writer, id: number, env: CommandContext): Promise<unknown>
}

/**
 * Runs a timer for the rows that are due by `env.now`, at most `limit`, and returns how many. A command locks its rows in one order; several
 * in one transaction do not, so servers that run beside others run one at a time (`runNextDue`).
 */
export async function runDue(trx: Writer, timer: Timer, env: CommandContext, limit: number): Promise<number> {
  const due = await timer.due(trx, env, limit)
  for (const { id } of due) await timer.run(trx, id, systemContext(env))
  return due.length
}

/** The rows of one timer that a round leaves alone, and those that it has taken; the row it is at. */
export interface Round {
  taken: Set<number>
  left: Set<number>
  current?: number | undefined
}

/**
 * Runs a timer for the first row that is due and was neither taken nor left in this round; `round.current` is its key as soon as it is known.
 * A row that is due again after its command waits for the next round, so a command without effect holds up no other. False when nothing is due.
 */
export async function runNextDue(trx: Writer, timer: Timer, env: CommandContext, round: Round): Promise<boolean> {
  for (;;) {
    const due = await timer.due(trx, env, round.left.size + 1)
    const next = due.find(({ id }) => !round.left.has(id))
    if (!next) return false
    if (round.taken.has(next.id)) {
      round.left.add(next.id)
      continue
    }
    round.current = next.id
    await timer.run(trx, next.id, systemContext(env))
    return true
  }
}
