import { defineModule } from '../module.ts'
import { fileAddresses } from './addresses.ts'
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

/** Exports and imports of lists. */
export const dataio = defineModule({
  name: 'dataio',
  requires: ['files', 'feed'],
  services({ services, modules }) {
    for (const { importLines } of modules) registerJoins(importLines ?? {})
    return { channels: { [newsChannel]: (payload) => services.feed.tell(readWork(payload)) } }
  },
  handlers: [...dataioHandlers, ...importHandlers],
  listAddresses: [fileAddresses],
  rowActions: { ...exportActionsOf('dataio/export'), ...importActions },
  screenHooks: { 'dataio/export': exportFormHooks, 'dataio/import': importHooks },
  optionSources: dataioOptionSources,
  jobs: (work) => ({ [exportJob]: exportKind(work), [importJob]: importKind(work) }),
  filePurges: { 'files.vault': ({ database, privateFiles }) => purgePrivateFiles(database, privateFiles) },
})
