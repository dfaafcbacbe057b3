import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MarketState, ModuleDetail, ModuleOrder, ModulePlan, OverlayOrigin } from '../../src/schemas/api/market.ts'
import { sampleOf } from '../harness/sampling.ts'
import { packageUids } from '../packages/packages.ts'
import { contested, post, startMarket, withContestedCard } from './market.ts'

/** What the market's screen does with the catalogue that comes with Kontor, by its calls. */
let market: Awaited<ReturnType<typeof startMarket>>
beforeAll(async () => {
  market = await startMarket()
}, 300_000)
afterAll(() => market?.close(), 60_000)

const call = <T>(action: string, body: object) => market.first.owner.post<T>(`/admin/module/${action}`, body)
const index = async () => (await market.first.owner.get<MarketState>('/admin/module/index')).body.data
const look = async (uid: string, version: string, solutions: object[] = []) => {
  const { body } = await call<ModulePlan>('info', { uid, version, solutions })
  expect(body, body.msg).toMatchObject({ code: 1 })
  return body.data
}
const controllerOf = (id: string) =>
  id.replace(/\/([a-z])([^/]*)$/, (_, first, rest) => `.${first.toUpperCase()}${rest}`).replaceAll('/', '.')

/** A row for each package: its screen, what is entered, and what an update adds. */
const packages: Record<string, { screen: string; row: Record<string, unknown>; change: Record<string, unknown>; added: string }> =
  {
    'event-checkin': {
      screen: 'event/event',
      row: { title: 'Spring', place: 'Hall 3', start_time: '2026-12-01 09:00:00', end_time: '2026-12-01 18:00:00' },
      change: { place: 'Hall 4' },
      added: 'event_guest.seat',
    },
    invoices: {
      screen: 'invoice/invoice',
      row: { title: 'Acme', type: 'normal', amount: '12.50', due_date: '2026-12-31' },
      change: { title: 'Acme Ltd' },
      added: 'invoice_invoice.bank_account',
    },
    'knowledge-base': {
      screen: 'knowledge/topic',
      row: { name: 'Returns' },
      change: { name: 'Returns and repairs' },
      added: 'kb_article.source_url',
    },
    'repair-tickets': {
      screen: 'repair/ticket',
      row: { title: 'Dark screen', device: 'Phone', description: 'Fell into the sea' },
      change: { device: 'Tablet' },
      added: 'repair_ticket.urgency',
    },
    suppliers: {
      screen: 'suppliers/supplier',
      row: { name: 'Ningbo Boxes', contact: 'Zhou', mobile: '13800000021' },
      change: { contact: 'Wu' },
      added: 'supplier_company.rating',
    },
  }

test('the catalogue has 24 modules, of which the packages of the repository can be had in two versions', async () => {
  const { catalogue, installed, isLive } = await index()
  expect(isLive).toBe(true)
  expect(installed).toEqual([])
  expect(catalogue).toHaveLength(24)
  const offered = catalogue.filter(({ versions }) => versions.length > 0)
  expect(offered.map(({ uid, versions }) => [uid, versions])).toEqual(packageUids.map((uid) => [uid, ['1.1.0', '1.0.0']]))
  expect(offered.every(({ logo, title, title_en, changes }) => logo && title && title_en && changes.length === 2)).toBe(true)
  expect(await call('info', { uid: 'flash-sale', version: '1.0.0' })).toMatchObject({
    body: { code: 0, msg: expect.stringMatching(/no package of flash-sale/) },
  })
})

/** One that is free and changes another screen, one that is paid for. */
const chosen = ['repair-tickets', 'invoices']

describe.each(sampleOf('packages that go through their life', Object.keys(packages), (uid) => chosen.includes(uid)))(
  '%s',
  (uid) => {
    const { screen, row, change, added } = packages[uid] as (typeof packages)[string]
    const at = `/admin/${controllerOf(screen)}`
    test('is installed with its sample rows, worked with, updated, disabled, enabled and uninstalled', async () => {
      const { owner } = market.first
      await market.query(`insert into module_order (order_no, uid, amount, pay_type, status, create_time, update_time)
      select 'paid before', 'invoices', 9900, 'wechat', 2, 0, 0 where not exists (select 1 from module_order)`)
      const before = await market.rights()
      const plan = await look(uid, '1.0.0')
      expect(plan).toMatchObject({ issues: [], conflicts: [], signedBy: 'bundled', from: '' })
      expect(plan.demo.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(0)
      const { body } = await call('install', { uid, version: '1.0.0', hash: plan.hash, demo: 1 })
      expect(body, body.msg).toMatchObject({ code: 1, data: { state: 1 } })
      const detail = (await owner.get<ModuleDetail>(`/admin/module/state?uid=${uid}`)).body.data
      const rowsOf = (tables: readonly { rows: number }[]) => tables.reduce((sum, { rows }) => sum + rows, 0)
      expect(rowsOf(detail.tables)).toBe(rowsOf(plan.demo.map(({ rows }) => ({ rows }))))

      const inForce = async () => {
        const { data } = (await owner.get<OverlayOrigin[]>('/admin/module/overlays')).body
        return data.flatMap((each) =>
          each.uid === uid ? each.pages.flatMap(({ changes }) => changes.map(({ path }) => path)) : [],
        )
      }
      expect(await inForce()).toEqual(plan.overlays.map(({ path }) => path))

      const made = (await owner.post<{ id: number }>(`${at}/add`, row)).body
      expect(made, made.msg).toMatchObject({ code: 1 })
      const { id } = made.data
      const edited = (await owner.post(`${at}/edit`, { ...row, ...change, id })).body
      expect(edited, edited.msg).toMatchObject({ code: 1 })
      const list = async () => (await owner.get<{ list: Record<string, unknown>[] }>(`${at}/index`)).body
      expect((await list()).data.list.find((each) => each.id === id)).toMatchObject(change)

      const newer = await look(uid, '1.1.0')
      expect(newer.from).toBe('1.0.0')
      expect(newer.steps.map(({ what }) => what)).toContainEqual(expect.stringContaining(`add column ${added}`))
      const updated = (await call('update', { uid, version: '1.1.0', hash: newer.hash })).body
      expect(updated, updated.msg).toMatchObject({ code: 1, data: { version: '1.1.0' } })
      expect((await owner.del(`${at}/del`, { ids: [id] })).body.code).toBe(1)
      expect((await list()).data.list.find((each) => each.id === id)).toBeUndefined()

      expect((await call('changeState', { uid, state: 0 })).body.code).toBe(1)
      expect((await list()).code).not.toBe(1)
      expect(await inForce()).toEqual([])
      expect((await call('changeState', { uid, state: 1 })).body.code).toBe(1)
      expect((await list()).code).toBe(1)
      expect((await call('changeState', { uid, state: 0 })).body.code).toBe(1)
      expect((await call('uninstall', { uid, dropTables: 1, typed: uid })).body.code).toBe(1)
      expect(await market.rights()).toEqual(before)
      expect((await index()).installed).toEqual([])
    }, 240_000)
  },
)

describe('two packages that change the same place', () => {
  const place = contested
  const yields = () => market.query('select uid, yields from module where yields is not null')
  const remove = async (uid: string) => {
    expect((await call('changeState', { uid, state: 0 })).body).toMatchObject({ code: 1 })
    expect((await call('uninstall', { uid, dropTables: 1, typed: uid })).body).toMatchObject({ code: 1 })
  }

  test('are told before anything is written; a person chooses whose change stays, and the other is back when that one goes', async () => {
    const { url, owner } = market.first
    const me = { url, token: owner.token }
    const { hash: first } = await look('repair-tickets', '1.0.0')
    expect((await call('install', { uid: 'repair-tickets', version: '1.0.0', hash: first })).body).toMatchObject({ code: 1 })
    const archive = await market.pack('suppliers', withContestedCard)
    const { data: plan, msg } = await post<ModulePlan>(me, 'upload', archive)
    expect(plan, msg).toMatchObject({ conflicts: [{ ...place, mayCover: true }], issues: [] })
    const install = (solution?: 'discard' | 'cover') =>
      post(me, 'install', archive, {
        hash: plan.hash,
        solutions: JSON.stringify(solution ? [{ ...place, solution }] : []),
      })
    expect(await install()).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/repair-tickets both change .*openRepairs.*Choose/),
    })
    expect((await index()).installed.map(({ uid }) => uid)).toEqual(['repair-tickets'])

    const discarded = await install('discard')
    expect(discarded, discarded.msg).toMatchObject({ code: 1 })
    expect(await yields()).toEqual([
      { uid: 'suppliers', yields: [{ page: place.page, op: place.op, path: place.path, to: 'repair-tickets' }] },
    ])
    await remove('suppliers')

    const covered = await install('cover')
    expect(covered, covered.msg).toMatchObject({ code: 1 })
    expect(await yields()).toEqual([
      { uid: 'repair-tickets', yields: [{ page: place.page, op: place.op, path: place.path, to: 'suppliers' }] },
    ])
    await remove('suppliers')
    await remove('repair-tickets')
    expect((await index()).installed).toEqual([])
  }, 240_000)
})

test('a module that costs something is bought before it is installed, and by nobody twice', async () => {
  const { owner } = market.first
  await market.query('delete from module_order')
  const { hash } = await look('invoices', '1.0.0')
  const install = () => call('install', { uid: 'invoices', version: '1.0.0', hash })
  expect((await install()).body).toMatchObject({ code: 0, msg: expect.stringMatching(/Buy it first/) })
  expect((await call('buy', { uid: 'invoices', pay_type: 'wechat' })).body).toMatchObject({ code: 0 })
  const { body: order } = await call<ModuleOrder>('buy', { uid: 'invoices', pay_type: 'wechat', agree: '1' })
  expect(order, order.msg).toMatchObject({ code: 1, data: { amount: '99.00', isPaid: false } })
  const { order_no: number, pay_url: address, qr } = order.data
  expect(qr).toMatch(/^data:image\/svg/)
  const isPaid = async () => (await owner.get<ModuleOrder>(`/admin/module/order?order_no=${number}`)).body.data.isPaid
  expect(await isPaid()).toBe(false)
  expect(await (await fetch(address, { method: 'POST' })).text()).toContain('已支付')
  expect(await isPaid()).toBe(true)
  expect((await call('buy', { uid: 'invoices', pay_type: 'wechat', agree: '1' })).body).toMatchObject({ code: 0 })
  expect((await install()).body).toMatchObject({ code: 1 })
  await call('changeState', { uid: 'invoices', state: 0 })
  await call('uninstall', { uid: 'invoices', dropTables: 1, typed: 'invoices' })
}, 120_000)
