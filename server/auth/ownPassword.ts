import { actorOf, type Context } from '../app/context.ts'
import { Refused } from '../app/refuse.ts'
import { readSiteConfig } from '../app/siteConfig.ts'
import { inTransaction } from '../app/transaction.ts'
import { verifyPassword } from './password.ts'
import { counting } from './provePassword.ts'
import { admit, forgive, hardLockOf } from './throttle.ts'

/**
 * Lets a member on only with their own password. A wrong one counts like one at the sign-in, whatever becomes of the request; throws
 * Refused, beside `field`.
 */
export async function proveOwnPassword(ctx: Context, password: unknown, field: string): Promise<void> {
  const { id, username } = actorOf(ctx)
  const { database } = ctx.services
  const lock = hardLockOf(await readSiteConfig(database.read), 'user')
  const admission = await counting(() => inTransaction(database, (trx) => admit(trx, username, ctx.ip, lock, 'user')))
  if (admission !== 'open') throw new Refused('account.tooMany')
  const member = await database.read.selectFrom('user').select('password').where('id', '=', id).executeTakeFirst()
  if (typeof password !== 'string' || !(await verifyPassword(String(member?.password), password)))
    throw new Refused('account.wrongPassword', {}, { field })
  await counting(() => inTransaction(database, (trx) => forgive(trx, username, ctx.ip, 'user')))
}
