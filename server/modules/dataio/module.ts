import { defineModule } from '../module.ts'
import { bulkAddresses, fileAddresses } from './addresses.ts'
import { bulkHandlers } from './bulk/handlers.ts'
import { bulkActions, bulkHooks, purgeBulk } from './bulk/hooks.ts'
import { bulkJob } from './bulk/record.ts'
import { bulkKind } from './bulk/run.ts'
import { exportFormHooks } from './export/form.ts'
import { exportActionsOf } from './export/hooks.ts'
import { exportJob } from './export/record.ts'
import { exportKind } from './export/run.ts'
import { dataioHandlers } from './handlers.ts'
import { importHandlers } from './import/handlers.ts'
import { importActions, importHooks } from './import/hooks.ts'
import { registerJoins } from './import/lines/joins.ts'
import { importJob } from './import/record.ts'
import { importKind } from './import/work/run.ts'
import { newsChannel, readWork } from './news.ts'
import { dataioOptionSources } from './optionSources.ts'
import { purgePrivateFiles } from './purge.ts'

/** Exports and imports of lists, and changes of all records that a list finds. */
export const dataio = defineModule({
  name: 'dataio',
  requires: ['files', 'feed', 'security'],
  services({ services, modules }) {
    for (const { importLines } of modules) registerJoins(importLines ?? {})
    return { channels: { [newsChannel]: (payload) => services.feed.tell(readWork(payload)) } }
  },
  handlers: [...dataioHandlers, ...importHandlers, ...bulkHandlers],
  listAddresses: [fileAddresses, bulkAddresses],
  rowActions: { ...exportActionsOf('dataio/export'), ...importActions, ...bulkActions },
  screenHooks: { 'dataio/export': exportFormHooks, 'dataio/import': importHooks, 'dataio/bulk': bulkHooks },
  optionSources: dataioOptionSources,
  jobs: (work) => ({ [exportJob]: exportKind(work), [importJob]: importKind(work), [bulkJob]: bulkKind(work) }),
  purges: { bulk: ({ database }) => purgeBulk(database) },
  filePurges: { 'files.vault': ({ database, privateFiles }) => purgePrivateFiles(database, privateFiles) },
})
