#!/usr/bin/env node
// The command of the package. Plain JavaScript, because the machine's own Node may be 20, which runs no TypeScript; what it starts runs on
// the Node that comes with the package.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../scripts/bootstrap.mjs'

const serverFlags = () => JSON.parse(readFileSync(new URL('../scripts/serverFlags.json', import.meta.url), 'utf8'))

/** The commands: the file that runs, flags for Node, and one line for the help. */
const commands = {
  init: { file: 'codegen/init/cli.ts', what: 'makes a workspace here: one screen, its words, a test, editor settings' },
  start: { file: 'scripts/start.ts', flags: serverFlags, what: 'runs the server with the screens of this folder, live' },
  dev: { file: 'scripts/start.ts', flags: serverFlags, what: 'the same: screens follow their files while it runs' },
  check: { file: 'codegen/checkPages.ts', what: 'says what is wrong with the screens, by file, line and column' },
  diff: { file: 'codegen/diff/cli.ts', what: 'says what differs in meaning between two versions of the screens' },
  codegen: { file: 'codegen/cli.ts', what: 'writes screens for the tables of a database into this folder' },
  module: { file: 'server/main/moduleCommand.ts', what: 'makes, signs, checks, installs and removes packages of screens' },
  pages: { file: 'server/main/pagesCommand.ts', what: 'the workspace of the database as files (pull), and back (push)' },
  migrate: { file: 'server/main/migrate.ts', what: 'compares the database with the screens, and brings it up to date' },
  sample: { file: 'server/main/sample/cli.ts', what: 'adds rows that look real to the list of a screen' },
  openapi: { file: 'server/main/openapi.ts', what: 'writes the OpenAPI document of every address' },
  contract: { file: 'codegen/contract/cli.ts', what: 'says where the answers of a server differ from the screens' },
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command) run(command.file, args, command.flags?.(), { cwd: process.cwd(), env: workspace() })
else tell()

/** The folder in which the command is given is the workspace, if it looks like one and no other is named. */
function workspace() {
  const here = process.cwd()
  const isOne = ['module.json', 'pages'].some((each) => existsSync(join(here, each)))
  return process.env.KONTOR_WORKSPACE === undefined && isOne ? { KONTOR_WORKSPACE: here } : {}
}

function tell() {
  const lines = Object.entries(commands).map(([each, { what }]) => `  ${each.padEnd(8)} ${what}`)
  const usage = `kontor <command> [options]\n\n${lines.join('\n')}\n\nkontor <command> --help says more.`
  if (['help', '--help', '-h'].includes(name)) return console.log(usage)
  if (['version', '--version', '-v'].includes(name))
    return console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version)
  console.error(`There is no command "${name}".\n\n${usage}`)
  process.exitCode = 2
}
