import { parseArgs } from 'node:util'
import { messageOf } from '../../src/schemas/errors.ts'
import { formatIssue, suggest } from '../../src/schemas/language/issue.ts'
import { loadSchema } from '../load/pages.ts'
import { sourcesOfCommand } from '../load/schemaSources.ts'
import { readSource } from '../load/sources.ts'
import { signIn } from './client.ts'
import { compareContract, type PageContract } from './contract.ts'

const usage = `kontor contract --against <url> --username <name> --password-env <variable>     (in the project: npm run contract -- …)
Signs in to a Kontor or BuildAdmin server and says where its answers differ from the pages: addresses, columns, values, choices, rights.
  --against <url>            the server, such as http://127.0.0.1:2600
  --username <name>          an administrator who may open the pages
  --password-env <variable>  the environment variable that holds the password
  --page <id>                compare this page only; may be repeated
  --json                     the result as JSON
  --help                     this text
Exit code 1: something differs; 2: it was called wrongly, or the server cannot be compared with.`

function readFlags() {
  return parseArgs({
    options: {
      against: { type: 'string' },
      username: { type: 'string' },
      'password-env': { type: 'string' },
      page: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values
}

async function main(): Promise<number> {
  const { against, username, 'password-env': variable, page: only, json, help } = readFlags()
  if (help) {
    console.log(usage)
    return 0
  }
  if (against === undefined || username === undefined || variable === undefined) throw new Error(usage)
  if (!URL.canParse(against)) throw new Error(`"${against}" is no address: write it like http://127.0.0.1:2600`)
  const password = process.env[variable]
  if (!password) throw new Error(`the environment variable ${variable} is not set`)
  const dirs = sourcesOfCommand()
  const { schema, issues } = await loadSchema(dirs)
  if (issues.length > 0) throw new Error(`mend the pages first:\n${issues.map(formatIssue).join('\n')}`)
  const unknown = only.find((id) => !schema.pages.has(id))
  if (unknown !== undefined) throw new Error(`there is no page "${unknown}"; ${suggest(unknown, [...schema.pages.keys()])}`)
  const client = await signIn(against, username, password)
  const locate = async (id: string, issue: Parameters<typeof formatIssue>[0]) =>
    (await readSource(dirs, id))?.file.locate(issue) ?? issue
  const compared = await compareContract(schema, client, { only, locate })
  if (json) console.log(JSON.stringify(compared, null, 2))
  else report(compared)
  return compared.some(({ differences }) => differences.length > 0) ? 1 : 0
}

function report(compared: readonly PageContract[]): void {
  for (const { page, differences, notes } of compared) {
    for (const issue of differences) console.log(formatIssue(issue))
    for (const note of notes) console.log(`note: ${page}: ${note}`)
  }
  const count = compared.reduce((sum, { differences }) => sum + differences.length, 0)
  const found = count === 0 ? 'no differences' : `${count} difference${count === 1 ? '' : 's'}`
  console.log(`${compared.length} page${compared.length === 1 ? '' : 's'} compared: ${found}`)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 2
}
