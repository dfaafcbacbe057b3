import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { hiddenValue } from '../../core/history/setup.ts'
import type { SecurityDataRecycleRow, SecuritySensitiveDataLogRow } from '../../core/rows.generated.ts'
import { defineActions } from '../../crud/defineActions.ts'
import type { Row } from '../../crud/domain.ts'
import { type BinRow, inOrderOfRestoring, restoreRecord } from './restore.ts'
import { requireCurrent, saveFormerValues } from './rollback.ts'
import { screenOfTable } from './screens.ts'

/** Putting deleted records back, and rolling sensitive changes back. */
export const securityActions = defineActions({
  'security/dataRecycleLog.restore': {
    async runAll({ ctx, trx, rows }) {
      await putBack(ctx, trx, rows)
      return {}
    },
  },
  'security/sensitiveDataLog.rollback': {
    async runAll({ ctx, trx, rows }) {
      for (const row of [...rows].sort((a, b) => b.id - a.id)) {
        const screen = screenOfTable(ctx, row.data_table)
        const { rows: found } = await sql<
          Pick<SecuritySensitiveDataLogRow, 'old_value' | 'new_value'>
        >`select old_value, new_value
          from security_sensitive_data_log where id = ${row.id}`.execute(trx)
        const one = (value: unknown): Row => ({ [row.data_field]: value ?? null })
        const old = one(found[0]?.old_value)
        if (old[row.data_field] !== hiddenValue)
          await requireCurrent(screen, ctx, trx, { key: row.row_key, now: one(found[0]?.new_value) })
        await saveFormerValues(screen, ctx, trx, { key: row.row_key, old })
        await sql`update security_sensitive_data_log set is_rollback = 1, update_time = ${ctx.now} where id = ${row.id}`.execute(
          trx,
        )
      }
      return {}
    },
  },
})

/** Puts records of the bin back, the last deleted first. */
export async function putBack(
  ctx: Context,
  trx: Writer,
  rows: readonly (BinRow & { recycle_id: number | null })[],
): Promise<void> {
  const treeParent = (table: string) => ctx.schema.entities.get(table)?.tree?.parent
  for (const row of inOrderOfRestoring(rows, treeParent)) {
    const { rows: found } = await sql<Pick<SecurityDataRecycleRow, 'screen'>>`
      select screen from security_data_recycle where id = ${row.recycle_id}`.execute(trx)
    const screen = screenOfTable(ctx, row.data_table, found[0]?.screen)
    await restoreRecord(screen, ctx, trx, row)
    await sql`update security_data_recycle_log set is_restore = 1, update_time = ${ctx.now} where id = ${row.id}`.execute(trx)
  }
}
