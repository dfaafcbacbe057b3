import { parseArgs } from 'node:util'
import { loadSchema } from '../../../codegen/load/pages.ts'
import { sourcesOfCommand } from '../../../codegen/load/schemaSources.ts'
import { Unfillable } from '../../../codegen/sample/row.ts'
import { formatIssue, suggest } from '../../../src/schemas/language/issue.ts'
import { isLocale, locales } from '../../../src/schemas/language/words.ts'
import { databaseUrlForTools, messageOfTool } from '../../core/db/postgres/running.ts'
import { readSettings } from '../../core/settings.ts'
import { createServer } from '../server.ts'
import { fillPage, NoSamples, pageOf } from './fill.ts'

const usage = `kontor sample <page> [<count>]     (in the project: npm run sample -- …)
Adds rows that look real to a page's list, each saved as a form of the page saves it.
  <page>         the id of the page, such as user/user
  <count>        how many rows (100; at most 100000)
  --seed <n>     the same number makes the same rows (1)
  --lang <name>  language of texts: zh-cn or en (that of the site)
  --url <url>    the database (default: DATABASE_URL, else the one of the running server)
  --help         this text
Exit code 1: no rows are made for this page, and why; 2: it was called wrongly, or the pages have faults.`

/** The command was called wrongly. */
class Misuse extends Error {}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      lang: { type: 'string' },
      url: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const [id, number = '100', ...more] = positionals
  if (id === undefined || more.length > 0) throw new Misuse(`name one page\n${usage}`)
  const [count, seed] = [wholeOf(number, 'the count', 100_000), wholeOf(values.seed, '--seed', 2 ** 32 - 1)]
  const { lang, url } = values
  if (lang !== undefined && !isLocale(lang)) throw new Misuse(`--lang is one of ${locales.join(', ')}`)
  return { id, count, seed, lang: isLocale(lang) ? lang : undefined, url }
}

function wholeOf(text: string, name: string, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > most) throw new Misuse(`${name} is a whole number from 1 to ${most}`)
  return number
}

async function main(): Promise<void> {
  const wanted = readArguments()
  if (!wanted) return console.log(usage)
  const { schema, issues } = await loadSchema(sourcesOfCommand())
  if (issues.length > 0) throw new Misuse(issues.map(formatIssue).join('\n'))
  const page = pageOf(schema, wanted.id, suggest)
  const url = wanted.url ?? databaseUrlForTools()
  const settings = { ...readSettings(process.env), databaseUrl: url }
  const server = await createServer({ databaseUrl: url, settings, schema, log: console.error })
  try {
    const progress = (done: number) => process.stderr.isTTY && process.stderr.write(`\r${done} of ${wanted.count}`)
    const { added, refused } = await fillPage(server, { ...wanted, page, progress })
    if (process.stderr.isTTY) process.stderr.write('\r')
    for (const [reason, count] of refused) console.log(`${count} made anew: ${reason}`)
    console.log(`${added} row${added === 1 ? '' : 's'} added to ${page.entity.table}`)
    if (added < wanted.count) throw new NoSamples('The list took no more: the reasons are above.')
  } finally {
    await server.close()
  }
}

try {
  await main()
} catch (error) {
  console.error(messageOfTool(error))
  process.exitCode = error instanceof NoSamples || error instanceof Unfillable ? 1 : 2
}
