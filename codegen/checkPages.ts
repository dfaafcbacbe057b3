import { parseArgs } from 'node:util'
import { messageOf } from '../src/schemas/errors.ts'
import { formatIssue, suggest } from '../src/schemas/language/issue.ts'
import { loadSchema } from './load/pages.ts'
import { sourcesOfCommand } from './load/schemaSources.ts'
import { readSource } from './load/sources.ts'
import { originLines } from './overlay/origins.ts'

const usage = `kontor check [<folder> …]     (in the project: npm run check:pages -- …)
Reports every fault of the pages, tables, words and menus, by file, line and column.
  <folder>         folders of schemas (default: the platform, the modules that are on, the workspace)
  --json           the findings as JSON
  --origin <name>  where each part of a page (its id), or of a table (entities/<table>), was written, overlays included
  --help           this text
Exit code 1: there are faults; 2: it was called wrongly. A condition that cannot be proven is a warning and fails nothing.`

const options = {
  json: { type: 'boolean', default: false },
  origin: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

await run()

async function run(): Promise<void> {
  let given: ReturnType<typeof read>
  try {
    given = read()
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${usage}`)
    process.exitCode = 2
    return
  }
  const { values, positionals } = given
  const dirs = positionals.length > 0 ? positionals : sourcesOfCommand()
  if (values.help) console.log(usage)
  else if (values.origin === undefined) await check(dirs, values.json)
  else await reportOrigin(dirs, values.origin)
}

function read() {
  return parseArgs({ options, allowPositionals: true })
}

async function check(dirs: readonly string[], asJson: boolean): Promise<void> {
  const started = performance.now()
  const { schema, issues, warnings } = await loadSchema(dirs)
  const all = [...issues, ...warnings]
  if (asJson) console.log(JSON.stringify(all, null, 2))
  else {
    for (const issue of all) console.log(formatIssue(issue))
    const found = issues.length === 0 ? 'no faults' : `${issues.length} fault${issues.length === 1 ? '' : 's'}`
    const doubts = warnings.length === 0 ? '' : `, ${warnings.length} not provable`
    console.log(
      `${schema.pages.size} pages, ${schema.entities.size} tables: ${found}${doubts} (${Math.round(performance.now() - started)} ms)`,
    )
  }
  process.exitCode = issues.length > 0 ? 1 : 0
}

async function reportOrigin(dirs: readonly string[], id: string): Promise<void> {
  const source = await readSource(dirs, id)
  if (source) console.log(originLines(source.tree).join('\n'))
  else {
    const { schema } = await loadSchema(dirs)
    console.error(`no such page "${id}"; ${suggest(id, [...schema.pages.keys()])}`)
    process.exitCode = 1
  }
}
