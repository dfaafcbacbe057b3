import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { deleteColumn } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import { isOneOf, isRow, type Key } from '../../core/db/rowKey.ts'
import { auditOf, writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import type { DeleteInput, Row } from '../domain.ts'
import { lockGuarded, refuseByRule } from '../rows/guard.ts'
import { requestKeys, requireWritable } from '../rows/key.ts'
import type { ScreenAccess } from '../screen/access.ts'
import type { Screen } from '../screen/screen.ts'
import { databaseErrors, validateUnique } from '../validate/unique.ts'
import type { ValidationErrors } from '../validate/validate.ts'
import { labelOf, valueText } from '../words.ts'
import { dropLinks } from './links.ts'

/** The screen as it meets the rows that were deleted (soft delete) instead of the others, the last deleted first. */
export function screenOfDeleted(screen: Screen): Screen {
  const { entity, sortable } = screen
  return {
    ...screen,
    living: false,
    entity: { ...entity, sort: [[deleteColumn, 'desc'], ...entity.sort] },
    sortable: new Map([...sortable, [deleteColumn, sql.ref(`t.${deleteColumn}`)]]),
    list: screen.deletedList,
    listOf: () => screen.deletedList,
  }
}

type DeletedAction = 'restore' | 'destroy'

/** The deleted rows that a request names, locked, in the actor's scope, in a state in which the action may be done. */
async function lockDeleted(
  screen: Screen,
  ctx: Context,
  trx: Writer,
  name: DeletedAction,
): Promise<{ keys: Key[]; rows: Row[] }> {
  requireWritable(screen, ctx)
  const { body, query } = ctx
  const keys = requestKeys(screen, body.ids ?? body.id ?? query.ids)
  if (keys.length === 0) throw new Refused('crud.notFound')
  const action = screen.page.actions[name]
  const purpose = name === 'restore' ? 'edit' : 'delete'
  const rows = await lockGuarded(screen, ctx, trx, { keys, purpose, action, forDelete: name === 'destroy' })
  const own = screen.rowActions[`${screen.page.id}.${name}`]
  if (action) for (const row of rows) await refuseByRule(own, { ctx, trx, page: screen.page, action, row, values: {} })
  return { keys, rows }
}

/** POST restore {ids | id}: brings deleted rows back, all or none. Refused where another row has a value by now that must be the only one. */
export async function restoreRows(screen: Screen, ctx: Context, trx: Writer): Promise<number> {
  const { keys, rows } = await lockDeleted(screen, ctx, trx, 'restore')
  const { entity } = screen
  const stamp = entity.fields.update_time && !entity.external ? sql`, update_time = ${ctx.now}::bigint` : sql``
  // Sequential, so that of two rows with the same name the second is reported.
  for (const row of rows) {
    const key = row[entity.key ?? 'id'] as Key
    refuseTaken(screen, ctx, row, await validateUnique(trx, screen, key, { values: row, record: row, masked: true }))
    try {
      await sql`update ${sql.table(entity.table)} set ${sql.ref(deleteColumn)} = null${stamp}
        where ${isRow(entity, key, '')}`.execute(trx)
    } catch (error) {
      refuseTaken(screen, ctx, row, databaseErrors(error, screen, row))
      throw error
    }
  }
  await screen.hooks.afterRestore?.({ ctx, trx, page: screen.page, rows })
  await audit({ screen, ctx, db: trx }, 'restore', keys)
  return rows.length
}

/** DELETE destroy?ids[]=…: deletes deleted rows for good, all or none. */
export async function destroyRows(screen: Screen, ctx: Context, trx: Writer): Promise<number> {
  const { keys, rows } = await lockDeleted(screen, ctx, trx, 'destroy')
  const { entity } = screen
  const input: DeleteInput = { ctx, trx, page: screen.page, rows }
  await screen.hooks.beforeDestroy?.(input)
  for (const { link } of screen.links) if (link) await dropLinks(trx, link, keys)
  await sql`delete from ${sql.table(entity.table)} where ${isOneOf(entity, keys, '')}`.execute(trx)
  await audit({ screen, ctx, db: trx }, 'destroy', keys)
  return rows.length
}

/** A value that another row now has is included in the message: the person has to find that row, or change it. */
function refuseTaken(screen: Screen, ctx: Context, row: Row, found: ValidationErrors): void {
  const [name] = Object.keys(found)
  const field = name === undefined ? undefined : screen.page.fields[name]
  if (!field) return
  const label = labelOf(ctx, { page: screen.page, prefix: 'fields' }, field.name)
  throw new Refused(
    'crud.restoreTaken',
    { label, value: valueText(ctx, screen.page, field, row[field.name]) },
    { type: 'conflict' },
  )
}

/** One audit row per record, so that what happened to it can be found by its key. */
async function audit({ screen, ctx, db }: ScreenAccess<Writer>, name: DeletedAction, keys: readonly Key[]): Promise<void> {
  const { page, entity } = screen
  for (const key of keys) await writeAudit(db, auditOf(ctx, { action: `${page.id}/${name}`, table: entity.table, key }))
}
