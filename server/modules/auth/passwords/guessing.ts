import { actorOf, type Context } from '../../../core/context.ts'
import { auditOf, noteRefusal } from '../../../core/log/audit.ts'
import { Refused } from '../../../core/refuse.ts'
import { counting } from '../../../core/session/provePassword.ts'
import { admitGuess, takeGuessBack } from '../../../core/session/throttle.ts'
import { inTransaction } from '../../../core/transaction/transaction.ts'

/**
 * Runs `work`, which looks at a secret that the caller typed, as often as guesses of it are allowed to a person and to an address; beyond
 * that it is refused unseen. Only refusals with one of the codes in `wrong` count; each is audited as `<what>.wrong`.
 */
export async function guessing<T>(ctx: Context, what: string, wrong: readonly string[], work: () => Promise<T>): Promise<T> {
  const { id, area } = actorOf(ctx)
  const guess = { what, who: `${area}:${id}`, ip: ctx.ip }
  const { database } = ctx.services
  if (!(await counting(() => inTransaction(database, (trx) => admitGuess(trx, guess)))))
    throw new Refused('common.tooManyGuesses')
  try {
    const done = await work()
    await counting(() => inTransaction(database, (trx) => takeGuessBack(trx, guess)))
    return done
  } catch (error) {
    if (error instanceof Refused && wrong.includes(error.code)) await noteRefusal(ctx, auditOf(ctx, { action: `${what}.wrong` }))
    else await counting(() => inTransaction(database, (trx) => takeGuessBack(trx, guess))).catch(() => undefined)
    throw error
  }
}
