import { sql } from 'kysely'
import { dbNow } from '../../core/clock.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { auditOf, writeAudit } from '../../core/log/audit.ts'
import { endOtherSessions, endSession } from '../../core/session/sessions.ts'
import { computesOf } from '../../crud/computes.ts'
import type { RowAction, ScreenHooks } from '../../crud/domain.ts'

const pageId = 'routine/session'
const isCurrent = (ctx: Context, row: { readonly id?: unknown }) => row.id === actorOf(ctx).sessionId

/** routine/session: the current user's own sessions. Ending one closes its connections on every node. */
export const sessionHooks: ScreenHooks = {
  rowScope: (ctx) => sql<boolean>`(t.admin_id = ${actorOf(ctx).id} and t.expires_time > ${dbNow})`,
  computes: computesOf('routine/session', {
    here: async ({ ctx, rows }) => rows.map((row) => (isCurrent(ctx, row) ? 1 : 0)),
    device: async ({ rows }) => rows.map((row) => deviceOf(String(row.user_agent ?? ''))),
    used: async ({ rows }) => rows.map((row) => row.refreshed_time ?? row.create_time),
  }),
  rowReads: ['id'],
  denied: async ({ ctx, rows }) => {
    const why = ctx.schema.words.text(ctx.lang, pageId, 'actions.end.refuse.current')
    return rows.map((row) => (isCurrent(ctx, row) ? { end: why } : undefined))
  },
}

/** Actions of the screen routine/session. */
export const sessionActions: Readonly<Record<string, RowAction>> = {
  'routine/session.end': {
    refuse: { current: async ({ ctx, row }) => isCurrent(ctx, row) },
    run: async ({ ctx, trx, row }) => {
      const id = String(row.id)
      await endSession(trx, id)
      await writeAudit(trx, auditOf(ctx, { action: 'session.end', table: 'admin_session', key: id }))
    },
  },
  'routine/session.endOthers': {
    run: async ({ ctx, trx }) => {
      const { id, sessionId } = actorOf(ctx)
      const ended = await endOtherSessions(trx, id, sessionId)
      await writeAudit(trx, auditOf(ctx, { action: 'session.endOthers', table: 'admin_session', detail: { ended } }))
      return { ended }
    },
  },
}

const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Browser and system from the user agent: enough to recognise one's own session. An unknown agent is shown as it is. */
function deviceOf(userAgent: string): string {
  const found = [browsers, systems].flatMap((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [])
  return found.length > 0 ? found.join(' · ') : userAgent.slice(0, 60) || '-'
}
