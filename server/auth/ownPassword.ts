import { actorOf, type Context } from '../app/context.ts'
import { Refused } from '../app/refuse.ts'
import { readSiteConfig } from '../app/siteConfig.ts'
import { verifyPassword } from './password.ts'
import { admit, hardLockOf } from './throttle.ts'

/**
 * Asks whoever is signed in for their own password once more. A guess counts like one at the sign-in, whatever becomes of the action's
 * transaction (an empty one is none); who succeeds with the action calls `forgive` in it. A wrong one is told beside `field`.
 */
export async function proveOwnPassword(ctx: Context, password: unknown, field: string): Promise<void> {
  const { id, username } = actorOf(ctx)
  const typed = typeof password === 'string' ? password.slice(0, 100) : ''
  const wrong = new Refused('account.wrongPassword', {}, { field })
  if (typed === '') throw wrong
  const { read, write } = ctx.services.database
  const lock = hardLockOf(await readSiteConfig(read))
  const admission = await write.transaction().execute((trx) => admit(trx, username, ctx.ip, lock))
  if (admission !== 'open') throw new Refused('account.tooMany')
  const admin = await read.selectFrom('admin').select('password').where('id', '=', id).executeTakeFirst()
  if (!(await verifyPassword(String(admin?.password), typed))) throw wrong
}
