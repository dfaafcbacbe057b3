import { defineModule } from '../module.ts'
import { fileHandlers, uploadAddresses } from './handlers.ts'
import { fileActions, fileScreenHooks } from './hooks.ts'
import { createPrivateFiles, type PrivateFiles } from './privateFiles.ts'
import { purgeFiles } from './purge.ts'
import { addStoredFiles } from './serve.ts'
import { makeStorage, type Storage } from './storage.ts'
import { validateFiles } from './validate.ts'

declare module '../../core/services.ts' {
  interface Services {
    /** Where uploaded files are kept. */
    storage: Storage
    /** Where files are kept that are not for everybody. */
    privateFiles: PrivateFiles
  }
}

/** Uploads, attachments and private files. */
export const files = defineModule({
  name: 'files',
  services({ settings }) {
    const storage = makeStorage(settings.dataDir)
    const privateFiles = createPrivateFiles(settings.dataDir)
    return {
      offers: { storage, privateFiles: privateFiles },
      async prepare() {
        await storage.prepare()
        await privateFiles.prepare()
      },
    }
  },
  routes: (app, { storage }) => addStoredFiles(app, storage),
  handlers: fileHandlers,
  listAddresses: [uploadAddresses],
  valueChecks: [validateFiles],
  rowActions: fileActions,
  screenHooks: fileScreenHooks,
  filePurges: { 'files.uploads': ({ database, storage }) => purgeFiles(database, storage) },
})
