import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { formatIssue, type Issue } from '../../src/schemas/language/issue.ts'
import { everyNth, isLong, sampleOf } from '../harness/sampling.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { overlayFaults } from '../schemas/corpus/overlays.ts'

const dir = mkdtempSync(join(tmpdir(), 'kontor-overlays-'))
copySchemas(dir)
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}
// A page with what no page of the product has: a secret that its kind does not ask for, and an owner.
put(
  'pages/lab/secret/page.json',
  JSON.stringify({
    version: 1,
    kind: 'crud',
    entity: { table: 'lab_secret', owner: 'admin_id' },
    fields: {
      name: { kind: 'string' },
      ip: { kind: 'string', secret: true },
      admin_id: { kind: 'integer', index: true },
      other_id: { kind: 'integer' },
    },
    table: { columns: ['name'] },
  }),
)
const words = {
  title: 'Lab',
  fields: { name: { label: 'N' }, ip: { label: 'I' }, admin_id: { label: 'A' }, other_id: { label: 'O' } },
}
for (const locale of ['zh-cn', 'en']) put(`pages/lab/secret/${locale}.json`, JSON.stringify(words))
const menu = JSON.parse(readFileSync(join(dir, 'menus/admin.json'), 'utf8'))
const buttons = ['index', 'add', 'edit', 'del']
const rule = { type: 'menu', name: 'lab/secret', title: 'Lab', title_en: 'Lab', buttons }
put('menus/admin.json', JSON.stringify([...menu, rule]))

beforeEach(() => rmSync(join(dir, 'overlays'), { recursive: true, force: true }))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const seen: Issue[] = []
async function findings(): Promise<Issue[]> {
  const { issues, warnings } = await loadSchema(schemasIn(dir))
  seen.push(...issues)
  return [...issues, ...warnings]
}
const lines = (issues: readonly Issue[]) => issues.map(formatIssue).join('\n')

it('a folder without overlays, and one whose overlays say nothing, are fine', async () => {
  expect(lines(await findings())).not.toMatch(/overlay/)
  put('overlays/a/shop/order/order.json', '{}')
  expect((await findings()).filter((issue) => issue.file.startsWith('overlays'))).toEqual([])
})

describe('a fault of an overlay', () => {
  it.each(sampleOf('broken overlays', overlayFaults, everyNth(8)).map((fault) => [fault.text.replace('¦', ''), fault] as const))(
    'is found at its place: %s',
    async (_, fault) => {
      const { text, says, page = 'shop/order/order', other } = fault
      const file = `overlays/b/${page}.json`
      put(file, text.replace('¦', ''))
      for (const locale of fault.words ? ['zh-cn', 'en'] : [])
        put(`overlays/b/${page}.${locale}.json`, JSON.stringify(fault.words))
      if (other) put(`overlays/a/${page}.json`, other)
      const found = await findings()
      const hit = found.filter((issue) => says.test(formatIssue(issue)))
      expect(hit.length, lines(found)).toBeGreaterThan(0)
      const before = text.slice(0, text.indexOf('¦')).split('\n')
      const place = { file, line: before.length, column: (before.at(-1) ?? '').length + 1 }
      expect(
        hit.map((issue) => ({ file: issue.file, line: issue.line, column: issue.column })),
        lines(hit),
      ).toContainEqual(place)
    },
  )
})

describe('words of an overlay', () => {
  const add = '{ "add": { "fields.note": { "kind": "string" } } }'
  const said = (note: string) => JSON.stringify({ fields: { note: { label: note } } })
  const both = (name: string, text: string) => {
    for (const locale of ['zh-cn', 'en']) put(`overlays/${name}/shop/order/order.${locale}.json`, text)
  }

  it('that are missing are asked for beside the overlay, not of the page', async () => {
    put('overlays/a/shop/order/order.json', add)
    put('overlays/a/shop/order/order.en.json', said('Note'))
    expect(lines(await findings())).toMatch(
      /overlays\/a\/shop\/order\/order\.zh-cn\.json:1:1 fields\.note\.label: missing word "fields\.note\.label"; needed by overlays\/a\/shop\/order\/order\.json fields\.note; write overlays\/a/,
    )
    put('overlays/a/shop/order/order.zh-cn.json', '{ "fields": {} }')
    expect(lines(await findings())).toMatch(/order\.zh-cn\.json:1:3 fields\.note\.label: missing word/)
  })

  it('may say otherwise than the page, and two overlays may not say different things', async () => {
    put('overlays/a/shop/order/order.json', add)
    both('a', said('Note'))
    both('b', '{ "title": "Sales" }')
    expect(lines(await findings())).not.toMatch(/overlays/)
    expect((await loadSchema(schemasIn(dir))).schema.words.text('en', 'shop/order/order', 'title')).toBe('Sales')
    both('c', '{ "title": "Purchases" }')
    expect(lines(await findings())).toMatch(
      /c\/shop\/order\/order\.en\.json:1:3 title: another overlay says otherwise of "title"; see overlays\/b/,
    )
  })

  it('that nothing needs, or that are not text, are reported', async () => {
    both('a', '{ "fields": { "nothing": { "label": "x" } } }')
    expect(lines(await findings())).toMatch(/nothing in the page uses the word "fields\.nothing\.label"/)
    both('a', '{ "title": 3 }')
    expect(lines(await findings())).toMatch(/a\/shop\/order\/order\.en\.json:1:3 title: a word must be a text/)
  })
})

describe('a page that is at fault without its overlay', () => {
  it('is at fault with it: what may be narrowed is measured by a page that is right', async () => {
    const path = 'pages/user/group/page.json'
    const text = readFileSync(join(dir, path), 'utf8')
    put(path, text.replace('"columns": [', '"columns": ["nothing", '))
    put('overlays/a/user/group.json', '{ "hide": ["table.columns.nothing"] }')
    const found = await findings()
    put(path, text)
    expect(lines(found)).toMatch(/^pages\/user\/group\/page\.json:\d+:\d+ table\.columns\.0: no such field "nothing"/m)
  })
})

// Some of the faults do not show every sentence.
it.runIf(isLong)('every sentence that overlays have is among these', () => {
  const sources = ['codegen/overlay/overlays.ts', ...readdirSync('codegen/overlay').map((name) => join('codegen/overlay', name))]
  const call = /\b(?:issueAt|report)\(\s*(?:work,\s*)?(?:\[[^\]]*\]|at|key),\s*(?:'((?:[^'\\]|\\.)+)'|`((?:[^`\\]|\\.)+)`)/g
  const messages = sources.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(call)].map(([, a, b]) => a ?? b ?? ''))
  expect(messages.length).toBeGreaterThan(15)
  const missing = messages.filter((text) => {
    const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    const says = new RegExp(`^${parts.join('[^]*')}$`)
    return !seen.some((issue) => says.test(issue.what))
  })
  expect(missing).toEqual([])
})
