import type { Area } from '../../../src/schemas/language/area/area.ts'
import type { Context } from '../context.ts'
import { auditOf, noteRefusal } from '../log/audit.ts'
import { HttpRefused, Refused } from '../refuse.ts'
import type { SiteConfig } from '../siteConfig.ts'
import { inTransaction } from '../transaction/transaction.ts'
import { makeGate } from './gate.ts'
import { verifyNothing, verifyPassword } from './password.ts'
import { admit, hardLockOf } from './throttle.ts'

/** Tries to sign in queue for the same counters: here, not with a connection to the database in hand that others need. */
export const counting = makeGate(2, 256)

/** What a try to sign in is about: what was typed, and the account it names, if there is one. */
export interface Try<Account> {
  area: Area
  /** The name the tries are counted by: the account's own, so that other ways to write it are no further tries. */
  username: string
  password: string
  account: Account | undefined
  config: SiteConfig
}

/**
 * The account, if the password is correct and it may sign in. Unknown user, wrong password, locked and disabled account cannot be told
 * apart, neither by the text nor by timing.
 */
export async function provePassword<Account extends { password: string; enabled: boolean }>(
  ctx: Context,
  { area, username, password, account, config }: Try<Account>,
): Promise<Account> {
  const lock = hardLockOf(config, area)
  const admission = await counting(() =>
    inTransaction(ctx.services.database, (trx) => admit(trx, { area, username }, ctx.ip, lock)),
  )
  if (admission === 'tooMany') throw new HttpRefused(429, 60)
  const usable = account?.enabled === true && admission === 'open'
  const right = usable ? await verifyPassword(account.password, password) : await verifyNothing(password)
  if (account && usable && right) return account
  const reason = admission === 'locked' ? 'locked' : account?.enabled === false ? 'disabled' : 'wrong'
  const action = area === 'admin' ? 'login.failed' : 'member.login.failed'
  await noteRefusal(ctx, auditOf(ctx, { action, detail: { username, reason } }))
  throw new Refused('auth.login')
}
