import { defineModule } from '../module.ts'
import { fileHandlers, uploadAddresses } from './handlers.ts'
import { fileActions, fileScreenHooks } from './hooks.ts'
import { judgeFiles } from './judge.ts'
import { addStoredFiles } from './serve.ts'
import { makeStorage, type Storage } from './storage.ts'
import { sweepFiles } from './sweep.ts'
import { makeVault, type Vault } from './vault.ts'

declare module '../../core/services.ts' {
  interface Services {
    /** Where uploaded files are kept. */
    storage: Storage
    /** Where files are kept that are not for everybody. */
    vault: Vault
  }
}

/** Uploads, attachments and private files. */
export const files = defineModule({
  name: 'files',
  services({ settings }) {
    const storage = makeStorage(settings.dataDir)
    const vault = makeVault(settings.dataDir)
    return {
      offers: { storage, vault },
      async prepare() {
        await storage.prepare()
        await vault.prepare()
      },
    }
  },
  routes: (app, { storage }) => addStoredFiles(app, storage),
  handlers: fileHandlers,
  listAddresses: [uploadAddresses],
  valueChecks: [judgeFiles],
  rowActions: fileActions,
  screenHooks: fileScreenHooks,
  filePurges: { 'files.uploads': ({ database, storage }) => sweepFiles(database, storage) },
})
