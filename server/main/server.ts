import { resolve } from 'node:path'
import { loadSchema } from '../../codegen/load/pages.ts'
import { type SchemaDirs, schemaSources } from '../../codegen/load/schemaSources.ts'
import { makePauses } from '../../codegen/schema/pauses.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import { SchemaError } from '../../src/schemas/language/issue.ts'
import type { Settings } from '../core/environment/settingRow.ts'
import type { Handler } from '../core/handler.ts'
import type { Domains } from '../crud/engine/domains.ts'
import { pageHandlers } from '../crud/engine/handlers.ts'
import type { ServerModule } from '../modules/module.ts'
import { type AssembleOptions, assemble, type KontorServer } from './assemble.ts'
import { domainsOf, requireOptionSources } from './compose.ts'
import { moduleOf } from './live/code.ts'
import { hashOf } from './live/files.ts'
import { makeLive } from './live/live.ts'
import { revisionHash, type Sources } from './live/packages.ts'
import { loadModules } from './modules.ts'

export interface ServerOptions {
  databaseUrl: string
  settings: Settings
  /** The modules that are on; absent: those of `KONTOR_MODULES`. */
  modules?: readonly ServerModule[]
  /** Where the schemas are, when not those of the platform and of the modules that are on. */
  schemaDir?: SchemaDirs
  /** What was loaded from there already, without faults, by a caller that starts several servers. */
  schema?: Schema
  /** Where the built front end is, when not in dist. */
  siteDir?: string
  /** The workspace and the packages among the schemas, and who is told when they change; absent: the schemas never change. */
  workspace?: Sources & { tell(line: string): void }
  /** Takes one line (JSON) for each warning and error. */
  log?: (line: string) => void
  feed?: AssembleOptions['feed']
  jobs?: AssembleOptions['jobs']
  /** Actions of pages besides those of the modules, by `<page id>.<call>`. */
  rowActions?: Domains['rowActions']
}

const root = resolve(import.meta.dirname, '../..')

/**
 * Builds the server on a prepared database, of the schemas and the modules. Throws `SchemaError` with every issue when the schemas have
 * faults, and a plain error when the modules do not fit each other or the schemas.
 */
export async function createServer(options: ServerOptions): Promise<KontorServer> {
  const schemaDir = options.schemaDir ?? schemaSources(options.settings.modules)
  const schema = options.schema ?? (await loadFaultless(schemaDir))
  const modules = options.modules ?? (await loadModules(options.settings.modules))
  const { workspace, databaseUrl, settings } = options
  const addressesOf = async (of: Schema, dirs: SchemaDirs, code?: ServerModule) => {
    const domains = domainsOf(code ? [...modules, code] : modules, options.rowActions)
    requireOptionSources(of, domains)
    return { domains, handlers: await handlersUnhurried(of, { modules, domains, schemaDir: dirs }) }
  }
  const code = workspace?.code && moduleOf(workspace.code, workspace.files, schema)
  const { domains, handlers } = await addressesOf(schema, schemaDir, code)
  return assemble({
    databaseUrl: options.databaseUrl,
    settings: options.settings,
    schema,
    modules,
    domains,
    handlers,
    ...(workspace
      ? {
          hashes: { hash: revisionHash(workspace), workspace: hashOf(workspace.files) },
          live: makeLive({ ...workspace, databaseUrl, settings, modules, domains, addressesOf }),
        }
      : {}),
    siteDir: options.siteDir ?? resolve(root, 'dist'),
    log: options.log ?? (() => {}),
    ...(options.feed ? { feed: options.feed } : {}),
    ...(options.jobs ? { jobs: options.jobs } : {}),
  })
}

/** Throws when a page names what none of the modules has. */
export function requireServedBy(modules: readonly ServerModule[]): (schema: Schema, code?: ServerModule) => void {
  return (schema, code) => {
    const domains = domainsOf(code ? [...modules, code] : modules)
    requireOptionSources(schema, domains)
    allHandlers(schema, { modules, domains })
  }
}

async function loadFaultless(dirs: SchemaDirs): Promise<Schema> {
  const { schema, issues } = await loadSchema(dirs)
  if (issues.length > 0) throw new SchemaError(issues)
  return schema
}

/** What addresses are made from besides the schema. */
export interface Addresses {
  modules: readonly ServerModule[]
  domains?: Domains
  schemaDir?: SchemaDirs
}

/** Every address: those of the pages, those of the modules, and those over all of these. */
export function allHandlers(schema: Schema, addresses: Addresses): Handler[] {
  const making = makeHandlers(schema, addresses)
  for (;;) {
    const next = making.next()
    if (next.done) return next.value
  }
}

/** The same between the requests of a server that runs. */
export async function handlersUnhurried(schema: Schema, addresses: Addresses): Promise<Handler[]> {
  const making = makeHandlers(schema, addresses)
  const pause = makePauses()
  for (;;) {
    const next = making.next()
    if (next.done) return next.value
    await pause()
  }
}

function* makeHandlers(
  schema: Schema,
  { modules, domains = domainsOf(modules), schemaDir = schemaSources() }: Addresses,
): Generator<undefined, Handler[]> {
  const assembly = { schema, domains, schemaDirs: typeof schemaDir === 'string' ? [schemaDir] : schemaDir }
  const handlers: Handler[] = []
  for (const page of schema.pages.values()) {
    handlers.push(...pageHandlers(page, schema, domains))
    yield
  }
  for (const { handlers: own = [] } of modules) {
    handlers.push(...(typeof own === 'function' ? own(assembly) : own))
    yield
  }
  return [...handlers, ...modules.flatMap(({ handlersOver }) => handlersOver?.(assembly, handlers) ?? [])]
}
