import { type Actor, actorOf, type Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import type { Look } from '../../core/http/makeContext.ts'
import { writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import type { Services } from '../../core/services.ts'
import type { Resolved } from '../../core/session/sessions.ts'
import type { AuditEntry } from '../../core/transaction/auditRows.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import { readSubject, type Subject } from './subject.ts'

/**
 * Whose rights apply to a call. With the header `lens: group:3` or `lens: admin:5` those of that role or person, and their visible rows,
 * in the super administrator's own session. Only for super administrators, and only for reading: every other method is refused first.
 * Each such read is audited under the super administrator's name.
 */
export async function lookThrough(
  services: Services,
  { lens, ip, requestId }: Look,
  handler: Handler,
  resolved: Resolved,
): Promise<Resolved> {
  if (lens === '') return resolved
  if (handler.method !== 'GET') throw new Refused('lens.readOnly')
  if (typeof resolved === 'string') return resolved
  if (!resolved.super) throw new Refused('lens.superOnly', {}, { envelope: 401 })
  const subject = await readSubject(services.database.read, lens, resolved.sessionId)
  if (!subject.actor) throw new Refused('lens.disabled', { name: subject.name })
  await note(services, resolved, subject, {
    action: 'lens.read',
    detail: { controller: handler.controller, action: handler.action },
    ip,
    requestId,
  })
  return subject.actor
}

/** Notes in the audit that a super administrator looked at what somebody may do. */
export async function noteLook(ctx: Context, subject: Subject, action: string, detail: AuditEntry['detail'] = {}) {
  await note(ctx.services, actorOf(ctx), subject, { action, detail, ip: ctx.ip, requestId: ctx.requestId })
}

type What = Pick<AuditEntry, 'action' | 'ip' | 'requestId'> & { detail: AuditEntry['detail'] }

async function note({ database }: Services, by: Actor, subject: Subject, { detail, ...what }: What): Promise<void> {
  const entry: AuditEntry = {
    adminId: by.id,
    username: by.username,
    table: subject.kind === 'group' ? 'admin_group' : 'admin',
    key: subject.id,
    detail: detail ?? {},
    ...what,
  }
  await inTransaction(database, (trx) => writeAudit(trx, entry))
}
