import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, root } from './sources.ts'

/** Who may ask whose client calls: each for a behaviour with a name, or to present (decision 77). */
const asking = [
  'server/core/http/makeContext.ts', // whose client it is
  'server/core/jobs/context.ts', // work without a request
  'server/crud/present/buildadmin.ts', // names
  'server/crud/present/presenterOf.ts', // the presenter
  'server/crud/read/read.ts', // explainsRefusals
  'server/crud/search/search.ts', // refusesOtherOperators
  'server/crud/search/searchPolicy.ts', // refusesOtherOperators
  'server/crud/write/body.ts', // refusesUnknownFields
  'server/modules/lens/row.ts', // what another person would see in Kontor
]

const declaring = ['server/core/context.ts', 'server/core/dialect.ts']

test('only the presenters and a few named places of the server know whose client calls', () => {
  const sources = readSources('server', 'modules').filter(({ path }) => !/^modules\/[^/]+\/tests\//.test(path))
  const found = sources.map(({ path }) => path).filter((path) => asks(readFileSync(join(root, path), 'utf8')))
  expect(found.filter((path) => !declaring.includes(path)).sort()).toEqual(asking)
})

/** Does the code, without its comments, name the dialect of a call or the header that decides about it? Kysely has a dialect of its own. */
function asks(text: string): boolean {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replaceAll('dialect: new PostgresDialect', '')
  return /\b(dialect|kontorDialect|buildAdminDialect)\b|x-kontor-strict/.test(code)
}

test('the browser picks the dialect once, by its name, and otherwise only uses what it is handed', () => {
  const sources = readSources('src', 'modules').filter(({ path }) => !/^modules\/[^/]+\/(server|tests|demo)\//.test(path))
  const found = sources.map(({ path }) => path).filter((path) => namesServer(readFileSync(join(root, path), 'utf8')))
  expect(found.sort()).toEqual([
    'src/main/start.tsx', // picks
    'src/runtime/browser.ts', // reads the name
    'src/runtime/dialect.ts', // declares
    'src/runtime/wire/loadWire.ts', // loads
  ])
})

/** Does the code, without its comments, use the name of a dialect, or load one by its name? */
function namesServer(text: string): boolean {
  return /\b(DialectName|readDialect|pageDialect|loadWire)\b/.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''))
}
