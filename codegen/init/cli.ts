import { mkdir } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { InitError, initWorkspace } from './init.ts'

const usage = `kontor init [folder]

Makes the folder (default: this one) a workspace: an example screen with its words, its menu, a test, and settings for an editor.
Nothing that is there is written over.`

try {
  const { values, positionals } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true })
  if (values.help) console.log(usage)
  else if (positionals.length > 1) throw new InitError(`One folder at a time.\n\n${usage}`)
  else await init(resolve(positionals[0] ?? '.'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function init(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const written = await initWorkspace(folder)
  const place = relative(process.cwd(), folder)
  console.log(`${written.map((file) => `wrote ${file}`).join('\n')}

Next:
${place === '' ? '' : `  cd ${place}\n`}  npx kontor start    runs it, with the table and the calls of Tasks; the password of admin is printed
  npm test            tries that screen on a server of its own
  npx kontor codegen --help    writes screens for a database that is there already

node_modules/kontor/docs/tutorial.md makes a back office of its own, chapter by chapter.`)
}
