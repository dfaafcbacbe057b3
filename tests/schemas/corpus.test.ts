import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '../../codegen/check/rules.ts'
import { loadSchema } from '../../codegen/load/pages.ts'
import { formatIssue, type Issue } from '../../src/schemas/language/issue.ts'
import { everyNth, isLong, sampleOf } from '../harness/sampling.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { areas } from './corpus/areas.ts'
import { forms, grammar, truth } from './corpus/conditions.ts'
import { dashboards } from './corpus/dashboards.ts'
import { effects } from './corpus/effects.ts'
import type { Fault } from './corpus/fault.ts'
import { lists, options } from './corpus/lists.ts'
import { pages } from './corpus/pages.ts'
import { indexes, references, rights, words } from './corpus/references.ts'
import { shown } from './corpus/shown.ts'
import { shapes } from './corpus/structure.ts'
import { values } from './corpus/values.ts'

/** One fault each, made in real files of the catalogue. */
const corpus: Record<string, readonly Fault[]> = {
  areas,
  shapes,
  effects,
  grammar,
  truth,
  forms,
  lists,
  options,
  pages,
  dashboards,
  shown,
  references,
  rights,
  indexes,
  words,
  values,
}
const all = Object.values(corpus).flat()
/** Every finding that the corpus has led to, for the classes below. */
const seen: Issue[] = []

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kontor-corpus-'))
  copySchemas(dir)
  // The dashboards and the ledger with the shop's parts written into them: overlays have a corpus of their own.
  for (const page of ['dashboard', 'account/overview', 'user/moneyLog']) {
    const laid = join(dir, 'modules/shop/overlays/shop', page)
    for (const ending of ['.json', '.en.json', '.zh-cn.json']) await rm(laid + ending)
    await cp(join(import.meta.dirname, 'corpus/pages', page), join(dir, 'pages', page), { recursive: true })
  }
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** Makes the fault, reads everything, and puts the file back. */
async function findings(file: string, after: string): Promise<Issue[]> {
  const path = join(dir, file)
  const before = await readFile(path, 'utf8')
  try {
    await writeFile(path, after)
    const { issues, warnings } = await loadSchema(schemasIn(dir))
    return [...issues, ...warnings]
  } finally {
    await writeFile(path, before)
  }
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

describe('the corpus', () => {
  it('has at least 120 broken pages', () => {
    expect(all.length).toBeGreaterThanOrEqual(120)
  })

  it('is made from pages of which none is blamed', async () => {
    const { issues, warnings } = await loadSchema(schemasIn(dir))
    expect([...issues, ...warnings].map(formatIssue)).toEqual([])
  })

  it('can be made: what each fault replaces is in its file', async () => {
    const texts = new Map<string, string>()
    for (const [file] of all) if (!texts.has(file)) texts.set(file, await readFile(join(dir, file), 'utf8'))
    expect(all.filter(([file, from]) => !texts.get(file)?.includes(from)).map(([file, from]) => `${file}: ${from}`)).toEqual([])
  })
})

describe.each(Object.entries(corpus))('a fault of %s', (kind, faults) => {
  it.each(
    // Each reads and checks the whole catalogue, a quarter of a second.
    sampleOf(`broken pages, ${kind}`, faults, everyNth(16)).map(
      (fault) => [`${fault[2].replace('¦', '').replaceAll(/\s+/g, ' ').slice(0, 90) || `without ${fault[1]}`}`, fault] as const,
    ),
  )('is the one thing that is found, at its place: %s', async (_name, [file, from, to, says, at = '', where = file]) => {
    const before = await readFile(join(dir, file), 'utf8')
    expect(before, 'the fault cannot be made here').toContain(from)
    const start = before.indexOf(from)
    const after = before.replace(from, () => to.replace('¦', ''))
    const found = await findings(file, after)
    seen.push(...found)
    const [first, ...others] = found.map(formatIssue)
    expect(first ?? 'nothing was found').toMatch(says)
    // What follows from the fault is not reported.
    expect(others, first).toEqual([])
    const text = where === file ? after : await readFile(join(dir, where), 'utf8')
    const mark = to.indexOf('¦')
    const offset = mark >= 0 ? start + mark : text.indexOf(at)
    expect(mark >= 0 || (at !== '' && offset >= 0), 'the fault does not say where it is found').toBe(true)
    expect(found[0], first).toMatchObject({ ...positionOf(text, offset), file: where })
  })
})

/** Findings that a broken page of the catalogue cannot show, with the reason. */
const elsewhere: Record<string, string> = {
  'the page has no words in': 'a missing file: tests/schemas/checker.test.ts',
  'another file of words has this key already': 'two files: tests/schemas/checker.test.ts',
  'no such entity': 'no page of the catalogue uses an entity: tests/schemas/checker.test.ts',
  'the entity "': 'no page of the catalogue uses an entity: tests/schemas/checker.test.ts',
  'is secret and cannot be shown': 'of another table: tests/schemas/checker.test.ts',
  'has no button "index"': 'tests/schemas/checker.test.ts',
  'no such language': 'of an overlay: tests/pages/overlayFaults.test.ts',
  'another overlay says otherwise': 'of overlays: tests/pages/overlayFaults.test.ts',
  'there is no record to open': 'tests/pages/overlayFaults.test.ts',
  'has no row to take values from': 'tests/pages/overlayFaults.test.ts',
  'is masked and cannot be': 'needs a search beside the mask: tests/schemas/checker.test.ts',
  'is there already': 'of two modules: tests/schemas/sources.test.ts',
  'words lie in a folder': 'of a module: tests/schemas/sources.test.ts',
  'the folder is called': 'of a module: tests/schemas/sources.test.ts',
  'are named by several columns': 'of a table of another system: tests/codegen/compositeKeys.test.ts',
  'is what names the rows of a table': 'of a table of another system: tests/schemas/compositeKeys.test.ts',
  'not provable': 'warnings: tests/schemas/checker.test.ts',
}

// Some of the faults do not show every class.
describe.runIf(isLong)('every class of faults', () => {
  it('that the sources can tell of has a case', async () => {
    const messages = await messagesOfSources()
    expect(messages.length).toBeGreaterThan(70)
    const texts = seen.map((issue) => issue.what)
    const missing = messages.filter(
      ({ text, says }) => !texts.some((what) => says.test(what)) && !Object.keys(elsewhere).some((part) => text.includes(part)),
    )
    expect(missing.map(({ text }) => text)).toEqual([])
  })

  it('that a rule proves has a case', () => {
    const whys = new Set(seen.map((issue) => issue.why))
    expect(rules.filter((rule) => rule.why !== '' && !whys.has(rule.why)).map((rule) => rule.name)).toEqual([])
  })
})

/** The sentences of parsers and checker: the literal after the place in `issueAt(…)` and `report(…)`, holes standing for anything. */
async function messagesOfSources(): Promise<{ text: string; says: RegExp }[]> {
  const folders = ['src/schemas/language', 'codegen']
  const files = (
    await Promise.all(
      folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => join(folder, name))),
    )
  ).flat()
  const ofPages = files.filter((name) => name.endsWith('.ts') && !/^codegen\/(overlay|package|contract)\//.test(name)) // tests/pages/overlayFaults.test.ts, tests/packages, tests/author/contract.test.ts
  const sources = await Promise.all(ofPages.map((name) => readFile(name, 'utf8')))
  const call =
    /\b(?:(?:issueAt|report|wrong)\(\s*(?:[\w.]+ \? )?(?:\[[^\]]*\](?: : \[\])?|[\w.]+(?:\([^)]*\))?),|why =|wrong:)\s*(?:'((?:[^'\\]|\\.)+)'|`((?:[^`\\]|\\.)+)`)/g
  return sources.flatMap((source) =>
    [...source.matchAll(call)].map(([, plain, template]) => {
      const text = plain ?? template ?? ''
      const parts = text
        .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      return { text, says: new RegExp(`^${parts.join('[^]*')}(?:$|, so )`) }
    }),
  )
}
