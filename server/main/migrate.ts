import { loadSchema } from '../../codegen/load/pages.ts'
import { sourcesOfCommand } from '../../codegen/load/schemaSources.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { openDatabase } from '../core/db/connect.ts'
import { applyMigration, describePlan, MigrationError, planMigration } from '../core/db/migrate/migrate.ts'
import { databaseUrlForTools, messageOfTool } from '../core/db/postgres/running.ts'
import { convertOld } from './conversions.ts'
import { loadModules } from './modules.ts'

const usage = `Compares the database with the schemas and prints what has to be done.

  --url <url>     the database (default: DATABASE_URL, else the one of the running server)
  --dir <path>    a folder of schemas; may be repeated (default: the platform, the modules that are on, the workspace)
  --apply         do it, in one transaction
  --drop          with --apply: also what loses data
  --help          this text

Ends with 0 when the database fits, 1 when something is left to do, 2 when it cannot be told.`

/** Runs the command; gives the exit code. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    return 0
  }
  const optionOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const dirs = args.flatMap((arg, i) => (args[i - 1] === '--dir' ? [arg] : []))
  const known = new Set(['--url', '--dir', '--apply', '--drop', optionOf('--url'), ...dirs])
  const unknown = args.find((arg) => !known.has(arg))
  if (unknown !== undefined) {
    console.error(`No such option: ${unknown}\n\n${usage}`)
    return 2
  }
  const url = optionOf('--url') ?? databaseUrlForTools()
  const { schema, issues } = await loadSchema(dirs.length > 0 ? dirs : sourcesOfCommand())
  if (issues.length > 0) {
    console.error(issues.map(formatIssue).join('\n'))
    return 2
  }
  const database = openDatabase(url, { connections: 2 })
  try {
    if (args.includes('--apply')) await convertOld(database, await loadModules(), console.log)
    const plan = await planMigration(database.write, schema)
    console.log(describePlan(plan))
    if (!args.includes('--apply')) return plan.steps.length + plan.held.length + plan.problems.length > 0 ? 1 : 0
    const done = await applyMigration(database.write, plan, { dangerous: args.includes('--drop') })
    console.log(
      done.length > 0 ? `Done: ${done.length} ${done.length === 1 ? 'step' : 'steps'}, in one transaction.` : 'Nothing was done.',
    )
    const left = await planMigration(database.write, schema)
    return left.steps.length + left.problems.length > 0 ? 1 : 0
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof MigrationError ? `Nothing was changed. ${error.message}` : messageOfTool(error))
  process.exitCode = 2
}
