import { formatIssue } from '../src/schemas/language/issue.ts'
import { loadSchema } from './pages.ts'

// npm run check:pages [-- --json] [-- <folder of schemas>]: exit code 1 for errors; what is not provable is a warning, told and let pass.
const args = process.argv.slice(2)
const dir = args.find((a) => !a.startsWith('--')) ?? 'src/schemas'
const started = performance.now()
const { schema, issues, warnings } = await loadSchema(dir)
const all = [...issues, ...warnings]
if (args.includes('--json')) console.log(JSON.stringify(all, null, 2))
else {
  for (const issue of all) console.log(formatIssue(issue))
  const found = issues.length === 0 ? 'no faults' : `${issues.length} fault${issues.length === 1 ? '' : 's'}`
  const doubts = warnings.length === 0 ? '' : `, ${warnings.length} not provable`
  console.log(
    `${schema.pages.size} pages, ${schema.entities.size} tables: ${found}${doubts} (${Math.round(performance.now() - started)} ms)`,
  )
}
process.exitCode = issues.length > 0 ? 1 : 0
