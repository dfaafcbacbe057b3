import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSchema } from '../../codegen/pages.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'

const page = 'pages/shop/order/order/page.json'
const classify = 'pages/shop/goods/classify/page.json'

/** One fault each, made in a real page: what is replaced, what the finding points at (a text of the faulty file) and what it says. */
const faults: { name: string; file?: string; from: string | RegExp; to: string; at: string; says: RegExp }[] = [
  {
    name: 'an unknown key of the page',
    from: '"table":',
    to: '"tabel":',
    at: '"tabel":',
    says: /unknown key; did you mean "table"\?/,
  },
  {
    name: 'an unknown kind',
    from: '"kind": "money"',
    to: '"kind": "mony"',
    at: '"kind": "mony"',
    says: /no such kind "mony"; did you mean "money"\?/,
  },
  {
    name: 'a misspelt key of a field',
    from: '"maxLength"',
    to: '"maxLenght"',
    at: '"maxLenght"',
    says: /unknown key; did you mean "maxLength"\?/,
  },
  {
    name: 'a column that is no field',
    file: classify,
    from: '{ "field": "is_nav",',
    to: '{ "field": "is_navi",',
    at: '"field": "is_navi"',
    says: /no such field "is_navi"; did you mean "is_nav"\?/,
  },
  {
    name: 'a condition over a field there is not',
    from: /"when": \{ "status": 2 \}/,
    to: '"when": { "statsu": 2 }',
    at: '"statsu"',
    says: /no such field; did you mean "status"\?/,
  },
  {
    name: 'a condition with an option there is not',
    from: /"when": \{ "status": 2 \}/,
    to: '"when": { "status": 9 }',
    at: '"status": 9',
    says: /9 is no value of field "status"/,
  },
  {
    name: 'a comparison there is not',
    from: '"lte"',
    to: '"lt_e"',
    at: '"lt_e"',
    says: /no such comparison "lt_e"; did you mean "lte"\?/,
  },
  {
    name: 'a node that no menu rule has',
    from: '"order-delivery"',
    to: '"order-delivry"',
    at: '"node": "order-delivry"',
    says: /has no button "order-delivry"; did you mean "order-delivery"\?/,
  },
  {
    name: 'a remote page there is not',
    from: '"shop/delivery/company"',
    to: '"shop/delivery/compny"',
    at: '"page": "shop/delivery/compny"',
    says: /no such page "shop\/delivery\/compny"; did you mean "shop\/delivery\/company"\?/,
  },
  {
    name: 'a version of the language there is not',
    from: '"version": 1',
    to: '"version": 2',
    at: '"version": 2',
    says: /"2" is not allowed here; allowed: 1/,
  },
  {
    name: 'a key that stands twice',
    from: '"version": 1,',
    to: '"version": 1, "version": 1,',
    at: '"version": 1,\u0001',
    says: /the key "version" stands here twice/,
  },
  { name: 'text that is no JSON', from: '"version": 1,', to: '"version": 1,,', at: '', says: /not valid JSON/ },
]

describe('a wrong page', () => {
  let dir = ''
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kontor-pages-'))
    await cp('src/schemas', dir, { recursive: true })
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  it('is not found among the pages of the product', async () => {
    const { issues, schema } = await loadSchema(dir)
    expect(issues.map(formatIssue)).toEqual([])
    expect(schema.pages.size).toBeGreaterThan(5)
  })

  it.each(faults)(
    'with $name is refused with file, line, column and the nearest valid word',
    async ({ file = page, from, to, at, says }) => {
      const path = join(dir, file)
      const before = await readFile(path, 'utf8')
      const after = before.replace(from, to)
      expect(after, 'the fault could not be made').not.toBe(before)
      await writeFile(path, after)
      const { issues } = await loadSchema(dir)
      const found = issues.find((i) => i.file === file && says.test(formatIssue(i)))
      expect(found, issues.map(formatIssue).join('\n')).toBeDefined()
      if (!at || !found) return
      const offset = at.endsWith('\u0001') ? after.lastIndexOf(at.slice(0, -1)) : after.indexOf(at)
      const lines = after.slice(0, offset).split('\n')
      expect({ line: found.line, column: found.column }).toEqual({ line: lines.length, column: (lines.at(-1) ?? '').length + 1 })
    },
  )

  it('says which word is missing in which language', async () => {
    const path = join(dir, 'pages/shop/order/order/en.json')
    const words = JSON.parse(await readFile(path, 'utf8'))
    delete words.actions.deliver.title
    await writeFile(path, JSON.stringify(words))
    const { issues } = await loadSchema(dir)
    expect(issues.map(formatIssue)).toEqual([
      'pages/shop/order/order/en.json:1:1: missing word "actions.deliver.title"; needed by page.json actions.deliver',
    ])
  })

  it('says which word is left over', async () => {
    const path = join(dir, 'pages/shop/order/order/en.json')
    const words = JSON.parse(await readFile(path, 'utf8'))
    words.actions.delivr = { title: 'Deliver' }
    await writeFile(path, JSON.stringify(words, null, 2))
    const { issues } = await loadSchema(dir)
    expect(issues).toHaveLength(1)
    expect(formatIssue(issues[0] ?? fail())).toMatch(
      /en\.json:\d+:\d+ actions\.delivr\.title: nothing in the page uses the word "actions\.delivr\.title"/,
    )
  })
})

function fail(): never {
  throw new Error('no finding')
}
