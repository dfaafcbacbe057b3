import { parseArgs } from 'node:util'
import { formatIssue, suggest } from '../src/schemas/language/issue.ts'
import { loadSchema } from './load/pages.ts'
import { sourcesOfCommand } from './load/schemaSources.ts'
import { readSource } from './load/sources.ts'
import { originLines } from './overlay/origins.ts'

// npm run check:pages [-- --json] [-- <folders of schemas>]: exit code 1 for errors; unprovable conditions are warnings and do not fail.
// npm run check:pages -- --origin <page id>, or entities/<table>: where each part was written, overlays included.
const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, origin: { type: 'string' } },
  allowPositionals: true,
})
const dirs = positionals.length > 0 ? positionals : sourcesOfCommand()
if (values.origin === undefined) await check()
else await reportOrigin(values.origin)

async function check(): Promise<void> {
  const started = performance.now()
  const { schema, issues, warnings } = await loadSchema(dirs)
  const all = [...issues, ...warnings]
  if (values.json) console.log(JSON.stringify(all, null, 2))
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

async function reportOrigin(id: string): Promise<void> {
  const source = await readSource(dirs, id)
  if (source) console.log(originLines(source.tree).join('\n'))
  else {
    const { schema } = await loadSchema(dirs)
    console.error(`no such page "${id}"; ${suggest(id, [...schema.pages.keys()])}`)
    process.exitCode = 1
  }
}
