import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Schema } from '../../codegen/schema/schema.ts'
import type { Database, Reader, Writer } from '../core/db/connect.ts'
import type { Settings } from '../core/environment/settingRow.ts'
import type { ModuleEvents } from '../core/events.ts'
import type { Handler } from '../core/handler.ts'
import type { Hosts } from '../core/http/hosts.ts'
import type { Core, LookThrough } from '../core/http/makeContext.ts'
import type { Revision } from '../core/http/revision.ts'
import type { PublicPages } from '../core/http/site/publicPages.ts'
import type { Inbox } from '../core/inbox.ts'
import type { JobKind } from '../core/jobs/runner.ts'
import type { Timer } from '../core/jobs/timers.ts'
import type { SecretBox } from '../core/secretBox.ts'
import type { Services } from '../core/services.ts'
import type { NotifyInput, RowAction, ScreenHooks } from '../crud/domain.ts'
import type { Domains } from '../crud/engine/domains.ts'

/** Runs beside requests from the moment it is made; `stop` waits for what is under way. */
export interface Worker {
  stop(): Promise<void>
}

/** What every part of a module may read once the schema is loaded. */
export interface Assembly {
  schema: Schema
  domains: Domains
  /** Folders that pages are read from. */
  schemaDirs: readonly string[]
}

/** What a seed knows. */
export interface SeedInput {
  schema: Schema
  /** Unix seconds: the clock of what is seeded. */
  now: number
  log(line: string): void
  /** Is a demo wanted? */
  demo: boolean
  /** The modules that are on. */
  modules: readonly ServerModule[]
}

/** What a demo knows besides. */
export interface DemoInput extends SeedInput {
  /** Encrypts what the demo knows of people. */
  seal: SecretBox
  /** The password of the demo's accounts. */
  password: string
  /** Also leave long work (exports, imports) to the server that starts next. */
  jobs: boolean
}

/** An account that a demo opened, for the table that the first start prints. */
export interface DemoAccount {
  username: string
  role: string
  password: string
}

/** Dependencies of a module's services. */
export interface ServicesInput {
  settings: Settings
  /** Those of the core, and those of the modules that come before this one. */
  services: Services
  hosts: Hosts
  /** Headers of every answer that is no page. */
  headers: Readonly<Record<string, string>>
  /** The port of the pages, once the server listens. */
  pagePort(): number
  log: FastifyBaseLogger
  /** The modules that are on. */
  modules: readonly ServerModule[]
  /** Other times of the live feed than its own, in milliseconds, for tests. */
  feedTimes?: { heartbeat?: number; bindWithin?: number } | undefined
}

/** What a module keeps as long as the server lives. Modules start in the order of `requires` and close in the reverse order. */
export interface ModuleServices {
  /** What it adds to `Services`. */
  offers?: Partial<Services>
  /** Before anything listens. */
  prepare?(): Promise<void>
  /** Channels of the database that it listens to, by name. */
  channels?: Readonly<Record<string, (payload: string) => unknown>>
  /** The database connection is up, at the start or again: notifications sent meanwhile are lost. */
  heard?(): unknown
  /** Opens ports of its own, before the pages' port opens. */
  listen?(): Promise<void>
  /** Ends what is under way, while the last requests are answered. */
  stop?(): Promise<void>
  /** Releases the rest, after the last request and the last job. */
  close?(): Promise<void>
}

/** What timers may use besides the database. */
export interface TimerWork {
  /** Puts notices before administrators; absent where no module has an inbox. */
  notify?: NotifyInput | undefined
}

/**
 * What one module adds to the server. One folder, one manifest (`module.ts`), one line in server/main/modules.ts. A module imports core, crud
 * and the modules that it requires, and is imported by those that require it; everything else it offers through this manifest. A module may
 * declare further members for those above it (`declare module '../module.ts' { interface ServerModule { … } }`).
 */
export interface ServerModule {
  /** Its folder's name: `sms` for server/modules/sms, `shop` for modules/shop. */
  readonly name: string
  /** Modules whose code this one imports; they make no circle. */
  readonly requires?: readonly string[]
  /** Adds to `Services`, and listens to the database beside requests. */
  readonly services?: (input: ServicesInput) => ModuleServices
  /** Routes that are no addresses of the wire: static files, sockets. */
  readonly routes?: (app: FastifyInstance, services: Services, schema: () => Schema) => void
  /** Other screens are served from now on; called on each node. */
  readonly revised?: (services: Services, revision: Revision) => void
  /** Public pages of the module's browser half (`BrowserModule.pages`): programs and search engines get them too. */
  readonly publicPages?: PublicPages
  /** Addresses that belong to no action of a page. */
  readonly handlers?: readonly Handler[] | ((assembly: Assembly) => readonly Handler[])
  /** Addresses about the addresses of all other modules and pages. */
  readonly handlersOver?: (assembly: Assembly, handlers: readonly Handler[]) => readonly Handler[]
  /** Applies other rights to a call than its session's own. One module at most. */
  readonly lookThrough?: LookThrough
  /** Kinds of pages that this module serves. */
  readonly pageKinds?: Domains['pageKinds']
  /** Further addresses of list screens. */
  readonly listAddresses?: Domains['listAddresses']
  /** Checks of values that are saved, beyond those of their kinds. */
  readonly valueChecks?: Domains['valueChecks']
  /** Server options, by the name used in pages as `"options": { "source": … }`. */
  readonly optionSources?: Domains['optionSources']
  /** What actions of pages do beyond their data, by `<page id>.<call>`. */
  readonly rowActions?: Readonly<Record<string, RowAction>>
  /** What single screens add to the generic list, form and delete, by page id. */
  readonly screenHooks?:
    | Readonly<Record<string, ScreenHooks>>
    | ((hooksOf: (pageId: string) => ScreenHooks) => Readonly<Record<string, ScreenHooks>>)
  /** Kinds of long work, by the name they have in the table `job`. */
  readonly jobs?: (work: { core: Core; domains: Domains; log: FastifyBaseLogger }) => Readonly<Record<string, JobKind>>
  /** Commands that time alone brings about, by name; in the order in which a round takes them. */
  readonly timers?: Readonly<Record<string, Timer>> | ((work: TimerWork) => Readonly<Record<string, Timer>>)
  /** Work beside requests, as long as the server listens. */
  readonly workers?: (core: Core, log: FastifyBaseLogger) => readonly Worker[]
  /** What is deleted once an hour because nobody needs it any more. */
  readonly purges?: Readonly<Record<string, (services: Services) => Promise<void>>>
  /** Deletes files that nothing refers to, by the words `terminal.<kind>`, and returns how many. */
  readonly filePurges?: Readonly<Record<string, (services: Services) => Promise<number>>>
  readonly events?: Partial<ModuleEvents>
  /** The inbox of administrators that the live feed reads; one module at most has it. */
  readonly inbox?: (db: Reader) => Inbox
  /** Puts the notices of pages' actions into that inbox. */
  readonly notify?: NotifyInput
  /** Done in every round of the timers, each in a transaction of its own. Returns a line for the log where a person should look. */
  readonly upkeep?: Readonly<Record<string, (trx: Writer, now: number) => Promise<string | undefined>>>
  /** Turns what older versions kept in another form into today's, before tables are compared with the schemas. A line for the log where something was done. */
  readonly conversions?: readonly ((trx: Writer) => Promise<string | undefined>)[]
  /** Functions and triggers of the database that the module needs, at each start, once its tables are there. */
  readonly setup?: (trx: Writer) => Promise<void>
  /** Rows that the module needs, at each start. */
  readonly seed?: (trx: Writer, input: SeedInput) => Promise<void>
  /** Fills the module with something to look at, once, at the first start. */
  readonly demo?: (trx: Writer, input: DemoInput) => Promise<readonly DemoAccount[]>
  /** Finds what must never be (sums of ledgers, stock …): a sentence each. */
  readonly invariants?: (db: Reader, database?: Database) => Promise<readonly string[]>
}

/** A manifest, checked by its type. */
export function defineModule(module: ServerModule): ServerModule {
  return module
}
