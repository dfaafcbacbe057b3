import { actorOf, type Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { Refused } from '../../../core/refuse.ts'
import { type Authority, countSupers, groupsOf, lockAuthority, managesMember, readAuthority } from './authority.ts'

/**
 * Rights of the actor inside a write: takes the lock of authority first, so that they cannot change until the transaction ends. An actor who
 * was disabled meanwhile is refused (envelope 401).
 */
export async function actingAuthority(ctx: Context, trx: Writer): Promise<Authority> {
  await lockAuthority(trx)
  const authority = await readAuthority(trx, actorOf(ctx))
  if (!authority.enabled) throw new Refused('authority.notBelow', {}, { envelope: 401 })
  return authority
}

/** Refuses (envelope 401) unless the administrator is a subordinate of the actor. */
export async function requireBelow(authority: Authority, trx: Writer, adminId: number): Promise<void> {
  if (!managesMember(authority, await groupsOf(trx, adminId))) throw new Refused('authority.notBelow', {}, { envelope: 401 })
}

/** After a change: refuses when nobody would be left who may do everything. */
export async function requireSuper(trx: Writer): Promise<void> {
  if ((await countSupers(trx)) === 0) throw new Refused('authority.lastSuper')
}
