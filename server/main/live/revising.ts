import { sql } from 'kysely'
import { type Loaded, loadSchema } from '../../../codegen/load/pages.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { SchemaError } from '../../../src/schemas/language/issue.ts'
import type { Database } from '../../core/db/connect.ts'
import type { Settings } from '../../core/environment/settingRow.ts'
import type { Handler } from '../../core/handler.ts'
import { buildRegistry } from '../../core/http/registry.ts'
import type { Revision } from '../../core/http/revision.ts'
import type { Revising } from '../../core/revising.ts'
import type { Domains } from '../../crud/engine/domains.ts'
import type { ServerModule } from '../../modules/module.ts'
import { applySchemaWithin } from '../prepare.ts'
import { moduleOf } from './code.ts'
import { hashOf } from './files.ts'
import { revisionHash, type Sources, sourcesWith } from './packages.ts'
import { revisionChannel } from './store.ts'

/** What makes revisions, in a server or in a command. */
export interface RevisingOptions {
  settings: Settings
  modules: readonly ServerModule[]
  /** Every address of a schema, whose folders these are, and what is added to the engine of pages. Throws when the server lacks what a page names. */
  addressesOf(schema: Schema, dirs: readonly string[], code?: ServerModule): Promise<Addresses>
  /** Told what has changed, and what is wrong, a line at a time. */
  tell(line: string): void
}

/** The addresses of a revision. */
export interface Addresses {
  handlers: readonly Handler[]
  domains: Domains
}

/** A revision that has been read and checked, and is not served yet. */
export interface Prepared extends Revision, Pick<Loaded, 'places' | 'warnings'> {
  domains: Domains
}

/** Reads and checks the sources with all others, and makes sure the server has what they name. Throws with every fault. */
export async function prepareRevision(
  options: RevisingOptions,
  database: Pick<Database, 'read'>,
  sources: Sources,
): Promise<Prepared> {
  const dirs = await sourcesWith(options.settings, database.read, sources)
  const { schema, issues, warnings, places } = await loadSchema(dirs)
  if (issues.length > 0) throw new SchemaError(issues)
  const code = sources.code && moduleOf(sources.code, sources.files, schema)
  const { handlers, domains } = await options.addressesOf(schema, dirs, code)
  const hashes = { hash: revisionHash(sources), workspace: hashOf(sources.files) }
  return { ...hashes, schema, registry: buildRegistry(handlers), domains, warnings, places }
}

/** What making revisions for packages takes besides. */
export interface Around {
  database: Pick<Database, 'read'>
  /** The workspace of now, with its code. */
  workspace(): Promise<Omit<Sources, 'packages'>> | Omit<Sources, 'packages'>
  /** A revision that may be served soon. */
  ready?(prepared: Prepared): void
  /** Does it when nothing else makes a revision. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  follow(): Promise<void>
}

/** What operations on packages need to make revisions. */
export function makeRevising(options: RevisingOptions, around: Around): Revising {
  const { settings, modules, tell } = options
  const { database } = around
  return {
    sourcesWith: (packages) =>
      around.inTurn(async () => sourcesWith(settings, database.read, { ...(await around.workspace()), packages })),
    prepare: (packages) =>
      around.inTurn(async () => {
        const prepared = await prepareRevision(options, database, { ...(await around.workspace()), packages })
        around.ready?.(prepared)
        return prepared
      }),
    apply: (trx, schema, now) => applySchemaWithin(trx, { schema, modules, now, log: tell }),
    async announce(trx) {
      await sql`select pg_notify(${revisionChannel}, 'packages')`.execute(trx)
    },
    follow: around.follow,
  }
}
