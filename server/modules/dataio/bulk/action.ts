import { sql } from 'kysely'
import { bulkNode, isOfDeleted, takesAll } from '../../../../src/schemas/api/bulk.ts'
import { actionOf } from '../../../../src/schemas/language/action/actionOf.ts'
import { builtInAction } from '../../../../src/schemas/language/action/builtInActions.ts'
import type { RunAction } from '../../../../src/schemas/language/action/kinds/run.ts'
import type { Page } from '../../../../src/schemas/language/page.ts'
import { type Actor, type Context, can } from '../../../core/context.ts'
import type { Reader, Writer } from '../../../core/db/connect.ts'
import { isRow, type Key } from '../../../core/db/rowKey.ts'
import { Refused } from '../../../core/refuse.ts'
import { runAction } from '../../../crud/action/run.ts'
import type { Row } from '../../../crud/domain.ts'
import { lockRows } from '../../../crud/rows/key.ts'
import { whereSql } from '../../../crud/rows/rows.ts'
import type { Screen } from '../../../crud/screen/screen.ts'
import { rowConditions } from '../../../crud/search/conditions.ts'
import { destroyRows, restoreRows, screenOfDeleted } from '../../../crud/write/deleted.ts'
import { remove } from '../../../crud/write/remove.ts'
import { keptDays, putOwnBack, rightToPutBack } from '../../security/undelete.ts'
import { queryOf } from '../export/run.ts'
import type { BulkRecord } from './record.ts'

/** Puts records back that were deleted: out of the list of deleted ones, or out of the bin. Only to undo. */
const putBack = 'putBack'

/** An action over many records of a screen, for one person. */
export interface Bulk {
  screen: Screen
  ctx: Context
  /** Name of the action. */
  action: string
  entered: Readonly<Row>
}

/** The screen as the action meets it: deleted records are in a list of their own. */
export function screenFor(screen: Screen, action: string): Screen {
  return isOfDeleted(action) ? screenOfDeleted(screen) : screen
}

/** Who may do the action to many records: who may see the list (that of deleted ones by the action's own right), and do it to one. */
export function mayDo(actor: Actor, page: Page, action: string): boolean {
  if (!isOfDeleted(action) && !can(actor, `${page.id}/index`)) return false
  return action === putBack ? can(actor, rightToPutBack) : can(actor, `${page.id}/${bulkNode(page, action)}`)
}

/** Refuses an action that is not done to all records that a list finds, or that the person may not do. */
export function requireAction({ screen, ctx, action }: Pick<Bulk, 'screen' | 'ctx' | 'action'>, actor: Actor): void {
  const { page } = screen
  const own = screen.rowActions[`${page.id}.${page.actions[action]?.call ?? ''}`]
  // What is done once for all chosen records is another thing for each alone.
  if (!takesAll(page, action) || own?.runAll) throw new Refused('bulk.notForAll', { title: titleOf(ctx, page, action) })
  if (!mayDo(actor, page, action)) throw new Refused('bulk.noRight')
}

/** What the button of the action says. */
export function titleOf({ schema, lang }: Pick<Context, 'schema' | 'lang'>, page: Page, action: string): string {
  if (action === putBack) return schema.words.text(lang, null, 'actions.restore.title')
  return schema.words.text(lang, page.id, `actions.${action}.title`)
}

/** The action that takes this one back; '' when there is none, or the person may not do it. */
export async function inverseOf({ screen, action }: Pick<Bulk, 'screen' | 'action'>, actor: Actor, db: Reader): Promise<string> {
  const { page } = screen
  const name = await inverseName(screen, action, db)
  return name !== '' && mayDo(actor, page, name) ? name : ''
}

async function inverseName(screen: Screen, action: string, db: Reader): Promise<string> {
  const { page } = screen
  if (action === 'delete') return wayBack(screen, db)
  if (action === 'restore') return takesAll(page, 'delete') ? 'delete' : ''
  return actionOf(page, action, 'run')?.undo ?? ''
}

async function wayBack({ page, entity }: Screen, db: Reader): Promise<string> {
  if (entity.softDelete) return page.table.deleted.includes('restore') ? 'restore' : ''
  return entity.history !== null && (await keptDays(db, entity.table)) !== null ? putBack : ''
}

/**
 * Does the action to one record as its own button would: with its condition, its rules and its hooks. With the question of a list, only if
 * the record is still one of its answers. Refuses what the button would refuse.
 */
export async function doToRow(bulk: Bulk, trx: Writer, key: Key, asked: Pick<BulkRecord, 'filters' | 'sort'>): Promise<void> {
  const { screen, ctx, action, entered } = bulk
  await requireMatch(bulk, trx, key, asked)
  const own = { ...ctx, query: {}, body: { ids: [key] } }
  if (action === 'delete') await remove(screen, own, trx)
  else if (action === putBack) await putOwnBack(screen, own, trx)
  else if (action === 'restore') await restoreRows(screen, own, trx)
  else if (action === 'destroy') await destroyRows(screen, own, trx)
  else {
    const call = { screen, action: runOf(bulk), ctx: { ...own, body: { ...entered, [screen.entity.key ?? 'id']: key } } }
    await runAction(call, trx, true)
  }
}

/** Does the action take records away, now or for good? */
export function deletes(action: string): boolean {
  return action === 'delete' || action === 'destroy'
}

function runOf({ screen: { page }, action }: Bulk): RunAction {
  const run = actionOf(page, action, 'run')
  if (!run) throw new Refused('bulk.gone')
  return run
}

/** A refusal in words, for who reads it later: nothing can be refreshed and tried again. */
export function reasonOf(ctx: Context, { code, params }: Refused): string {
  return ctx.text(`errors.${code === 'crud.notInState' ? 'crud.inState' : code}`, params).slice(0, 500)
}

/** Locks the record and refuses when the list does not find it any more. */
async function requireMatch(
  { screen, ctx, action }: Bulk,
  trx: Writer,
  key: Key,
  asked: Pick<BulkRecord, 'filters' | 'sort'>,
): Promise<void> {
  if (!asked.filters) return
  const isDeletion = deletes(action)
  const { call } = screen.page.actions[action] ?? builtInAction(action) ?? { call: action }
  await screen.rowActions[`${screen.page.id}.${call}`]?.lock?.(trx, [key])
  const found = await lockRows(screen, ctx, trx, { keys: [key], purpose: isDeletion ? 'delete' : 'edit', forDelete: isDeletion })
  if (found.length === 0) throw new Refused('bulk.outOfReach')
  const conditions = await rowConditions(screen, ctx, queryOf({ filters: asked.filters, sort: asked.sort }))
  const { rows } = await sql`select 1 as one from ${screen.from}${whereSql([isRow(screen.entity, key), ...conditions])}`.execute(
    trx,
  )
  if (rows.length === 0) throw new Refused('bulk.noMatch')
}
