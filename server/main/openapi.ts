import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { loadSchema } from '../../codegen/load/pages.ts'
import { sourcesOfCommand } from '../../codegen/load/schemaSources.ts'
import { messageOf } from '../../src/schemas/errors.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { openApiDocument } from '../modules/openapi/document.ts'
import { loadModules } from './modules.ts'
import { allHandlers } from './server.ts'

const usage = `kontor openapi     (in the project: npm run openapi -- …)
Writes the OpenAPI 3.1 document of every address of the pages and modules that are on.
  --out <file>   the file to write (default: it is printed)
  --url <url>    where the server is (default: /)
  --help         this text
A running server answers the same, for what the caller may call, at GET /admin/Openapi/index. Exit code 2: the pages have faults.`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, url: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const { schema, issues } = await loadSchema(sourcesOfCommand())
  if (issues.length > 0) throw new Error(issues.map(formatIssue).join('\n'))
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  const handlers = allHandlers(schema, { modules: await loadModules() })
  const text = `${JSON.stringify(openApiDocument(handlers, schema, { title: 'Kontor', version, url: values.url }), null, 2)}\n`
  if (values.out === undefined) process.stdout.write(text)
  else {
    await writeFile(values.out, text)
    console.log(`wrote ${values.out}: ${handlers.length} operations`)
  }
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 2
}
