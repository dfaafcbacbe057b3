import { sql } from 'kysely'
import { loadSchema } from '../../codegen/load/pages.ts'
import { seedExports } from '../../modules/shop/demo/exports.ts'
import { seedImports } from '../../modules/shop/demo/imports.ts'
import { openDemoMember } from '../../modules/shop/demo/memberAccount.ts'
import { type DemoOptions, fillDemo } from '../../modules/shop/demo/seed.ts'
import { seedShopMembers } from '../../modules/shop/server/member/row.ts'
import { seedNoticeSettings } from '../../modules/shop/server/notifySettings.ts'
import { keepFinishTimes } from '../../modules/shop/server/orderFinishTimes.ts'
import { formatIssue, SchemaError } from '../../src/schemas/language/issue.ts'
import { type Database, openDatabase, type Writer } from '../core/db/connect.ts'
import { applyMigration, describePlan, planMigration, textIndexNote } from '../core/db/migrate.ts'
import { setupLog } from '../core/log/setup.ts'
import type { Seal } from '../core/seal.ts'
import { seedAuthority } from '../modules/auth/seed.ts'
import { convertOld } from './conversions.ts'
import type { Account } from './greeting.ts'

export interface PrepareOptions {
  /** URL of the database. */
  url: string
  /** Folder of the schemas; absent: the product's own. */
  schemaDir?: string
  /** Fill the shop and make the demo administrators, at the first start only. */
  demo: boolean
  /** Fills the demo shop; absent: from its snapshot. */
  fill?: (trx: Writer, options: DemoOptions) => Promise<void>
  /** Leave the demo shop's exports to the server that starts next, which makes their files. */
  demoJobs?: boolean
  ownerPassword: string
  demoPassword: string
  /** Encrypts what the demo shop knows of people, as the server that is going to run will read it. */
  seal: Seal
  /** Unix seconds: the clock of what is seeded. */
  now: number
  /** Told what is done, a line at a time. */
  log: (line: string) => void
}

/**
 * Brings a database to where the server can work on it: tables by the schemas, then menu rules, and at the first start the owner and the
 * demo shop, in one transaction, so that a start that is killed leaves nothing half-made and later starts never seed again. Gives the
 * accounts that were made, with passwords that are known nowhere else. Throws SchemaError (all faults of the schemas) and MigrationError.
 */
export async function prepareDatabase(options: PrepareOptions): Promise<{ firstStart: boolean; accounts: Account[] }> {
  const { schema, issues, warnings } = await loadSchema(options.schemaDir)
  if (issues.length > 0) throw new SchemaError(issues)
  for (const warning of warnings) options.log(formatIssue(warning))
  const database = openDatabase(options.url, { connections: 1, statementTimeout: 120_000, lockTimeout: 60_000 })
  try {
    await migrate(database, schema, options.log)
    await setupLog(database.write)
    const accounts = await database.write.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('kontor.seed'))`.execute(trx) // a second node waits and finds it done
      const made = await seedAuthority(trx, { ...options, schema })
      await seedNoticeSettings(trx, options.now)
      await seedShopMembers(trx, options.now)
      await keepFinishTimes(trx, options.now)
      if (made.length === 0 || !options.demo) return made
      await (options.fill ?? fillDemo)(trx, { now: options.now, log: options.log, seal: options.seal, schema })
      if (options.demoJobs) {
        await seedExports(trx, { schema, now: options.now })
        await seedImports(trx)
      }
      return [...made, await openDemoMember(trx, options.demoPassword)]
    })
    if (accounts.length > 0) await sql`vacuum analyze`.execute(database.write)
    return { firstStart: accounts.length > 0, accounts }
  } finally {
    await database.close()
  }
}

async function migrate(
  database: Database,
  schema: Awaited<ReturnType<typeof loadSchema>>['schema'],
  log: (line: string) => void,
) {
  await convertOld(database, log)
  const note = await textIndexNote(database.write, schema)
  if (note) log(note)
  const plan = await planMigration(database.write, schema)
  if (plan.steps.length + plan.held.length + plan.problems.length === 0) return
  const fresh = plan.steps.every((step) => /^CREATE (TABLE|EXTENSION)/.test(step.sql[0] ?? ''))
  log(fresh && plan.held.length + plan.problems.length === 0 ? `making ${plan.steps.length} tables …` : describePlan(plan))
  await applyMigration(database.write, plan)
}
