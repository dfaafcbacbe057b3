import { actorOf, type Context } from '../context.ts'
import { Refused } from '../refuse.ts'
import { readSiteConfig } from '../siteConfig.ts'
import { inTransaction } from '../transaction/transaction.ts'
import { accountTypes } from './accountTypes.ts'
import { verifyPassword } from './password.ts'
import { counting } from './provePassword.ts'
import { admit, forgive, hardLockOf } from './throttle.ts'

/**
 * Asks the current user for their password again. A guess counts like one at sign-in, even if the action's transaction rolls back (an
 * empty one does not count); call `forgive` in the action's transaction on success. A wrong password is reported at `field`.
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
