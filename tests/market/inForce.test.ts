import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { schemaSources } from '../../codegen/load/schemaSources.ts'
import { overlaysInForce } from '../../server/modules/market/inForce.ts'
import type { OverlayOrigin } from '../../src/schemas/api/market.ts'
import { folderOf } from '../packages/packages.ts'

/** What is changed in which screen, by whom. */
const dir = mkdtempSync(join(tmpdir(), 'kontor-in-force-'))
const workspace = join(dir, 'workspace')
let origins: readonly OverlayOrigin[]
const write = (name: string, json: object) => {
  mkdirSync(dirname(join(workspace, name)), { recursive: true })
  writeFileSync(join(workspace, name), JSON.stringify(json))
}
beforeAll(async () => {
  write('overlays/ours/user/group.json', { hide: ['table.columns.member_count'] })
  write('overlays/ours/user/group.en.json', { fields: { name: { label: 'Circle' } } })
  write('overlays/ours/dashboard.json', { set: { 'dashboard.cards.openRepairs.severity': 'danger' } })
  const dirs = [...schemaSources(['shop']), folderOf('repair-tickets'), workspace]
  const { schema, issues } = await loadSchema(dirs)
  expect(issues.map(({ file, what }) => `${file} ${what}`)).toEqual([])
  origins = await overlaysInForce(dirs, schema)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const originOf = (uid: string) => origins.find((each) => each.uid === uid)
const changeOf = (uid: string, path: string) =>
  originOf(uid)?.pages.flatMap(({ page, changes }) => changes.flatMap((each) => (each.path === path ? { ...each, page } : [])))[0]

test('packages and the own screens are told apart, in the order in which they apply, before what comes with Kontor', () => {
  expect(origins.map(({ kind, uid }) => [kind, uid])).toEqual([
    ['package', 'repair-tickets'],
    ['workspace', 'workspace'],
    ['module', 'shop'],
  ])
  expect(originOf('repair-tickets')).toMatchObject({ title: '报修工单', title_en: 'Repair tickets' })
  const pages = originOf('shop')?.pages.map(({ page, title_en }) => [page, title_en])
  expect(pages).toContainEqual(['dashboard', 'Dashboard'])
  expect(pages?.length).toBeGreaterThan(5)
})

test('each change says what is there without its origin, and with all of them', () => {
  const added = changeOf('repair-tickets', 'dashboard.cards.openRepairs')
  expect(added).toMatchObject({ op: 'add', after: { icon: 'wrench', severity: 'danger' } })
  expect(added?.before).toBeUndefined()
  const set = changeOf('workspace', 'dashboard.cards.openRepairs.severity')
  expect(set).toMatchObject({ page: 'dashboard', op: 'set', before: 'warning', after: 'danger' })
  const hidden = changeOf('workspace', 'table.columns.member_count')
  expect(hidden).toMatchObject({ page: 'user/group', op: 'hide', file: 'overlays/ours/user/group.json' })
  expect(hidden?.before).toBeDefined()
  expect(hidden?.after).toBeUndefined()
})

test('another text of something that was there is a change, the words of what is added are not', () => {
  const said = changeOf('workspace', 'fields.name.label')
  expect(said).toMatchObject({ page: 'user/group', op: 'words', locale: 'en', before: 'Name', after: 'Circle' })
  const words = originOf('repair-tickets')?.pages.flatMap(({ changes }) => changes.filter(({ op }) => op === 'words'))
  expect(words).toEqual([])
})
