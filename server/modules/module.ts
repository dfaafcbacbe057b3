import type { FastifyBaseLogger } from 'fastify'
import type { Schema } from '../../codegen/load/pages.ts'
import type { Database, Reader, Writer } from '../core/db/connect.ts'
import type { ModuleEvents } from '../core/events.ts'
import type { Handler } from '../core/handler.ts'
import type { Core } from '../core/http/makeContext.ts'
import type { Inbox } from '../core/inbox.ts'
import type { JobKind } from '../core/jobs/runner.ts'
import type { Timer } from '../core/jobs/timers.ts'
import type { Seal } from '../core/seal.ts'
import type { Services } from '../core/services.ts'
import type { Domains, RowAction, ScreenHooks, Tell } from '../crud/domain.ts'
import type { Join } from './dataio/import/joins.ts'
import type { MessageValues } from './sms/places.ts'
import type { BookingLimits } from './user/moneyLog.ts'

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
}

/** What a demo knows besides. */
export interface DemoInput extends SeedInput {
  /** Encrypts what the demo knows of people. */
  seal: Seal
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

/**
 * What one module adds to the server. One folder, one manifest (`module.ts`), one line in server/main/modules.ts. A module imports core, crud
 * and the modules that it requires, and is imported by those that require it; everything else it offers through this manifest.
 */
export interface ServerModule {
  /** Its folder's name: `sms` for server/modules/sms, `shop` for modules/shop. */
  readonly name: string
  /** Modules whose code this one imports; they make no circle. */
  readonly requires?: readonly string[]
  /** Addresses that belong to no action of a page. */
  readonly handlers?: readonly Handler[] | ((assembly: Assembly) => readonly Handler[])
  /** What actions of pages do beyond their data, by `<page id>.<call>`. */
  readonly rowActions?: Readonly<Record<string, RowAction>>
  /** What single screens add to the generic list, form and delete, by page id. */
  readonly screenHooks?:
    | Readonly<Record<string, ScreenHooks>>
    | ((hooksOf: (pageId: string) => ScreenHooks) => Readonly<Record<string, ScreenHooks>>)
  /** Kinds of long work, by the name they have in the table `job`. */
  readonly jobs?: (work: { core: Core; domains: Domains; log: FastifyBaseLogger }) => Readonly<Record<string, JobKind>>
  /** Commands that time alone brings about, by name; in the order in which a round takes them. */
  readonly timers?: Readonly<Record<string, Timer>>
  /** Work beside requests, as long as the server listens. */
  readonly workers?: (core: Core, log: FastifyBaseLogger) => readonly Worker[]
  /** What is deleted once an hour because nobody needs it any more. */
  readonly purges?: Readonly<Record<string, (services: Services) => Promise<void>>>
  /** What may be named in messages to members. */
  readonly messageValues?: MessageValues
  readonly events?: Partial<ModuleEvents>
  /** The inbox of administrators that the live feed reads; one module at most has it. */
  readonly inbox?: (db: Reader) => Inbox
  /** Puts the notices of pages' actions into that inbox. */
  readonly notify?: Tell
  /** The limits of bookings by hand; absent everywhere: the platform's own. */
  readonly bookingLimits?: (db: Reader) => Promise<BookingLimits>
  /** How lines of an imported file become the value of a field, by its kind. */
  readonly importLines?: Readonly<Record<string, Join>>
  /** Done in every round of the timers, each in a transaction of its own. Returns a line for the log where a person should look. */
  readonly upkeep?: Readonly<Record<string, (trx: Writer, now: number) => Promise<string | undefined>>>
  /** Turns what older versions kept in another form into today's, before tables are compared with the schemas. A line for the log where something was done. */
  readonly conversions?: readonly ((trx: Writer) => Promise<string | undefined>)[]
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
