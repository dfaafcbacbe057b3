import { sql } from 'kysely'
import type { SavedAnswer } from '../../../src/schemas/api/designer.ts'
import { messageOf } from '../../../src/schemas/errors.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { readColumn } from '../../core/db/scalar.ts'
import { auditOf, writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { inTransaction, pendingOf } from '../../core/transaction/transaction.ts'
import type { Domains } from '../../crud/engine/domains.ts'
import { joined, partsOf, requireOpenTable, requireOwn, separated, tableOf } from './drafts.ts'
import { type Change, type Plan, planChange } from './plan.ts'

/** Refuses everyone but super administrators. */
export function requireSuper(ctx: Context): void {
  if (!actorOf(ctx).super) throw new Refused('auth.noRight', {}, { envelope: 401 })
}

/** Refuses everyone but super administrators, and everyone while the designer is off. */
async function requireDesigning(ctx: Context): Promise<void> {
  requireSuper(ctx)
  if ((await readSiteConfig(ctx.read)).allow_generator !== '1') throw new Refused('designer.off')
}

/** Saves or removes a screen as it was shown: `seen` is of the plan that the person has read. */
export async function saveChange(ctx: Context, domains: Domains, change: Change, seen: string): Promise<SavedAnswer> {
  await requireDesigning(ctx)
  const plan = await sound(ctx, domains, change)
  if (plan.answer.seen !== seen) throw new Refused('designer.changed', {}, { type: 'conflict' })
  const log = await ctx.write((trx) => record(ctx, trx, change, plan))
  await requireDone(ctx, log)
  return { log, hash: ctx.services.workspace.hash(plan.after) }
}

/** Puts a screen back to what it was before a save of the history. */
export async function restore(
  ctx: Context,
  domains: Domains,
  trx: Writer,
  row: { screen_id: string; before: string },
): Promise<void> {
  await requireDesigning(ctx)
  const change = { id: row.screen_id, draft: separated(row.screen_id, row.before) ?? null }
  await record(ctx, trx, change, await sound(ctx, domains, change))
}

/** The plan of a change that may be made. Refuses with the first fault. */
async function sound(ctx: Context, domains: Domains, change: Change): Promise<Plan> {
  requireOwn(ctx, change.id)
  if (change.draft) requireOpenTable(change.draft)
  const plan = await planChange(ctx, domains, change)
  if (!change.draft && !plan.before) throw new Refused('designer.gone', { id: change.id })
  const fault = plan.answer.findings.find(({ severity }) => severity === 'error')
  if (fault) throw new Refused('designer.faulty', { fault: [fault.path.join('.'), fault.text].filter(Boolean).join(': ') })
  return plan
}

/** Writes the record of a save, and changes the files when it has been committed. Returns the record's key. */
async function record(ctx: Context, trx: Writer, { id, draft }: Change, plan: Plan): Promise<number> {
  const { workspace, database } = ctx.services
  const actor = actorOf(ctx)
  await sql`select pg_advisory_xact_lock(hashtext('kontor.designer'))`.execute(trx)
  if (workspace.hash(await workspace.read(trx)) !== workspace.hash(plan.files))
    throw new Refused('designer.changed', {}, { type: 'conflict' })
  const isFolder = workspace.place === 'folder'
  const done = draft ? 'success' : 'delete'
  const { table, fields, files } = partsOf(draft ?? plan.before)
  const [log] = await readColumn(
    trx,
    sql`insert into crud_log (screen_id, table_name, comment, connection, "table", fields, files, "before", "after", admin_id, username, status, error, create_time, update_time)
      values (${id}, ${tableOf((draft ?? plan.before)?.page ?? '')}, ${titleOf(draft ?? plan.before)}, 'main',
        ${JSON.stringify(table)}::jsonb, ${JSON.stringify(fields)}::jsonb, ${JSON.stringify(files)}::jsonb, ${joined(plan.before)}, ${joined(draft ?? undefined)},
        ${actor.id}, ${actor.username}, ${isFolder ? 'start' : done}, '', ${ctx.now}, ${ctx.now}) returning id`,
  )
  await writeAudit(trx, auditOf(ctx, { action: draft ? 'designer.save' : 'designer.delete', detail: { screen: id, log } }))
  const end = (status: string, error: string) =>
    inTransaction(database, async (own) => {
      await sql`update crud_log set status = ${status}, error = ${error}, update_time = ${ctx.now} where id = ${log} and status = 'start'`.execute(
        own,
      )
    })
  if (!isFolder) await workspace.change(trx, plan.changes, ctx.now)
  else
    pendingOf(trx)?.after.push(async () => {
      try {
        await workspace.change(trx, plan.changes, ctx.now)
        await end(done, '')
      } catch (error) {
        ctx.log.error({ err: error }, 'a screen could not be written into the workspace')
        await end('error', messageOf(error).slice(0, 2000))
      }
    })
  return Number(log)
}

/** Throws where the files of a save could not be written. */
async function requireDone(ctx: Context, log: number): Promise<void> {
  const [error] = await readColumn(ctx.read, sql`select error from crud_log where id = ${log} and status = 'error'`)
  if (error !== undefined) throw new Refused('designer.unwritten', { reason: String(error) })
}

function titleOf(draft: { words: Readonly<Record<string, string>> } | undefined): string {
  try {
    const words: unknown = JSON.parse(draft?.words['zh-cn'] ?? '')
    return isObject(words) && typeof words.title === 'string' ? words.title.slice(0, 100) : ''
  } catch {
    return ''
  }
}
