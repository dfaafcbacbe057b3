import { actorOf, type Context } from '../context.ts'
import { Refused } from '../refuse.ts'
import { readSiteConfig } from '../siteConfig.ts'
import { inTransaction } from '../transaction/transaction.ts'
import { accountTypes } from './accountTypes.ts'
import { verifyPassword } from './password.ts'
import { counting } from './provePassword.ts'
import { admit, forgive, hardLockOf } from './throttle.ts'

/**
 * Asks whoever is signed in for their own password once more. A guess counts like one at the sign-in, whatever becomes of the action's
 * transaction (an empty one is none); who succeeds with the action calls `forgive` in it. A wrong one is told beside `field`.
 */
export async function proveOwnPassword(ctx: Context, password: unknown, field: string): Promise<void> {
  const { id, username, area } = actorOf(ctx)
  const { database } = ctx.services
  const typed = typeof password === 'string' ? password.slice(0, 100) : ''
  const wrong = new Refused('account.wrongPassword', {}, { field })
  if (typed === '') throw wrong
  const lock = hardLockOf(await readSiteConfig(database.read), area)
  const admission = await counting(() => inTransaction(database, (trx) => admit(trx, { area, username }, ctx.ip, lock)))
  if (admission !== 'open') throw new Refused('account.tooMany')
  const { accounts } = accountTypes[area]
  const account = await database.read.selectFrom(accounts).select('password').where('id', '=', id).executeTakeFirst()
  if (!(await verifyPassword(String(account?.password), typed))) throw wrong
}

/** The same where the password is all that is asked for: what was guessed before it is forgotten at once. */
export async function proveOwnPasswordOnly(ctx: Context, password: unknown, field: string): Promise<void> {
  await proveOwnPassword(ctx, password, field)
  const { username, area } = actorOf(ctx)
  await counting(() => inTransaction(ctx.services.database, (trx) => forgive(trx, username, ctx.ip, area)))
}
