import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  defaultSettings,
  readShopSettings,
  type ShopSettings,
  settingNames,
} from '../../modules/shop/server/settings/settings.ts'
import { openDatabase } from '../../server/core/db/connect.ts'
import { PASSWORD } from '../auth/people.ts'
import type { Answer, Client } from '../harness/client.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

type Row = Record<string, unknown>
const schema = await productSchema()
let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
})
afterAll(() => server?.close())

const rowOf = async (client: Client, controller: string): Promise<Row> =>
  (await client.get<{ row: Row }>(`/admin/${controller}/index`)).body.data.row
const errorsOf = (answer: Answer): unknown => (answer.body.data as { errors?: unknown } | null)?.errors

describe('my account', () => {
  const path = 'routine.AdminInfo'

  it('is the own row, with the fields of the form and nothing else', async () => {
    const packer = await server.signIn('packer')
    const row = await rowOf(packer, path)
    expect(row.username).toBe('packer')
    expect(Object.keys(row).sort()).toEqual([
      '_version',
      'avatar',
      'email',
      'id',
      'mobile',
      'motto',
      'nickname',
      'update_time',
      'username',
    ])
  })

  it('is saved regardless of who else the body names', async () => {
    const packer = await server.signIn('packer')
    const { _version } = await rowOf(packer, path)
    const [before] = await server.query<Row>("select * from admin where username = 'admin'")
    const answer = await packer.post(`/admin/${path}/edit`, { id: before?.id, nickname: 'Packs', motto: 'on time', _version })
    expect(answer.body).toMatchObject({ code: 1 })
    expect(await server.query("select nickname, motto from admin where username = 'packer'")).toEqual([
      { nickname: 'Packs', motto: 'on time' },
    ])
    expect(await server.query("select * from admin where username = 'admin'")).toEqual([before])
  })

  it('takes nothing that is not in the form', async () => {
    const packer = await server.signIn('packer')
    for (const [field, value] of Object.entries({ username: 'other', status: 0, password: 'Other-123', group_arr: [1] })) {
      const answer = await packer.post(`/admin/${path}/edit`, { nickname: 'Packs', [field]: value })
      expect(errorsOf(answer), field).toHaveProperty(field)
    }
    expect(await server.query("select status from admin where username = 'packer'")).toEqual([{ status: 1 }])
  })

  it('says what is wrong beside the field, and that somebody else changed it', async () => {
    const stale = await rowOf(owner, path)
    expect(errorsOf(await owner.post(`/admin/${path}/edit`, { nickname: '', email: 'nobody' }))).toMatchObject({
      nickname: expect.any(String),
      email: expect.any(String),
    })
    expect((await owner.post(`/admin/${path}/edit`, { motto: 'first', _version: stale._version })).body.code).toBe(1)
    const late = await owner.post(`/admin/${path}/edit`, { motto: 'second', _version: stale._version })
    expect(late.body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  })

  it('changes the password for who knows it, and ends the other sessions', async () => {
    const here = await server.signIn('finance')
    const there = await server.signIn('finance')
    const change = (values: Row) => here.post(`/admin/${path}/changePassword`, values)
    const right = { old_password: 'Demo-of-tests-2', password: PASSWORD, password_confirm: PASSWORD }
    expect(errorsOf(await change({ ...right, password_confirm: `${PASSWORD}x` }))).toHaveProperty('password_confirm')
    expect(errorsOf(await change({ ...right, old_password: 'not-this-one' }))).toHaveProperty('old_password')
    expect((await change(right)).body.code).toBe(1)
    expect((await here.get(`/admin/${path}/index`)).body.code).toBe(1)
    expect((await there.get(`/admin/${path}/index`)).body.code).not.toBe(1)
    await expect(server.signIn('finance')).rejects.toThrow()
    await server.signIn('finance', PASSWORD)
  })

  it('counts guesses at the old password like those at the sign-in', async () => {
    const guesser = await server.signIn('service')
    const guess = () =>
      guesser.post(`/admin/${path}/changePassword`, { old_password: 'wrong-one', password: PASSWORD, password_confirm: PASSWORD })
    const said: string[] = []
    for (let i = 0; i < 12; i++) said.push((await guess()).body.msg)
    expect(said.at(-1)).toBe('Too many incorrect passwords. Try again later.')
  })
})

describe('shop settings', () => {
  const path = 'shop.Settings'

  it('start with the rules the shop follows', async () => {
    const page = schema.pages.get('shop/settings')
    const row = await rowOf(owner, path)
    for (const [rule, name] of Object.entries(settingNames)) {
      const field = page?.fields[name]
      expect(field, name).toBeDefined()
      const value = defaultSettings[rule as keyof ShopSettings]
      expect(field?.default ?? '', name).toEqual(typeof value === 'boolean' ? Number(value) : value)
      expect(row).toHaveProperty(name)
    }
  })

  it('keep each field as a row, and the shop follows them', async () => {
    const { _version } = await rowOf(owner, path)
    const answer = await owner.post(`/admin/${path}/edit`, {
      auto_receive_days: 3,
      allow_apply_cancel: 0,
      refund_target: 'balance',
      _version,
    })
    expect(answer.body).toMatchObject({ code: 1 })
    expect(await server.query('select name, value from shop_setting order by name')).toEqual([
      { name: 'allow_apply_cancel', value: 0 },
      { name: 'auto_receive_days', value: 3 },
      { name: 'logo', value: '/demo/logo.svg' }, // the demo shop's own
      { name: 'refund_target', value: 'balance' },
    ])
    expect(await rowOf(owner, path)).toMatchObject({ auto_receive_days: 3, allow_apply_cancel: 0, shop_name: 'Kontor' })
    const database = openDatabase(server.databaseUrl, { connections: 1, onError: () => {} })
    expect(await readShopSettings(database.read)).toEqual({
      ...defaultSettings,
      autoReceiveDays: 3,
      allowApplyCancel: false,
      refundTarget: 'balance',
    })
    await database.close()
    const shipped = await shipOne()
    expect(shipped.auto_receive_time - shipped.ship_time).toBe(3 * 86_400)
  })

  it('refuse what is out of range, and a save on top of an unseen one', async () => {
    const { _version } = await rowOf(owner, path)
    expect(errorsOf(await owner.post(`/admin/${path}/edit`, { auto_close_minutes: 1 }))).toHaveProperty('auto_close_minutes')
    expect((await owner.post(`/admin/${path}/edit`, { shop_name: 'One', _version })).body.code).toBe(1)
    expect((await owner.post(`/admin/${path}/edit`, { shop_name: 'Two', _version })).body).toMatchObject({
      data: { type: 'conflict', changes: { shop_name: { own: true, who: expect.any(String) } } },
    })
    expect((await rowOf(owner, path)).shop_name).toBe('One')
  })

  it('are for who holds the nodes', async () => {
    const packer = await server.signIn('packer')
    expect((await packer.get(`/admin/${path}/index`)).body.code).toBe(401)
    expect((await packer.post(`/admin/${path}/edit`, { shop_name: 'Mine' })).body.code).toBe(401)
  })

  async function shipOne(): Promise<{ ship_time: number; auto_receive_time: number }> {
    const [order] = await server.query<{ id: number }>('select id from shop_order where status = 2 order by id limit 1')
    const id = order?.id
    const form = await owner.get<{ values: Row }>('/admin/shop.order.Order/delivery', { id })
    const { address_id } = form.body.data.values
    const [company] = await server.query<{ id: number }>('select id from shop_delivery_company order by id limit 1')
    const answer = await owner.post('/admin/shop.order.Order/delivery', {
      id,
      mode: 'all',
      notify_user: 0,
      address_id,
      company_id: company?.id,
      tracking_no: 'SF123456789012',
    })
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 1 })
    const [row] = await server.query<{ ship_time: string; auto_receive_time: string }>(
      'select ship_time, auto_receive_time from shop_order where id = $1',
      [id],
    )
    return { ship_time: Number(row?.ship_time), auto_receive_time: Number(row?.auto_receive_time) }
  }
})
