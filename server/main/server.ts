import { resolve } from 'node:path'
import { loadSchema, type Schema } from '../../codegen/load/pages.ts'
import { SchemaError } from '../../src/schemas/language/issue.ts'
import type { Handler } from '../core/handler.ts'
import type { Settings } from '../core/settings.ts'
import type { Domains } from '../crud/domain.ts'
import { pageHandlers } from '../crud/handlers.ts'
import { authHandlers } from '../modules/auth/handlers.ts'
import { memberHandlers } from '../modules/auth/memberHandlers.ts'
import { secondFactorHandlers } from '../modules/auth/secondFactor/handlers.ts'
import { cacheHandlers } from '../modules/cache/handlers.ts'
import { captchaHandlers } from '../modules/captcha/handlers.ts'
import { codeHandlers } from '../modules/codes/handlers.ts'
import { lensHandlers } from '../modules/lens/handlers.ts'
import type { ServerModule } from '../modules/module.ts'
import { areaHandlers } from '../modules/regions/handlers.ts'
import { terminalHandlers } from '../modules/terminal/handlers.ts'
import { accountHandlers } from '../modules/user/accountHandlers.ts'
import { type AssembleOptions, assemble, type KontorServer } from './assemble.ts'
import { composeDomains, composeHandlers, composeJobs } from './compose.ts'
import { modules as all, handlers } from './modules.ts'

export interface ServerOptions {
  databaseUrl: string
  settings: Settings
  /** Where the schemas are, when not in src/schemas. */
  schemaDir?: string
  /** Where the built front end is, when not in dist. */
  siteDir?: string
  /** Takes one line (JSON) for each warning and error. */
  log?: (line: string) => void
  feed?: AssembleOptions['feed']
  jobs?: AssembleOptions['jobs']
  /** Actions of pages besides those of the modules, by `<page id>.<call>`. */
  rowActions?: Domains['rowActions']
  /** Modules that are on; absent: all. */
  modules?: readonly ServerModule[]
}

const root = resolve(import.meta.dirname, '../..')
const ownSchemas = resolve(root, 'src/schemas')

/**
 * Builds the server on a prepared database: addresses from the schemas and the domains, sessions, live feed. Throws `SchemaError` with
 * every finding when the schemas have faults, and a plain error when the addresses do.
 */
export async function createServer(options: ServerOptions): Promise<KontorServer> {
  const { schemaDir = ownSchemas, modules = all } = options
  const { schema, issues } = await loadSchema(schemaDir)
  if (issues.length > 0) throw new SchemaError(issues)
  return assemble({
    databaseUrl: options.databaseUrl,
    settings: options.settings,
    schema,
    modules,
    handlers: allHandlers(schema, { more: options.rowActions, schemaDir, modules }),
    jobKinds: (core, log) => composeJobs(modules, { core, domains: composeDomains(modules, options.rowActions), log }),
    workers: (core, log) => modules.flatMap((each) => each.workers?.(core, log) ?? []),
    siteDir: options.siteDir ?? resolve(root, 'dist'),
    log: options.log ?? (() => {}),
    ...(options.feed ? { feed: options.feed } : {}),
    ...(options.jobs ? { jobs: options.jobs } : {}),
  })
}

/** What addresses are made from besides the schema. */
export interface Addresses {
  more?: Domains['rowActions'] | undefined
  schemaDir?: string
  modules?: readonly ServerModule[]
}

/** Every address: those of signing in, those the pages give, those of the domains, and the lens on all of them. */
export function allHandlers(schema: Schema, { more, schemaDir = ownSchemas, modules = all }: Addresses = {}): Handler[] {
  const domains = composeDomains(modules, more)
  const ofPages = [...schema.pages.values()].flatMap((page) => pageHandlers(page, schema, domains))
  const every = [
    ...authHandlers,
    ...memberHandlers,
    ...captchaHandlers,
    ...secondFactorHandlers,
    ...codeHandlers,
    ...cacheHandlers,
    ...terminalHandlers(schemaDir),
    ...areaHandlers,
    ...ofPages,
    ...accountHandlers(schema, domains),
    ...handlers,
    ...composeHandlers(modules, { schema, domains, schemaDirs: [schemaDir] }),
  ]
  const office = every.filter(({ app }) => app === 'admin')
  return [...every, ...lensHandlers(schema, domains, office)]
}
