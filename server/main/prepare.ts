import { sql } from 'kysely'
import { type Loaded, loadSchema } from '../../codegen/load/pages.ts'
import type { SchemaDirs } from '../../codegen/load/schemaSources.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import { formatIssue, SchemaError } from '../../src/schemas/language/issue.ts'
import { type Database, openDatabase, type Writer } from '../core/db/connect.ts'
import {
  applyMigration,
  areTablesEqual,
  describePlan,
  migrateWithin,
  planMigration,
  type Step,
  textIndexNote,
} from '../core/db/migrate/migrate.ts'
import { withoutHistory } from '../core/history/author.ts'
import { setupHistory, setupHistoryWithin } from '../core/history/setup.ts'
import { setupLog } from '../core/log/setup.ts'
import type { SecretBox } from '../core/secretBox.ts'
import { type Account, seedAuthority } from '../modules/auth/seed/seed.ts'
import { platformStaff } from '../modules/auth/seed/seedGroups.ts'
import { lockSeeds, seedRules } from '../modules/auth/seed/seedRules.ts'
import { listDue, noteDue } from '../modules/market/due.ts'
import type { SeedInput, ServerModule } from '../modules/module.ts'
import { convertOld } from './conversions.ts'
import { loadModules } from './modules.ts'

export interface PrepareOptions {
  /** URL of the database. */
  url: string
  /** Folders of the schemas; absent: those of the platform and of the modules that KONTOR_MODULES names. */
  schemaDir?: SchemaDirs
  /** What these have, where it has been read already. */
  loaded?: Loaded | undefined
  /** Modules that are on; absent: those of `KONTOR_MODULES`. */
  modules?: readonly ServerModule[]
  /** Fill the modules that have a demo and make the demo administrators, at the first start only. */
  demo: boolean
  /** Leave the demo's exports and imports to the server that starts next. */
  demoJobs?: boolean
  /** Packages of the demo, which the caller installs next. */
  demoPackages?: readonly string[]
  ownerPassword: string
  demoPassword: string
  /** Encrypts what the demo knows of people, as the server that is going to run will read it. */
  seal: SecretBox
  /** Unix seconds: the clock of what is seeded. */
  now: number
  /** Told what is done, a line at a time. */
  log: (line: string) => void
}

interface Readied {
  schema: Schema
  firstStart: boolean
  accounts: Account[]
  due: string[]
}

/**
 * Brings a database to where the server can work on it: tables by the schemas, then menu rules and what modules need, and at the first start
 * the owner and the demo, in one transaction, so that a start that is killed leaves nothing half-made and later starts never seed again.
 * Returns the accounts it made, with passwords that are known nowhere else, the packages of the demo that are still to be installed, and the schema.
 * Throws SchemaError (all faults) and MigrationError.
 */
export async function prepareDatabase(options: PrepareOptions): Promise<Readied> {
  const modules = options.modules ?? (await loadModules())
  const { schema, issues, warnings } = options.loaded ?? (await loadSchema(options.schemaDir))
  if (issues.length > 0) throw new SchemaError(issues)
  for (const warning of warnings) options.log(formatIssue(warning))
  const database = openDatabase(options.url, { connections: 1, statementTimeout: 120_000, lockTimeout: 60_000 })
  try {
    await convertOld(database, modules, options.log)
    await migrate(database, schema, options.log)
    await setupLog(database.write)
    await setupHistory(database.write, schema)
    for (const { setup } of modules) if (setup) await database.write.transaction().execute(setup)
    const accounts = await database.write.transaction().execute(async (trx) => {
      await lockSeeds(trx) // a second node waits and finds it done
      await withoutHistory(trx)
      const staff = options.demo ? (modules.find(({ demoStaff }) => demoStaff)?.demoStaff ?? platformStaff) : null
      const made = await seedAuthority(trx, { ...options, schema, staff })
      const input: SeedInput = { schema, now: options.now, log: options.log, demo: options.demo, modules }
      for (const { seed } of modules) await seed?.(trx, input)
      if (made.length === 0 || !options.demo) return made
      await noteDue(trx, options.demoPackages ?? [], options.now)
      return [...made, ...(await fillDemos(trx, modules, options, input))]
    })
    if (accounts.length > 0) await sql`vacuum analyze`.execute(database.write)
    const due = schema.entities.has('module_due') ? await listDue(database.read) : []
    return { schema, firstStart: accounts.length > 0, accounts, due }
  } finally {
    await database.close()
  }
}

/** A change of what is served. */
export interface Applied extends Omit<SeedInput, 'demo'> {
  /** The schema that the database fits. */
  before: Schema
}

/**
 * Brings a prepared database to where it fits another schema, while servers work on it: tables and triggers, if they change, then menu rules and
 * what modules need. `within` is done in the transaction of the last part. Throws MigrationError.
 */
export async function applySchema(
  database: Database,
  { schema, before, modules, now, log }: Applied,
  within: (trx: Writer) => Promise<void>,
): Promise<void> {
  if (!areTablesEqual(before, schema)) {
    await migrate(database, schema, log)
    await setupHistory(database.write, schema)
  }
  await database.write.transaction().execute(async (trx) => {
    await seedWithin(trx, { schema, modules, now, log })
    await within(trx)
  })
}

/** The same as a part of one transaction: all of it is there, or nothing. Returns the steps that tables took. */
export async function applySchemaWithin(trx: Writer, input: Omit<SeedInput, 'demo'>): Promise<readonly Step[]> {
  const steps = await migrateWithin(trx, input.schema)
  await setupHistoryWithin(trx, input.schema)
  await seedWithin(trx, input)
  return steps
}

async function seedWithin(trx: Writer, { schema, modules, now, log }: Omit<SeedInput, 'demo'>): Promise<void> {
  await lockSeeds(trx)
  await withoutHistory(trx)
  for (const line of await seedRules(trx, schema, now)) log(line)
  for (const { seed } of modules) await seed?.(trx, { schema, now, log, demo: false, modules })
}

async function fillDemos(
  trx: Writer,
  modules: readonly ServerModule[],
  { seal, demoPassword, demoJobs = false }: PrepareOptions,
  input: SeedInput,
): Promise<Account[]> {
  const demos = modules.flatMap(({ demo }) => demo ?? [])
  if (demos.length === 0) input.log('no module that is on has a demo: only the demo administrators are made')
  const accounts: Account[] = []
  for (const demo of demos) accounts.push(...(await demo(trx, { ...input, seal, password: demoPassword, jobs: demoJobs })))
  return accounts
}

async function migrate(
  database: Database,
  schema: Awaited<ReturnType<typeof loadSchema>>['schema'],
  log: (line: string) => void,
) {
  const note = await textIndexNote(database.write, schema)
  if (note) log(note)
  const plan = await planMigration(database.write, schema)
  if (plan.steps.length + plan.held.length + plan.problems.length === 0) return
  const fresh = plan.steps.every((step) => /^CREATE (TABLE|EXTENSION)/.test(step.sql[0] ?? ''))
  log(fresh && plan.held.length + plan.problems.length === 0 ? `making ${plan.steps.length} tables …` : describePlan(plan))
  await applyMigration(database.write, plan)
}
