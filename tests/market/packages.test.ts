import { afterAll, beforeAll, expect, test } from 'vitest'
import { packFolder } from '../../codegen/package/pack.ts'
import { folderOf, keyPair, packageUids } from '../packages/packages.ts'
import { type MarketPlan, post, startMarket } from './market.ts'

let market: Awaited<ReturnType<typeof startMarket>>
beforeAll(async () => {
  market = await startMarket()
}, 120_000)
afterAll(() => market?.close(), 60_000)

/** `suppliers.Supplier` for `suppliers/supplier` */
const controllerOf = (id: string) =>
  id.replace(/\/([a-z])([^/]*)$/, (_, first, rest) => `.${first.toUpperCase()}${rest}`).replaceAll('/', '.')
const uids = packageUids

test('every package of the repository is installed beside the others, serves its screens, and goes without a trace', async () => {
  const { url, owner } = market.first
  const tables = () =>
    market.query(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
  const rules = () => market.query('select id, name, status from admin_rule order by id')
  const before = [await tables(), await rules()]
  const screens: string[] = []
  for (const uid of uids) {
    const archive = await market.pack(uid)
    const { data } = await post<MarketPlan>({ url, token: owner.token }, 'upload', archive)
    expect(data.issues).toEqual([])
    const { code, msg } = await post({ url, token: owner.token }, 'install', archive, { hash: data.hash })
    expect(code, msg).toBe(1)
    screens.push(...data.screens.map(({ id }) => id))
  }
  const codes = async () =>
    Promise.all(screens.map(async (id) => (await owner.get(`/admin/${controllerOf(id)}/index`)).body.code === 1))
  expect(screens.length).toBeGreaterThan(uids.length)
  expect(await codes()).toEqual(screens.map(() => true))
  for (const uid of uids) {
    expect((await owner.post('/admin/module/changeState', { uid, state: 0 })).body.code).toBe(1)
    expect((await owner.post('/admin/module/uninstall', { uid, dropTables: 1, typed: uid })).body.code).toBe(1)
  }
  expect(await codes()).toEqual(screens.map(() => false))
  expect([await tables(), await rules()]).toEqual(before)
}, 240_000)

test('a package without a signature, or with that of a stranger, is refused; the first until the site allows it', async () => {
  const { url, owner } = market.first
  const me = { url, token: owner.token }
  const unsigned = await packFolder(folderOf('suppliers'))
  const stranger = await packFolder(folderOf('suppliers'), keyPair().privateKey)
  const allow = async (unsigned: 0 | 1) =>
    expect((await owner.post('/admin/routine.Config/edit', { allow_unsigned_modules: unsigned })).body.code).toBe(1)
  expect(await post(me, 'upload', unsigned)).toMatchObject({
    code: 0,
    msg: expect.stringMatching(/has no signature.*allow unsigned/),
  })
  await allow(1)
  expect(await post(me, 'upload', unsigned)).toMatchObject({ code: 1, data: { signedBy: '', issues: [] } })
  expect(await post(me, 'upload', stranger)).toMatchObject({ code: 0, msg: expect.stringMatching(/none of the trusted keys/) })
  await allow(0)
  expect(await post(me, 'upload', unsigned)).toMatchObject({ code: 0 })
}, 120_000)
