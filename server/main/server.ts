import { resolve } from 'node:path'
import { loadSchema, type Schema } from '../../codegen/load/pages.ts'
import { startPaymentWorker } from '../../modules/shop/server/payment/worker.ts'
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
import { jobKinds } from '../modules/dataio/jobs.ts'
import { lensHandlers } from '../modules/lens/handlers.ts'
import { areaHandlers } from '../modules/regions/handlers.ts'
import { terminalHandlers } from '../modules/terminal/handlers.ts'
import { accountHandlers } from '../modules/user/accountHandlers.ts'
import { type AssembleOptions, assemble, type KontorServer } from './assemble.ts'
import { handlers, rowActions, screenHooks, tell } from './modules.ts'

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
}

const root = resolve(import.meta.dirname, '../..')
const ownSchemas = resolve(root, 'src/schemas')

/**
 * Builds the server on a prepared database: addresses from the schemas and the domains, sessions, live feed. Throws `SchemaError` with
 * every finding when the schemas have faults, and a plain error when the addresses do.
 */
export async function createServer(options: ServerOptions): Promise<KontorServer> {
  const schemaDir = options.schemaDir ?? ownSchemas
  const { schema, issues } = await loadSchema(schemaDir)
  if (issues.length > 0) throw new SchemaError(issues)
  return assemble({
    databaseUrl: options.databaseUrl,
    settings: options.settings,
    schema,
    handlers: allHandlers(schema, options.rowActions, schemaDir),
    jobKinds: (core, log) => jobKinds({ core, domains: withActions(options.rowActions), log }),
    workers: (core, log) => [startPaymentWorker(core, log)],
    siteDir: options.siteDir ?? resolve(root, 'dist'),
    log: options.log ?? (() => {}),
    ...(options.feed ? { feed: options.feed } : {}),
    ...(options.jobs ? { jobs: options.jobs } : {}),
  })
}

function withActions(more: Domains['rowActions'] = {}): Domains {
  return { rowActions: { ...rowActions, ...more }, screenHooks, tell }
}

/** Every address: those of signing in, those the pages give, those of the domains, and the lens on all of them. */
export function allHandlers(schema: Schema, more?: Domains['rowActions'], schemaDir = ownSchemas): Handler[] {
  const domains = withActions(more)
  const ofPages = [...schema.pages.values()].flatMap((page) => pageHandlers(page, schema, domains))
  const all = [
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
  ]
  const office = all.filter(({ app }) => app === 'admin')
  return [...all, ...lensHandlers(schema, domains, office)]
}
