import { readFile } from 'node:fs/promises'
import { loadSchema } from '../../codegen/load/pages.ts'
import { schemaSources } from '../../codegen/load/schemaSources.ts'
import { type ModulePlan, moduleState } from '../../src/schemas/api/market.ts'
import { openDatabase } from '../core/db/connect.ts'
import { databaseUrlForTools, messageOfTool } from '../core/db/postgres/running.ts'
import { Refused } from '../core/refuse.ts'
import { readSettings } from '../core/settings.ts'
import type { Market } from '../modules/market/change.ts'
import { disable, install, plan, uninstall, update } from '../modules/market/operations.ts'
import { listInstalled } from '../modules/market/store.ts'
import { marketBeside } from './live/marketBeside.ts'
import { loadModules } from './modules.ts'

/** Commands about the packages of a database, whose servers follow at once. */
const commands: Readonly<Record<string, (args: readonly string[], market: Market) => Promise<number>>> = {
  install: bring,
  list,
  remove,
}

const usage = `  install <file> [--yes]                           what the package does here; with --yes it is installed, or takes the place of its older version
  list                                             the packages that are installed
  remove <uid> [--drop <uid>]                      turn a package off and uninstall it; --drop: its tables as well`

/** Runs a command on the database of the running server; gives the exit code. */
async function runOnDatabase(name: string, args: readonly string[]): Promise<number> {
  const settings = readSettings(process.env)
  const database = openDatabase(databaseUrlForTools(), { connections: 2, statementTimeout: 120_000, lockTimeout: 60_000 })
  try {
    const modules = await loadModules(settings.modules)
    const market = await marketBeside(database, { settings, modules, username: 'kontor module', tell: console.log })
    return (await commands[name]?.(args, market)) ?? 1
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { schema } = await loadSchema(schemaSources([]))
    console.error(schema.words.text('en', null, `errors.${error.code}`, error.params))
    return 1
  } finally {
    await database.close()
  }
}

async function bring(args: readonly string[], market: Market): Promise<number> {
  const [path = '', ...more] = args.filter((each) => each !== '--yes')
  if (path === '' || more.length > 0) return explain('install takes one file')
  const archive = await readFile(path)
  const planned = await plan(market, archive)
  console.log(planText(planned))
  if (planned.issues.length > 0) return 1
  if (!args.includes('--yes')) return explain('Nothing was changed. Add --yes to do it.')
  const operation = planned.from === '' ? install : update
  const { uid, version, already } = await operation(market, archive, { hash: planned.hash, solutions: [], withDemo: false })
  console.log(already ? `${uid} ${version} is installed already` : `${uid} ${version} is installed`)
  return 0
}

async function list(args: readonly string[], market: Market): Promise<number> {
  if (args.length > 0) return explain('list takes no name here')
  for (const { uid, version, state, hash } of await listInstalled(market.read))
    console.log(
      `${uid.padEnd(24)} ${version.padEnd(10)} ${state === moduleState.installed ? 'on ' : 'off'}  ${hash.slice(0, 16)}`,
    )
  return 0
}

async function remove(args: readonly string[], market: Market): Promise<number> {
  const at = args.indexOf('--drop')
  const typed = at < 0 ? undefined : (args[at + 1] ?? '')
  const [uid = '', ...more] = at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 2)]
  if (uid === '' || more.length > 0) return explain('remove takes one name')
  if (typed !== undefined && typed !== uid) return explain(`--drop needs the package's name once more: --drop ${uid}`)
  await disable(market, uid)
  await uninstall(market, uid, typed)
  console.log(typed === undefined ? `${uid} is uninstalled; its tables stay` : `${uid} is uninstalled, with its tables`)
  return 0
}

function explain(what: string): number {
  console.error(`${what}\n${usage}`)
  return 1
}

function planText(planned: ModulePlan): string {
  const { uid, version, from, signedBy, screens, tables, nodes, overlays, steps, kept, wishes, conflicts, issues } = planned
  const lines = (title: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${title}:`, ...all.map((each) => `  ${each}`)]
  return [
    `${uid} ${from === '' ? version : `${from} → ${version}`}, ${signedBy === '' ? 'NOT SIGNED' : `signed by ${signedBy}`}`,
    ...lines('wishes', wishes.en),
    ...lines(
      'screens',
      screens.map(({ id, title_en }) => `${id} (${title_en})`),
    ),
    ...lines(
      'tables',
      tables.map(({ name, isNew }) => (isNew ? `${name} (new)` : name)),
    ),
    ...lines(
      'nodes, which nobody holds yet',
      nodes.map(({ name }) => name),
    ),
    ...lines(
      'changes to other screens',
      overlays.map(({ page, op, path }) => `${page}: ${op} ${path}`),
    ),
    ...lines(
      'steps in the database',
      steps.map(({ what }) => what),
    ),
    ...lines(
      'kept, because it would lose data',
      kept.map(({ what }) => what),
    ),
    ...lines(
      'conflicts, which the market asks about',
      conflicts.map(({ page, path, with: other }) => `${page}: ${path}, which ${other} changes too`),
    ),
    ...lines(
      'faults',
      issues.map(({ text }) => text),
    ),
  ].join('\n')
}

// Packages as files are the business of codegen/module.ts; those of a database are that of the server, which it does not know.
const [name = '', ...args] = process.argv.slice(2)
const isAboutFile = name === 'list' && args.length > 0
if (Object.hasOwn(commands, name) && !isAboutFile && !args.includes('--help')) {
  try {
    process.exitCode = await runOnDatabase(name, args)
  } catch (error) {
    console.error(messageOfTool(error))
    process.exitCode = 1
  }
} else {
  await import('../../codegen/module.ts')
  if ([name, ...args].includes('--help')) console.log(`On the database of the running server:\n${usage}`)
}
