import type { FastifyBaseLogger } from 'fastify'
import type { Schema } from '../../codegen/load/pages.ts'
import type { CommandContext } from '../core/command.ts'
import type { Database, Reader, Writer } from '../core/db/connect.ts'
import type { Handler } from '../core/handler.ts'
import type { Core } from '../core/http/makeContext.ts'
import type { JobKind } from '../core/jobs/runner.ts'
import type { Services } from '../core/services.ts'
import type { Domains, RowAction, ScreenHooks } from '../crud/domain.ts'

/** Runs beside requests from the moment it is made; `stop` waits for what is under way. */
export interface Worker {
  stop(): Promise<void>
}

/** A command that time alone brings about. */
export interface Timer {
  /** Keys of at most `limit` rows that are due by `env.now`, locked; rows that another transaction has locked are skipped. */
  due(trx: Writer, env: CommandContext, limit: number): Promise<{ id: number }[]>
  /** Does it for one row, as the system. */
  run(trx: Writer, id: number, env: CommandContext): Promise<unknown>
}

/** What every part of a module may read once the schema is loaded. */
export interface Assembly {
  schema: Schema
  domains: Domains
  /** Folders that pages are read from. */
  schemaDirs: readonly string[]
}

/** What modules do when another module says that something happened, in its transaction: an error undoes both. */
export interface ModuleEvents {
  /** A member has signed up. */
  memberRegistered(trx: Writer, member: { id: number }, env: CommandContext): Promise<void>
  /** A member was made, by signing up or by an administrator. */
  memberCreated(trx: Writer, member: { id: number }, env: CommandContext): Promise<void>
}

/** What a seed knows. */
export interface SeedInput {
  schema: Schema
  /** Unix seconds: the clock of what is seeded. */
  now: number
  log(line: string): void
}

/** Rows that may be given in a message to a member: `<table>.<column>` and how it reads; settings by name with their value. */
export interface MessageValues {
  places?: Readonly<Record<string, 'text' | 'money' | 'time'>>
  items?: Readonly<Record<string, (db: Reader, name: string) => Promise<string>>>
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
  /** Turns what older versions kept in another form into today's, before tables are compared with the schemas. A line for the log where something was done. */
  readonly conversions?: readonly ((trx: Writer) => Promise<string | undefined>)[]
  /** Rows that the module needs, at each start. */
  readonly seed?: (trx: Writer, input: SeedInput) => Promise<void>
  /** Finds what must never be (sums of ledgers, stock …): a sentence each. */
  readonly invariants?: (db: Reader, database?: Database) => Promise<readonly string[]>
}

/** A manifest, checked by its type. */
export function defineModule(module: ServerModule): ServerModule {
  return module
}
