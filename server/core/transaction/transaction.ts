import type { Transaction } from 'kysely'
import type { Database, Db } from '../db/connect.ts'
import { isRepeatable } from '../db/faults.ts'
import { type Author, setAuthor } from '../history/author.ts'
import { type AuditEntry, insertAudits } from './auditRows.ts'

/** Whose rights or sessions changed: an administrator (by id), a member, or everybody. */
export type AccountKey = number | `user:${number}` | '*'

/** What a transaction still has to do before it commits, and what follows when it did. */
export interface Pending {
  audits: AuditEntry[]
  changed: Set<AccountKey>
  /** What follows outside of the database once it has committed; a failure of it changes nothing any more. */
  after: (() => Promise<void>)[]
  /** Title of the request's log row, when the action sets one. */
  title?: string
  /** Who acts, when the request itself signs them in. */
  actor?: { id: number; username: string }
}

const pendings = new WeakMap<object, Pending>()

/** The pending work of a transaction started by `inTransaction`; undefined for one that somebody else started. */
export function pendingOf(trx: Transaction<Db>): Pending | undefined {
  return pendings.get(trx)
}

export interface TransactionHooks {
  /** Who changes rows, for their history. */
  author?: Partial<Author>
  /** Runs before the audit rows are written, as the last act of the transaction. */
  beforeCommit?(trx: Transaction<Db>, pending: Pending): Promise<void>
  afterCommit?(pending: Pending): void
}

/**
 * Runs `fn` in one transaction; when the database ends it with a serialization failure, a deadlock or a number that was drawn twice (nothing
 * happened then), once more, at most twice. Audit rows are written last: their chain is a queue of all writers, and nothing may wait for a
 * row inside it.
 */
export async function inTransaction<T>(
  database: Database,
  fn: (trx: Transaction<Db>) => Promise<T>,
  hooks: TransactionHooks = {},
): Promise<T> {
  for (let again = 0; ; again++) {
    const pending: Pending = { audits: [], changed: new Set(), after: [] }
    try {
      const result = await database.write.transaction().execute(async (trx) => {
        pendings.set(trx, pending)
        if (hooks.author) await setAuthor(trx, hooks.author)
        const value = await fn(trx)
        await hooks.beforeCommit?.(trx, pending)
        await insertAudits(trx, pending.audits)
        return value
      })
      hooks.afterCommit?.(pending)
      await Promise.allSettled(pending.after.map((work) => work()))
      return result
    } catch (error) {
      if (again >= 2 || !isRepeatable(error)) throw error
    }
  }
}
