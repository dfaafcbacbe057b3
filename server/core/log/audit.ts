import type { Transaction } from 'kysely'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { type AuditEntry, insertAudits } from '../transaction/auditRows.ts'
import { inTransaction, pendingOf } from '../transaction/transaction.ts'
import { maskedMembers, maskedNames } from './masked.ts'

/** Adds a row to the audit in this transaction: it exists exactly when the transaction commits. */
export async function writeAudit(trx: Transaction<Db>, entry: AuditEntry): Promise<void> {
  const pending = pendingOf(trx)
  if (pending) pending.audits.push(entry)
  else await insertAudits(trx, [entry])
}

/** An entry for what the actor of a request did. */
export function auditOf(ctx: Context, entry: Omit<AuditEntry, 'adminId' | 'username' | 'ip' | 'requestId'>): AuditEntry {
  const { actor } = ctx
  const isMember = actor?.area === 'user'
  return {
    adminId: isMember ? 0 : (actor?.id ?? 0),
    username: actor?.username ?? '',
    ip: ctx.ip,
    requestId: ctx.requestId,
    ...entry,
    ...(isMember ? { detail: { ...entry.detail, user_id: actor.id } } : {}),
  }
}

/** The entry of a call that says nothing more exact itself: its address and what was sent, secrets masked. */
export function auditOfCall(ctx: Context): AuditEntry {
  const { app, controller, action } = ctx.handler
  const key = ctx.body.id ?? ctx.query.id
  return auditOf(ctx, {
    action: `${app === 'api' ? 'api/' : ''}${controller.replaceAll('.', '/')}/${action}`.toLowerCase(),
    ...(typeof key === 'string' || typeof key === 'number' ? { key } : {}),
    detail: maskedMembers({ ...ctx.query, ...ctx.body }, maskedNames(ctx)),
  })
}

/** Notes something that was refused, in a transaction of its own because the request's is rolled back. Never throws: it only logs. */
export async function noteRefusal(ctx: Context, entry: AuditEntry): Promise<void> {
  try {
    await inTransaction(ctx.services.database, (trx) => writeAudit(trx, entry))
  } catch (error) {
    ctx.log.error({ err: error, action: entry.action }, 'a refusal could not be noted in the audit')
  }
}
