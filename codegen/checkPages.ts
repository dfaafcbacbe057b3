import { formatIssue } from '../src/schemas/language/issue.ts'
import { loadSchema } from './pages.ts'

// npm run check:pages [-- --json] [-- <folder of schemas>]
const args = process.argv.slice(2)
const dir = args.find((a) => !a.startsWith('--')) ?? 'src/schemas'
const started = performance.now()
const { schema, issues } = await loadSchema(dir)
if (args.includes('--json')) console.log(JSON.stringify(issues, null, 2))
else {
  for (const issue of issues) console.log(formatIssue(issue))
  const found = issues.length === 0 ? 'no faults' : `${issues.length} fault${issues.length === 1 ? '' : 's'}`
  console.log(
    `${schema.pages.size} pages, ${schema.entities.size} tables: ${found} (${Math.round(performance.now() - started)} ms)`,
  )
}
process.exitCode = issues.length > 0 ? 1 : 0
