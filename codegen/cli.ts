import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatIssue } from '../src/schemas/language/issue.ts'
import { generate } from './generate.ts'
import { connect } from './introspect/connect.ts'
import { introspectPostgres } from './introspect/postgres.ts'
import { moduleOfTable, readFolders } from './load/folders.ts'
import { loadSchema } from './load/pages.ts'
import { schemaSources } from './load/schemaSources.ts'

const usage = `kontor codegen --table <name> [--table <name> …] | --all     (in the project: npm run codegen -- …)
  --url <url>        the database to read (default: DATABASE_URL, else the one of the running server)
  --schema <name>    schema of the database (public)
  --into <folder>    folder of schemas (the workspace, else that of the module whose tables begin so, else src/schemas)
  --dry-run          show what would be written
  --force            overwrite files that differ
  --help             this text`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      table: { type: 'string', multiple: true, default: [] },
      all: { type: 'boolean', default: false },
      url: { type: 'string' },
      schema: { type: 'string', default: 'public' },
      into: { type: 'string', default: process.env.KONTOR_WORKSPACE },
      'dry-run': { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (values.table.length === 0 && !values.all) throw new Error(`say which table\n${usage}`)
  const database = await connect(values.url)
  try {
    const facts = await introspectPostgres(database.query, values.schema)
    const into = values.into === undefined ? undefined : resolve(values.into)
    const dirs = [...new Set([...schemaSources(), ...(into === undefined ? [] : [into])])]
    const { schema, issues } = await loadSchema(dirs)
    if (issues.length > 0) throw new Error(`mend the schemas first:\n${issues.map(formatIssue).join('\n')}`)
    const owned = new Set([...schema.entities.values()].map((e) => e.table))
    const tables = values.all ? [...facts.keys()].filter((t) => !owned.has(t)) : values.table
    const folders = await readFolders(dirs, [])
    const places = new Set(tables.map((table) => moduleOfTable(table, folders)?.dir ?? dirs[0] ?? ''))
    if (into === undefined && places.size > 1)
      throw new Error(`these tables belong to several folders: ${[...places].join(', ')}; take those of one at a time`)
    const dir = into ?? [...places][0] ?? ''
    const made = await generate({ tables, facts, schema, dir, force: values.force, dryRun: values['dry-run'] })
    for (const note of made.screens.flatMap((s) => s.notes)) console.log(`note: ${note}`)
    if (made.conflicts.length > 0 && !values.force) {
      console.error(
        `these files differ from what would be generated; --force overwrites them:\n${made.conflicts.map((f) => `  ${f.path}`).join('\n')}`,
      )
      return values['dry-run'] ? 0 : 1
    }
    for (const file of made.files) console.log(`${values['dry-run'] ? 'would write' : 'wrote'} ${file.path}`)
    const n = made.screens.length
    const use = into === undefined ? `; start the server again to use ${n === 1 ? 'it' : 'them'}` : ''
    console.log(`${n} screen${n === 1 ? '' : 's'}${use}`)
    return 0
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
