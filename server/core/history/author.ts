import { sql, type Transaction } from 'kysely'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'

/** Who changes rows in a transaction, as `record_change` notes it. Texts are at most as long as its columns. */
export interface Author {
  admin_id: number
  user_id: number
  username: string
  /** The address that was called, `user/user/edit`, or the work that runs by itself, `timer/expire`. */
  action: string
  ip: string
  useragent: string
  request_id: string
}

/** The author of what a call or a job on behalf of a person changes. */
export function authorOf({ actor, handler, ip, userAgent, requestId }: Context): Author {
  const isMember = actor?.area === 'user'
  return {
    admin_id: isMember ? 0 : (actor?.id ?? 0),
    user_id: isMember ? actor.id : 0,
    username: (actor?.username ?? '').slice(0, 50),
    action: `${handler.app === 'api' ? 'api/' : ''}${handler.controller.replaceAll('.', '/')}/${handler.action}`.slice(0, 100),
    ip: ip.slice(0, 50),
    useragent: userAgent.slice(0, 255),
    request_id: requestId.slice(0, 50),
  }
}

/** Notes who acts for the rest of the transaction. */
export async function setAuthor(trx: Transaction<Db>, author: Partial<Author>): Promise<void> {
  await sql`select set_config('kontor.author', ${JSON.stringify(author)}, true)`.execute(trx)
}

/** Seeds and demos have no history: nobody did that. For the rest of the transaction. */
export async function withoutHistory(trx: Transaction<Db>): Promise<void> {
  await sql`select set_config('kontor.history', 'off', true)`.execute(trx)
}

/** The end of `withoutHistory`: what follows in the transaction is somebody's act again. */
export async function withHistory(trx: Transaction<Db>): Promise<void> {
  await sql`select set_config('kontor.history', '', true)`.execute(trx)
}
