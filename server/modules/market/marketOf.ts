import { sql } from 'kysely'
import { type MarketStep, marketSteps } from '../../../src/schemas/api/market.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { adminLog } from '../../core/log/adminLog.ts'
import { auditOf, writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { newsChannel } from '../dataio/news.ts'
import type { Market } from './change.ts'
import type { Trust } from './refusals.ts'
import { kontorVersion, readKeys } from './trust.ts'

/** The operations on behalf of who calls. Throws `Refused` where this server's screens never change. */
export async function marketOf(ctx: Context, { work = 0, trust }: { work?: number; trust?: Trust } = {}): Promise<Market> {
  const { revising } = ctx.services
  if (!revising) throw new Refused('module.fixed')
  const { id, username } = actorOf(ctx)
  return {
    read: ctx.read,
    revising,
    trust: trust ?? (await trustOf(ctx)),
    kontorVersion: kontorVersion(),
    by: { id, username, now: ctx.now },
    write: ({ uid, step, version, hash }, done) =>
      ctx.write(async (trx) => {
        await adminLog(trx, ctx, `module.log.${step}`, `${uid} ${version}`)
        await writeAudit(trx, auditOf(ctx, { action: `module/${step}`, table: 'module', key: uid, detail: { version, hash } }))
        return done(trx)
      }),
    ...(work > 0 ? { progress: (step) => report(ctx, work, step) } : {}),
  }
}

/** What is trusted of files that people bring. */
async function trustOf(ctx: Context): Promise<Trust> {
  const { allow_unsigned_modules: unsigned } = await readSiteConfig(ctx.read)
  return { keys: await readKeys(ctx.services.settings.moduleKeys), allowUnsigned: unsigned === '1' }
}

/** Tells the person's open screens, on any node, how far it is. Not within the transaction of the change: that one ends too late. */
function report({ services, actor, log }: Context, id: number, step: MarketStep): void {
  const at = marketSteps.indexOf(step)
  const total = marketSteps.length - 1
  const news = { kind: 'module', id, status: at, progress: Math.round((100 * at) / total), done: at, total }
  sql`select pg_notify(${newsChannel}, ${JSON.stringify({ adminId: actor?.id, news })})`
    .execute(services.database.write)
    .catch((error: unknown) => log.warn({ err: error }, 'progress of a change of modules'))
}
