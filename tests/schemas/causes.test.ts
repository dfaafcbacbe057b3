import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kontor-causes-'))
  copySchemas(dir)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const order = 'modules/shop/pages/shop/order/order/page.json'
const company = 'modules/shop/pages/shop/delivery/company/page.json'
type Change = readonly [file: string, from: string, to: string]

/** What is found once all of this is changed, without the places in the lines. */
async function found(...changes: readonly Change[]): Promise<string[]> {
  const before = new Map<string, string>()
  for (const [file, from, to] of changes) {
    const path = join(dir, file)
    const text = await readFile(path, 'utf8')
    if (!before.has(path)) before.set(path, text)
    expect(text).toContain(from)
    await writeFile(
      path,
      text.replace(from, () => to),
    )
  }
  const { issues, warnings } = await loadSchema(schemasIn(dir))
  for (const [path, text] of before) await writeFile(path, text)
  return [...issues, ...warnings].map((issue) => formatIssue(issue).replace(/:\d+:\d+/, '')).sort()
}

/** Faults of structure, which parsers find, and one of meaning, which rules find. */
const misspeltKey: Change = [order, '"perRow": "orders",', '"perRw": "orders",']
const lostAction: Change = [order, '"when": { "status": 2 },', '"when": 2,']
const brokenFile: Change = [order, '"version": 1,', '"version": 1,,']
const noTool: Change = [company, '"delete", "search", "quickSearch"', '"delete", "quickSearch"']

describe('a fault', () => {
  it.each([
    ['a misspelt key', misspeltKey],
    ['an action that cannot be read', lostAction],
    ['a file that is no JSON', brokenFile],
  ])('like %s hides nothing in other pages', async (_, fault) => {
    const alone = await found(noTool)
    expect(alone).toHaveLength(1)
    const first = await found(fault)
    expect(await found(fault, noTool)).toEqual([...first, ...alone].sort())
  })

  it('is told once, not again by whoever names what it took away', async () => {
    expect(await found(lostAction)).toEqual([expect.stringMatching(/actions\.deliver\.when: expected/)])
    expect(await found(misspeltKey)).toEqual([expect.stringMatching(/actions\.deliverEach\.perRw: unknown key/)])
    expect(await found(brokenFile)).toEqual([expect.stringMatching(/not valid JSON/)])
  })

  it('is told once for all languages when nobody has written a word', async () => {
    const [word, ...others] = await found([order, '"sheets": {', '"sheets": { "all": {},'])
    expect(word).toMatch(/zh-cn\.json .*missing word "sheets\.all".*write .*\/order\/zh-cn\.json and .*\/order\/en\.json$/)
    expect(others).toEqual([])
    const steps = '"form": { "steps": [{ "name": "one", "fields": ["name"] }, { "name": "two", "fields": ["quote"] }] }'
    const missing = await found(['pages/routine/attachment/page.json', '"form": { "size": "dialog", "fields": ["name"] }', steps])
    expect(missing).toEqual([expect.stringContaining('"steps.one"'), expect.stringContaining('"steps.two"')])
  })

  it('of the structure leaves those of the meaning of the same page to be found', async () => {
    const [tool] = await found(noTool)
    const both = await found(noTool, [company, '"logo": {', '"logo": { "hlp": true,'])
    expect(both).toHaveLength(2)
    expect(both).toContain(tool)
  })
})
