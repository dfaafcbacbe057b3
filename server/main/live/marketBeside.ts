import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Database } from '../../core/db/connect.ts'
import type { Settings } from '../../core/environment/settingRow.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import type { Market } from '../../modules/market/change.ts'
import { kontorVersion, readKeys } from '../../modules/market/trust.ts'
import type { ServerModule } from '../../modules/module.ts'
import { domainsOf, requireOptionSources } from '../compose.ts'
import { handlersUnhurried } from '../server.ts'
import { loadCode } from './code.ts'
import type { Sources } from './packages.ts'
import { makeRevising } from './revising.ts'
import { newestRevision } from './store.ts'

interface Beside {
  settings: Settings
  modules: readonly ServerModule[]
  /** Who does it, as it is noted. */
  username: string
  /** The workspace and its code; absent: what the servers of the database serve. */
  workspace?: Omit<Sources, 'packages'>
  tell(line: string): void
}

/** Operations on the packages of a database without a server of one's own; running ones hear of them through the database. */
export async function marketBeside(
  database: Database,
  { settings, modules, username, workspace, tell }: Beside,
): Promise<Market> {
  const addressesOf = async (schema: Schema, schemaDir: readonly string[], code?: ServerModule) => {
    const domains = domainsOf(code ? [...modules, code] : modules)
    requireOptionSources(schema, domains)
    return { domains, handlers: await handlersUnhurried(schema, { modules, domains, schemaDir }) }
  }
  const revising = makeRevising(
    { settings, modules, addressesOf, tell },
    {
      database,
      workspace: async () =>
        workspace ?? {
          files: (await newestRevision(database)) ?? new Map(),
          code: settings.workspace === undefined ? undefined : await loadCode(settings.workspace),
        },
      inTurn: (work) => work(),
      follow: async () => {},
    },
  )
  const { allow_unsigned_modules: unsigned } = await readSiteConfig(database.read)
  return {
    read: database.read,
    revising,
    trust: { keys: await readKeys(settings.moduleKeys), allowUnsigned: unsigned === '1' },
    kontorVersion: kontorVersion(),
    by: { id: 0, username, now: Math.floor(Date.now() / 1000) },
    write: (_, work) => inTransaction(database, work),
  }
}
