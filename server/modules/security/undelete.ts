import { sql } from 'kysely'
import { appOf } from '../../../src/schemas/language/area/area.ts'
import { rowsOf } from '../../core/command.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import type { Handler } from '../../core/handler.ts'
import { Refused } from '../../core/refuse.ts'
import type { SecurityDataRecycleLogRow, SecurityDataRecycleRow } from '../../core/rows.generated.ts'
import type { At, Row, Writing } from '../../crud/domain.ts'
import { requestKeys } from '../../crud/rows/key.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { putBack } from './actions.ts'

/** The right to put records of the bin back. */
export const rightToPutBack = 'security/dataRecycleLog/restore'

/** Addresses of lists whose rows are deleted for good: whether the bin keeps them, and the way back from the message of the deletion. */
export function undeleteAddresses(screen: Screen, at: At, writing: Writing): Handler[] {
  const { page, entity } = screen
  if (!page.actions.delete || entity.softDelete || entity.history === null || page.area !== 'admin') return []
  const run = writing('putBack', (ctx, trx) => putOwnBack(screen, ctx, trx))
  return [
    at('GET', 'bin', page.actions.delete.node, (ctx) => binHandler(screen, ctx)),
    { ...at('POST', 'putBack', 'restore', run), app: appOf[page.area], access: { type: 'node', node: rightToPutBack } },
  ]
}

/** GET bin: for how many days a deleted record is kept (null: not at all), and whether this person may put it back. */
async function binHandler({ entity }: Screen, ctx: Context): Promise<Row> {
  const days = await keptDays(ctx.read, entity.table)
  return { days, undo: days !== null && can(actorOf(ctx), rightToPutBack) }
}

export async function keptDays(db: Reader, table: string): Promise<number | null> {
  const [rule] = await rowsOf(
    db,
    sql<
      Pick<SecurityDataRecycleRow, 'keep_days'>
    >`select keep_days from security_data_recycle where data_table = ${table} and status = 1 order by id limit 1`,
  )
  return rule?.keep_days ?? null
}

/** POST putBack {ids}: the records of these keys that the person deleted last, all or none. */
export async function putOwnBack(screen: Screen, ctx: Context, trx: Writer): Promise<Row> {
  const keys = requestKeys(screen, ctx.body.ids).map(String)
  const found = await rowsOf(
    trx,
    sql<SecurityDataRecycleLogRow>`select * from security_data_recycle_log where id in (
        select max(id) from security_data_recycle_log
        where data_table = ${screen.entity.table} and row_key = any(${keys}) and is_restore = 0 and admin_id = ${actorOf(ctx).id}
        group by row_key)
      order by id for update`,
  )
  if (keys.length === 0 || found.length < keys.length) throw new Refused('crud.someNotFound')
  await putBack(ctx, trx, found)
  return { done: found.length }
}
