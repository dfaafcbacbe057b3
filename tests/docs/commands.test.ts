import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { longTest } from '../harness/longTest.ts'
import { readDocument } from './snippets.ts'

/** A command of Kontor that a document gives: the name, the words behind it, and the file that does it. */
interface Command {
  text: string
  place: string
  file: string
  words: string[]
}

const scripts: Record<string, string> = JSON.parse(await readFile('package.json', 'utf8')).scripts
const commands = new Map(
  [...(await readFile('bin/kontor.mjs', 'utf8')).matchAll(/^ {2}(\w+): \{ file: '([^']+)'/gm)].map((m) => [
    m[1] ?? '',
    m[2] ?? '',
  ]),
)
/** Commands without options: they serve, or ask for the browser. */
const withoutOptions = new Set(['scripts/start.ts', 'scripts/start.mjs', 'scripts/dev.mjs'])

/** `npm run <script> -- …` and `kontor <command> …`; undefined for other commands. Throws where there is no such script or command. */
function commandOf(text: string, place: string): Command | undefined {
  const [, script, own, rest = ''] = /^(?:[A-Z_]+=\S+ )*(?:npm run ([\w:]+)|(?:npx )?kontor ([a-z]+))\b(.*)$/.exec(text) ?? []
  if (script === undefined && own === undefined) return undefined
  const file = script === undefined ? commands.get(own ?? '') : scripts[script]?.replace(/^node /, '')
  if (!file) throw new Error(`${place}: there is no command "${script ?? own}"`)
  return {
    text,
    place,
    file,
    words: rest
      .replace(/ #.*$/, '')
      .split(/\s+/)
      .filter((word) => word !== '' && word !== '--'),
  }
}

const paths = ['docs/tutorial.md', 'docs/guide.md', 'README.md', 'CONTRIBUTING.md']
const given = (
  await Promise.all(
    paths.map(async (path) => {
      const { snippets, spans } = await readDocument(path)
      const lines = snippets
        .filter(({ language }) => language === 'sh')
        .flatMap(({ text, place }) => text.split(/\n| && /).map((line) => ({ text: line.trim(), place })))
      return [...lines, ...spans]
    }),
  )
).flat()
const found = given.flatMap(({ text, place }) => commandOf(text, place) ?? [])
const optionsOf = ({ words }: Command) => words.flatMap((word) => (/^--[a-z]/.test(word) ? [word.replace(/[=,.].*$/, '')] : []))

/** What the command says with --help, as its source has it; `module` adds its part to that of packages. */
async function usageOf(file: string): Promise<string> {
  const sources = file === 'server/main/moduleCommand.ts' ? ['codegen/module.ts', file] : [file]
  const texts = await Promise.all(sources.map((source) => readFile(source, 'utf8')))
  return texts.map((text) => /usage = `([^`]+)`/.exec(text)?.[1] ?? '').join('\n')
}

test('every command that a document gives has the options that it is given with', async () => {
  expect(found.length).toBeGreaterThan(30)
  const tried = found.filter(
    (command) => optionsOf(command).length > 0 || ['pages', 'module'].some((name) => command.file.includes(`${name}Command`)),
  )
  const files = [...new Set(tried.map(({ file }) => file))].filter((file) => /\.ts$/.test(file))
  const help = new Map(await Promise.all(files.map(async (file) => [file, await usageOf(file)] as const)))
  const faults = tried.flatMap((command) => {
    const said = help.get(command.file)
    if (said === undefined)
      return withoutOptions.has(command.file) ? [] : [`${command.place} ${command.text}: who says what it takes?`]
    const [first = ''] = command.words
    const isSub = /Command\.ts$/.test(command.file) && /^[a-z]+,?$/.test(first)
    const missing = [...optionsOf(command), ...(isSub ? [first.replace(/,$/, '')] : [])].filter(
      (word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(said),
    )
    return missing.map((word) => `${command.place} ${command.text}: its help does not know ${word}`)
  })
  expect(faults).toEqual([])
})

const why = 'the test above reads the same text in the source of each command; this one has each of them say it'
longTest(why).each([...new Set(commands.values())].filter((file) => !withoutOptions.has(file)))(
  '%s says its usage with --help',
  async (file) => {
    const { stdout } = await promisify(execFile)(process.execPath, [file, '--help'])
    for (const line of (await usageOf(file)).split('\n')) expect(stdout).toContain(line)
  },
)

test('a command that there is not, and an option, would be found', () => {
  expect(() => commandOf('npx kontor chekc', 'here')).toThrow('here: there is no command "chekc"')
  expect(optionsOf(commandOf('npm run migrate -- --aply --drop', 'here') as Command)).toEqual(['--aply', '--drop'])
})
