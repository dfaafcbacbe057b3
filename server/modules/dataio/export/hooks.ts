import { sql } from 'kysely'
import { actorOf } from '../../../core/context.ts'
import { pendingOf } from '../../../core/transaction/transaction.ts'
import type { ActionInput, DeleteInput, RowAction, ScreenHooks } from '../../../crud/domain.ts'
import { cancelExport, giveTicket, repeatExport } from './fetch.ts'
import { targetsOf } from './rights.ts'

/** Not even a superior downloads what another exported: the file holds what that one may see. */
const refuse = {
  notOwner: async ({ ctx, row }: ActionInput) => Number(row.admin_id) !== actorOf(ctx).id,
}

/** Actions of a page over exports. */
export function exportActionsOf(page: string): Readonly<Record<string, RowAction>> {
  return {
    [`${page}.download`]: { refuse, run: ({ ctx, trx, row }) => giveTicket(ctx, trx, Number(row.id)) },
    [`${page}.cancel`]: { refuse, run: ({ trx, row }) => cancelExport(trx, Number(row.id)) },
    [`${page}.rerun`]: { refuse, run: ({ ctx, trx, row }) => repeatExport(ctx, trx, Number(row.id)) },
  }
}

/** Hooks of a page over exports: the file that goes with its row. */
export const exportHooks: ScreenHooks = {
  beforeDelete: async ({ trx, rows }) => {
    for (const row of rows) await cancelExport(trx, Number(row.id))
  },
  afterDelete: removeFiles,
}

/** Hooks of the page under which the files of some lists wait: it shows no others. */
export function placeHooks(page: string): ScreenHooks {
  return {
    ...exportHooks,
    rowScope(ctx, _purpose, _db, own) {
      const here = sql<boolean>`t.target = any(${targetsOf(ctx.schema, page)}::text[])`
      return own ? sql<boolean>`(${here} and ${own})` : here
    },
  }
}

/** The files go when the deletion has committed. */
async function removeFiles({ ctx, trx, rows }: DeleteInput): Promise<void> {
  const { privateFiles } = ctx.services
  for (const { file } of rows) {
    if (typeof file !== 'string' || file === '') continue
    pendingOf(trx)?.after.push(async () => {
      await privateFiles
        .remove(file)
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'the file of a deleted export is left'))
    })
  }
}
