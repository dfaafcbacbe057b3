import { takesAll } from '../../../src/schemas/api/bulk.ts'
import { takesFiles } from '../../../src/schemas/language/action/builtInActions.ts'
import type { Handler } from '../../core/handler.ts'
import type { At, Writing } from '../../crud/domain.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { reviewBulk } from './bulk/review.ts'
import { requestExport } from './export/request.ts'
import { importFormHandler, uploadHandler } from './import/request.ts'

/** The address that reviews an action over all records that a list finds; none where no action is one of these. */
export function bulkAddresses(screen: Screen, at: At): Handler[] {
  const { page } = screen
  const names = [...page.table.bulk, 'delete'].filter((name) => takesAll(page, name))
  if (page.area !== 'admin' || names.length === 0) return []
  return [{ ...at('POST', 'bulk', 'index', (ctx) => reviewBulk(screen, ctx)), isUnlogged: true }]
}

/** Addresses of a list's exports and imports. */
export function fileAddresses(screen: Screen, at: At, writing: Writing): Handler[] {
  const { actions } = screen.page
  const takes = takesFiles(screen.page)
  const asking = writing('export', (ctx, trx) => requestExport(screen, ctx, trx))
  const exporting = actions.export ? [{ ...at('POST', 'export', 'export', asking), successMessage: 'success.dataio.asked' }] : []
  if (!takes) return exporting
  return [
    ...exporting,
    at('GET', 'import', 'import', (ctx) => importFormHandler(screen, ctx)),
    { ...at('POST', 'import', 'import', (ctx) => uploadHandler(screen, ctx)), multipart: true },
  ]
}
