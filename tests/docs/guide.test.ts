import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDialect } from '../../src/runtime/dialect.ts'
import { isObject } from '../../src/schemas/isObject.ts'
import { faultsOfFragment, isFragment } from './fragments.ts'
import { readDocument, type Snippet } from './snippets.ts'
import { faultsOf, write } from './workshop.ts'

/** Everything that docs/guide.md shows fits the language: fenced blocks in a workspace that has the tutorial's screens, spans by the JSON Schemas. */
const { snippets, spans } = await readDocument('docs/guide.md')
const tutorial = await readDocument('docs/tutorial.md')
const dir = mkdtempSync(join(tmpdir(), 'kontor-guide-'))
const workspace = join(dir, 'repairs')

beforeAll(async () => {
  for (const snippet of tutorial.snippets) {
    if (typeof snippet.options.title === 'string' && !snippet.options.fault) await write(workspace, snippet)
  }
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const ofWords = /(?:^|[/.])(?:en|zh-cn)\.json:/
/** What the checker says of the workspace with a file more or another text in it; fragments come without their words. */
async function faultsWith(file: string, text: string): Promise<string[]> {
  const path = join(workspace, file)
  const before = await readFile(path, 'utf8').catch(() => undefined)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  try {
    return (await faultsOf(workspace)).filter((fault) => !ofWords.test(fault.split(' ')[0] ?? ''))
  } finally {
    if (before === undefined) await rm(path)
    else await writeFile(path, before)
  }
}

/** JSON of a block: a value, or members of an object. */
function jsonOf({ text, place }: Snippet): unknown {
  try {
    return JSON.parse(/^\s*"/.test(text) ? `{${text}}` : text)
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}`)
  }
}

/** An object with another laid over it: objects member by member, everything else whole. */
function merged(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over
  return { ...under, ...Object.fromEntries(Object.entries(over).map(([key, value]) => [key, merged(under[key], value)])) }
}

let manifest: unknown = {}
/** How a block is tried, by the option that says what it is of; each gives what is wrong with it. */
const ways: Record<string, (snippet: Snippet, name: string) => Promise<string[]>> = {
  /** Members of a page, or of a part of it (`at`). */
  async in(snippet, name) {
    if (snippet.language === 'html') return faultsOfTag(snippet, name)
    const page = `pages/${name}/page.json`
    const { at } = snippet.options
    const part = jsonOf(snippet)
    const whole = merged(JSON.parse(await readFile(join(workspace, page), 'utf8')), at ? { [String(at)]: part } : part)
    return faultsWith(page, JSON.stringify(whole, null, 2))
  },
  page: (snippet, name) => faultsWith(`pages/${name}/page.json`, snippet.text),
  entity: (snippet, name) => faultsWith(`entities/${name}.json`, snippet.text),
  overlay: (snippet, name) => faultsWith(`overlays/guide/${name}.json`, snippet.text),
  menu: (snippet) => faultsWith('menus/admin.json', `[${snippet.text}]`),
  /** module.json, or members of the one before. */
  async module(snippet, name) {
    manifest = merged(manifest, jsonOf(snippet))
    const folder = join(dir, name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'module.json'), JSON.stringify(manifest))
    return faultsOf(folder)
  },
  async from({ text }, path) {
    const bare = (code: string) => code.replace(/\s+/g, '')
    return bare(await readFile(path, 'utf8')).includes(bare(text)) ? [] : [`${path} has no such lines`]
  },
  /** Nothing here can try it; whoever changes it does. */
  by: async () => [],
}

async function faultsOfTag({ text }: Snippet, path: string): Promise<string[]> {
  const bare = (tag: string) => tag.trim().replace(/content="[^"]*"/, 'content')
  readDialect(/content="([^"]*)"/.exec(text)?.[1] ?? '')
  return bare(await readFile(path, 'utf8').then((page) => /<meta name="kontor-dialect"[^>]*>/.exec(page)?.[0] ?? '')) ===
    bare(text)
    ? []
    : [`${path} has no such tag`]
}

describe('the guide', () => {
  const blocks = snippets.filter(({ language }) => language !== 'sh')

  test('says of every block what it is of', () => {
    expect(blocks.length).toBeGreaterThan(10)
    for (const { options, place } of blocks)
      expect(Object.keys(options).filter((option) => option in ways).length, `${place} has none of ${Object.keys(ways)}`).toBe(1)
    expect(blocks.filter(({ options }) => options.by).map(({ language }) => language)).toEqual(['nginx'])
  })

  test.each(blocks.map((block) => [block.place, block] as const))('%s fits', async (_place, block) => {
    const [way = '', name] = Object.entries(block.options).find(([option]) => option in ways) ?? []
    expect(await ways[way]?.(block, String(name))).toEqual([])
  })

  test('has no fragment in its text that the language does not know', () => {
    const fragments = spans.filter(({ text }) => isFragment(text))
    expect(fragments.length).toBeGreaterThan(100)
    expect(fragments.flatMap(({ text, place }) => faultsOfFragment(text).map((fault) => `${place} ${text}: ${fault}`))).toEqual(
      [],
    )
  })

  test.each([
    ['"seperate": true', /no part of the page language has a key "seperate"/],
    ['"span": "two"', /"span" never holds "two"/],
    ['{ "status": { "grater": 2 } }', /never holds/],
    ['{ "kind": "remoteSelect", "page": "shop/delivery/compny", "show": "name" }', /did you mean "shop\/delivery\/company"/],
    ['{ "name": "amounts", "after": ["refund_amount"] }', /"after" never holds/],
    ['"steps": [{ "name": "what", "feilds": [ … ] }]', /"steps" never holds/],
    ['{ "kind": ', /JSON/],
  ])('would not get away with %s', (text, fault) => {
    expect(faultsOfFragment(text).join()).toMatch(fault)
  })
})
