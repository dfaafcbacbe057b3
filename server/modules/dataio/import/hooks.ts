import { actorOf } from '../../../core/context.ts'
import { Refused } from '../../../core/refuse.ts'
import type { DataioImportRow } from '../../../core/rows.generated.ts'
import { pendingOf } from '../../../core/transaction/transaction.ts'
import { computesOf } from '../../../crud/computes.ts'
import { defineActions } from '../../../crud/defineActions.ts'
import type { ActionInput, DeleteInput, ScreenHooks } from '../../../crud/domain.ts'
import { retryImport } from './again.ts'
import { giveReport } from './handlers.ts'
import { importOf } from './record.ts'
import { cancelImport, startImport } from './request.ts'

/** What an import writes, it writes with the rights of who sent the file: nobody else starts it, or reads its lines. */
const refuse = {
  notOwner: async ({ ctx, row }: Pick<ActionInput, 'ctx'> & { row: Pick<DataioImportRow, 'admin_id'> }) =>
    row.admin_id !== actorOf(ctx).id,
}

/** Actions of the screen dataio/import. */
export const importActions = defineActions({
  'dataio/import.run': { refuse, run: ({ ctx, trx, row }) => startImport(ctx, trx, row.id) },
  'dataio/import.report': { refuse, run: ({ ctx, trx, row }) => giveReport(ctx, trx, row.id) },
  'dataio/import.retry': {
    refuse,
    run: async ({ ctx, trx, row }) => {
      const record = await importOf(trx, row.id, true)
      if (!record) throw new Refused('crud.notFound')
      await retryImport(ctx, trx, record)
    },
  },
  'dataio/import.cancel': { refuse, run: ({ trx, row }) => cancelImport(trx, row.id) },
})

/** Hooks of the screen dataio/import: its first faults, and the files that go with its row. */
export const importHooks: ScreenHooks = {
  narrowList: true,
  computes: computesOf('dataio/import', {
    faultRows: async ({ rows }) => rows.map(({ faults }) => (Array.isArray(faults) ? faults : [])),
  }),
  beforeDelete: async ({ trx, rows }) => {
    for (const row of rows) await cancelImport(trx, Number(row.id))
  },
  afterDelete: removeFiles,
}

/** The files go when the deletion has committed. */
async function removeFiles({ ctx, trx, rows }: DeleteInput): Promise<void> {
  const { privateFiles } = ctx.services
  const names = rows.flatMap((row) => [row.file, row.error_file]).map((name) => String(name ?? ''))
  for (const name of names.filter((each) => each !== '')) {
    pendingOf(trx)?.after.push(async () => {
      await privateFiles
        .remove(name)
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'the file of a deleted import is left'))
    })
  }
}
