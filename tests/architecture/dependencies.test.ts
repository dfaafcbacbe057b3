import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, root } from './sources.ts'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
const namesOf = (group: string) => Object.keys(manifest[group] ?? {})

/** The packages that the product is asked to be built with. */
const card = [
  'react',
  'react-dom',
  '@rjsf/core',
  '@rjsf/validator-ajv8',
  'ajv',
  'react-router-dom',
  'valtio',
  'axios',
  'i18next',
  'react-i18next',
  '@tanstack/react-table',
  'primereact',
  'vite',
  'vitest',
  'zod',
]

// The front end is built where Kontor is installed, too.
const product = readSources('src', 'codegen', 'server', 'modules', 'vite.config.ts')
const around = readSources('tests', 'scripts', 'vitest.config.ts')

/** The package of an import: `valtio` of `valtio/vanilla`, `@rjsf/core` of itself. */
function packageOf(target: string): string {
  const [first = '', second = ''] = target.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

const importedBy = (sources: typeof product) =>
  new Set(sources.flatMap(({ imports }) => imports.filter(({ own }) => !own).map(({ target }) => packageOf(target))))

/** Tools that nobody imports, with what runs them. */
const tools: Record<string, string> = {
  '@biomejs/biome': 'npm run lint',
  '@vitest/coverage-v8': 'vitest --coverage',
  autocannon: 'tests/bench/serving.ts starts its program',
  typescript: 'npm run typecheck',
}

test('the code imports every dependency', () => {
  const used = importedBy(product)
  expect(namesOf('dependencies').filter((name) => !used.has(name))).toEqual([])
})

test('scripts, tests or a command use every dependency for work', () => {
  const used = importedBy([...product, ...around])
  const isTypes = (name: string) => name.startsWith('@types/')
  expect(namesOf('devDependencies').filter((name) => !used.has(name) && !isTypes(name) && !tools[name])).toEqual([])
})

test('types come for packages that are installed, or for Node itself', () => {
  const installed = new Set(['node', ...namesOf('dependencies'), ...namesOf('devDependencies')])
  const typed = namesOf('devDependencies').filter((name) => name.startsWith('@types/'))
  expect(typed.filter((name) => !installed.has(name.slice('@types/'.length)))).toEqual([])
})

test('each package of the card serves the product', () => {
  const used = importedBy([...product, ...around])
  expect(card.filter((name) => !used.has(name))).toEqual([])
  const unlisted = card.filter((name) => ![...namesOf('dependencies'), ...namesOf('devDependencies')].includes(name))
  expect(unlisted).toEqual([])
})

test('docs/decisions has a word on every dependency', () => {
  const dir = join(root, 'docs/decisions')
  const text = readdirSync(dir)
    .map((file) => readFileSync(join(dir, file), 'utf8'))
    .join('\n')
  const named = (name: string) => text.includes(name) || text.includes(name.replace(/\/.*/, '/\\*'))
  const wanted = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap(namesOf)
  expect(wanted.filter((name) => !name.startsWith('@types/') && !/^node-(linux|win)-/.test(name) && !named(name))).toEqual([])
})
