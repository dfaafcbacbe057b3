import { writeFile } from 'node:fs/promises'
import { sep } from 'node:path'
import { parseArgs } from 'node:util'
import { wordingsOf } from '../src/schemas/language/glossary.ts'
import { formatIssue, type Issue } from '../src/schemas/language/issue.ts'
import { type Generated, generate } from './generate.ts'
import { schemaOf } from './infer/naming/names.ts'
import { connect } from './introspect/connect.ts'
import { readTables } from './introspect/ddl/file.ts'
import type { TableFacts } from './introspect/facts.ts'
import { introspectPostgres } from './introspect/postgres.ts'
import { probeTable } from './introspect/probe.ts'
import { moduleOfTable, readFolders } from './load/folders.ts'
import { readGlossaries } from './load/glossary.ts'
import { loadSchema } from './load/pages.ts'
import { schemaSources, sourcesOfCommand } from './load/schemaSources.ts'
import { ddlOf } from './write/ddl.ts'
import { diffOf } from './write/diff.ts'
import { changedFiles } from './write/files.ts'
import { generatedFolder, recordedTables } from './write/records.ts'

const usage = `kontor codegen --table <name> [--table <name> …] | --all     (in the project: npm run codegen -- …)
  --url <url>        the database to read (default: DATABASE_URL, else the one of the running server)
  --from <file>      read the tables of an SQLite database, or of a script of MySQL, MariaDB or SQLite, in place of a database
  --ddl <file>       with --from: write the statements by which PostgreSQL gets the tables
  --schema <name>    schema of the database, once for each (public); tables of others are called <schema>.<table>
  --into <folder>    folder of schemas (the workspace, else that of the module whose tables begin so, else src/schemas)
  --explain          tell every choice with its reason
  --dry-run          show what would change, as a diff, and write nothing
  --check            write nothing; exit with 1 when a file differs from what would be generated
  --force            take what is generated as it is, whatever was changed by hand
  --help             this text`

function readFlags() {
  return parseArgs({
    options: {
      table: { type: 'string', multiple: true, default: [] },
      all: { type: 'boolean', default: false },
      url: { type: 'string' },
      from: { type: 'string' },
      ddl: { type: 'string' },
      schema: { type: 'string', multiple: true, default: [] },
      into: { type: 'string' },
      explain: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values
}

type Flags = ReturnType<typeof readFlags>

async function main(): Promise<number> {
  const values = readFlags()
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (values.table.length === 0 && !values.all) throw new Error(`say which table\n${usage}`)
  const made = await run(values)
  report(made, values)
  return values.check && changedFiles(made.files).length > 0 ? 1 : 0
}

async function run(values: Flags): Promise<Generated> {
  const { into } = values
  const { facts, probe, close } = await sourceOf(values)
  try {
    // A workspace builds on the platform and its modules; any other folder is complete by itself.
    const workspace = into === undefined ? process.env.KONTOR_WORKSPACE : undefined
    const dirs = workspace ? sourcesOfCommand() : into === undefined ? schemaSources() : [into]
    const { schema, issues } = await loadSchema(dirs)
    if (issues.length > 0) throw new Error(`mend the schemas first:\n${issues.map(formatIssue).join('\n')}`)
    const found: Issue[] = []
    const folders = await readFolders(dirs, found)
    const recorded = new Set((await Promise.all(dirs.map(recordedTables))).flatMap((each) => [...each.keys()]))
    const owned = new Set([...schema.entities.values()].map((e) => e.table))
    const free = [...facts.keys()].filter((table) => recorded.has(table) || !(owned.has(table) || table.startsWith('kontor_')))
    const tables = values.all ? free : values.table
    const places = new Set(tables.map((table) => moduleOfTable(table, folders)?.dir ?? dirs[0] ?? ''))
    if (!workspace && places.size > 1)
      throw new Error(`these tables belong to several folders: ${[...places].join(', ')}; take those of one at a time`)
    const dir = (workspace ? dirs.at(-1) : [...places][0]) ?? dirs[0] ?? ''
    for (const table of new Set([...tables, ...recorded])) {
      const own = facts.get(table)
      if (own) facts.set(table, await probe(own))
    }
    const asked = tables.flatMap((table) => facts.get(table) ?? [])
    if (values.ddl !== undefined && isWritten(values)) await writeFile(values.ddl, ddlOf(asked))
    const terms = (await readGlossaries(folders, found)).flatMap(([, glossary]) => glossary.terms)
    const speech = { en: wordingsOf(terms, 'en'), 'zh-cn': wordingsOf(terms, 'zh-cn') }
    return await generate({ tables, facts, schema, dir, force: values.force, dryRun: !isWritten(values), speech })
  } finally {
    await close()
  }
}

/** The tables that are read, and what their rows say besides. */
interface Source {
  facts: Map<string, TableFacts>
  probe(table: TableFacts): Promise<TableFacts>
  close(): Promise<void>
}

async function sourceOf({ from: file, ddl, url, schema }: Flags): Promise<Source> {
  if (file === undefined) {
    if (ddl !== undefined) throw new Error('--ddl writes the tables of a file: name it with --from')
    const { query, close } = await connect(url)
    const schemas = schema.length > 0 ? schema : ['public']
    const facts = await introspectPostgres(query, schemas)
    const empty = schemas.filter((each) => ![...facts.keys()].some((table) => schemaOf(table) === each))
    if (empty.length > 0 && schema.length > 0) {
      await close()
      throw new Error(`no table or view is in the schema "${empty.join('", "')}" of the database: correct --schema`)
    }
    return { facts, probe: (table) => probeTable(query, table), close }
  }
  if (url !== undefined) throw new Error('tables come from a file (--from) or from a database (--url), not from both')
  return { facts: await readTables(file), probe: async (table) => table, close: async () => {} }
}

function isWritten(values: Flags): boolean {
  return !values['dry-run'] && !values.check
}

function report(made: Generated, values: Flags): void {
  if (values.explain)
    for (const { of, rule, made: what, because } of made.choices) console.log(`${of}: ${rule} → ${what} (${because})`)
  for (const note of made.notes) console.log(`note: ${note}`)
  for (const { path, conflicts } of made.conflicts)
    for (const { path: at, mine, theirs } of conflicts)
      console.log(`kept by hand: ${path} ${at.join('.')}: ${textOf(mine)}; generated: ${textOf(theirs)}`)
  const changed = changedFiles(made.files)
  const seen = changed.filter(({ path }) => !path.includes(`${sep}${generatedFolder}${sep}`))
  for (const { path, before, text } of seen)
    console.log(isWritten(values) ? `wrote ${path}` : values.check ? `differs: ${path}` : diffOf(path, before, text))
  const same = made.files.length - changed.length
  if (same > 0) console.log(`${same} file${same === 1 ? '' : 's'} unchanged`)
  const count = made.screens.length
  const ending = !isWritten(values)
    ? 'nothing was written'
    : seen.length > 0
      ? `a server that follows this folder shows ${count === 1 ? 'it' : 'them'}; any other has to be started again`
      : 'nothing new'
  console.log(`${count} screen${count === 1 ? '' : 's'}; ${ending}`)
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
