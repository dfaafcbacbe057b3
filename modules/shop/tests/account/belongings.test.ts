import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, registerMember, sessionsFor } from '../../../../tests/member/people.ts'
import { makeCoupon } from '../helpers/factories.ts'
import { done, expectSoundShop } from '../helpers/helpers.ts'

type Row = Record<string, unknown>
type List = { list: Row[]; total: number }

let server: TestServer
let stranger: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  stranger = memberClient(server, (await registerMember(server, 'stranger', 'Some-password-1')).token, { lang: 'en' })
}, 240_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

async function memberWith(id: number): Promise<Client> {
  const [token = ''] = await sessionsFor(server, [id])
  return memberClient(server, token, { lang: 'en' })
}

describe('refunds of a member', () => {
  const url = '/api/shop.account.Refund'
  const refundIn = async (where: string): Promise<{ id: number; user_id: number }> => {
    const [row] = await server.query<{ id: number; user_id: number }>(
      `select id, user_id from shop_refund where ${where} order by id limit 1`,
    )
    if (!row) throw new Error(`no refund where ${where}`)
    return row
  }

  test('are listed with their order, and shown without the notes of the shop', async () => {
    const { id, user_id } = await refundIn('status = 2')
    const member = await memberWith(user_id)
    const { list } = done(await member.get<List>(`${url}/index`, { limit: 200 }))
    const own = await server.query<{ id: number }>('select id from shop_refund where user_id = $1', [user_id])
    expect(list.map((row) => row.id).sort()).toEqual(own.map((row) => row.id).sort())
    const { body, text } = await member.get<{ row: { items: Row[]; logs: Row[] } }>(`${url}/info`, { id })
    expect(body.data.row.items.length).toBeGreaterThan(0)
    expect(body.data.row.logs.length).toBeGreaterThan(0)
    for (const name of ['admin_remark', 'actor_name', '"backs"']) expect(text).not.toContain(name)
    expect((await stranger.get(`${url}/info`, { id })).body.code).toBe(0)
  })

  test('can be withdrawn by the member while they are reviewed', async () => {
    const { id, user_id } = await refundIn('audit_status = 1 and status = 1')
    expect((await stranger.post(`${url}/withdraw`, { id })).body.code).toBe(0)
    const member = await memberWith(user_id)
    done(await member.post(`${url}/withdraw`, { id }))
    expect(await refundIn(`id = ${id} and status = 3 and end_reason = 'withdrawn'`)).toMatchObject({ id })
    expect((await member.post(`${url}/withdraw`, { id })).body.code).toBe(0)
  })

  test('can be changed by the member while they are reviewed, within what is left of each line', async () => {
    const { id, user_id } = await refundIn('audit_status = 1 and status = 1 and type = 1')
    const member = await memberWith(user_id)
    const { values } = done(await member.get<{ values: Row & { lines: Row[] } }>(`${url}/change`, { id }))
    const asked = await server.query<{ amount: number }>('select amount::int from shop_refund_goods where refund_id = $1', [id])
    const shown = values.lines.filter((line) => line.amount !== '0.00' || line.quantity !== 0)
    expect(shown).toHaveLength(asked.length)
    const [first, ...others] = values.lines
    const none = others.map((line) => ({ ...line, quantity: 0, amount: '0.00' }))
    const body = { id, reason: values.reason, include_delivery: 0, description: 'One is enough', images: [] }
    const lines = (amount: unknown) => [{ ...first, quantity: 0, amount }, ...none]
    expect((await stranger.post(`${url}/change`, { ...body, lines: lines('0.01') })).body.code).toBe(0)
    expect((await member.post(`${url}/change`, { ...body, lines: lines('999999.00') })).body.code).toBe(0)
    done(await member.post(`${url}/change`, { ...body, lines: lines('0.01') }))
    const [row] = await server.query(
      `select r.amount::int, r.description, (select count(*)::int from shop_refund_goods g where g.refund_id = r.id) as lines
        from shop_refund r where r.id = $1`,
      [id],
    )
    expect(row).toEqual({ amount: 1, description: 'One is enough', lines: 1 })
    done(await member.post(`${url}/withdraw`, { id }))
    expect((await member.post(`${url}/change`, { ...body, lines: lines('0.01') })).body.code).toBe(0)
  })

  test('take the parcel in which the member sends goods back, and another number of it', async () => {
    const { id, user_id } = await refundIn('audit_status = 2 and status = 1 and user_ship_status = 0')
    const member = await memberWith(user_id)
    const parcel = { id, company: '1', tracking_no: 'SF1234567890', images: [] }
    expect((await stranger.post(`${url}/send`, parcel)).body.code).toBe(0)
    expect((await member.post(`${url}/send`, { ...parcel, company: '99999' })).body.code).toBe(0)
    done(await member.post(`${url}/send`, parcel))
    const form = done(await member.get<{ values: Row }>(`${url}/tracking`, { id }))
    expect(form.values).toMatchObject({ company: '1', tracking_no: 'SF1234567890' })
    done(await member.post(`${url}/tracking`, { ...parcel, tracking_no: 'YT999' }))
    const [row] = await server.query('select company_id, tracking_no, user_ship_status from shop_refund where id = $1', [id])
    expect(row).toEqual({ company_id: 1, tracking_no: 'YT999', user_ship_status: 1 })
  })
})

test('coupons of a member are listed by what can be done with them, and lead to the products', async () => {
  const url = '/api/shop.account.Coupon'
  const [grant] = await server.query<{ id: number; user_id: number }>(
    'select id, user_id from shop_coupon_receive where status = 1 order by id limit 1',
  )
  const { id = 0, user_id = 0 } = grant ?? {}
  const member = await memberWith(user_id)
  const search = [{ field: 'usable', val: '1', operator: 'eq' }]
  const { list } = done(await member.get<List>(`${url}/index`, { search, limit: 200 }))
  expect(new Set(list.map((row) => row.status))).toEqual(new Set(['1']))
  expect(list.map((row) => row.id)).toContain(id)
  expect(done(await member.post(`${url}/use`, { id }))).toMatchObject({ path: '/goods' })
  expect(done(await member.post(`${url}/centre`, {}))).toMatchObject({ path: '/coupons' })
  expect((await stranger.post(`${url}/use`, { id })).body.code).toBe(0)
  expect(done(await stranger.get<List>(`${url}/index`, { search })).list.every((row) => row.id !== id)).toBe(true)
})

test('a code is redeemed for its coupon once, and codes that there are not are no way to guess', async () => {
  const url = '/api/shop.account.Coupon'
  const owner = await server.signIn('admin')
  const coupon = await makeCoupon(owner, { title: '兑换码券', code_mode: 'code' })
  done(await owner.post('/admin/shop.coupon.Coupon/codes', { id: coupon, quantity: 1, prefix: 'MC' }))
  const [made] = await server.query<{ code: string }>('select code from shop_coupon_code where coupon_id = $1', [coupon])
  const member = memberClient(server, (await registerMember(server, 'redeemer', 'Some-password-1')).token, { lang: 'en' })
  const redeem = (who: Client, code: string) => who.post(`${url}/redeem`, { code })
  expect((await redeem(member, 'MC0000000000')).body).toMatchObject({ code: 0, data: { errors: { code: expect.any(String) } } })
  done(await redeem(member, ` ${made?.code.toLowerCase()} `))
  expect(done(await member.get<List>(`${url}/index`)).list).toHaveLength(1)
  expect((await redeem(stranger, made?.code ?? '')).body.code).toBe(0)
  expect(done(await stranger.get<List>(`${url}/index`)).list).toEqual([])
  const tries = []
  for (let n = 0; n < 12; n++) tries.push((await redeem(stranger, `NOPE${n}`)).body.msg)
  expect(new Set(tries).size).toBeGreaterThan(1)
})

describe('addresses of a member', () => {
  const url = '/api/shop.account.Address'
  const address = { name: '王芳', mobile: '13800131000', city: [110000, 110100, 110105], address: '建国路1号', is_default: 0 }
  const addresses = async (who: Client) => done(await who.get<List>(`${url}/index`)).list
  const defaults = async (who: Client) => (await addresses(who)).filter((row) => row.is_default === 1).map((row) => row.name)

  test('have one default: the first, the chosen one, or the newest when it goes', async () => {
    const who = memberClient(server, (await registerMember(server, 'homeowner', 'Some-password-1')).token, { lang: 'en' })
    done(await who.post(`${url}/add`, { ...address, name: 'Home' }))
    expect(await defaults(who)).toEqual(['Home'])
    done(await who.post(`${url}/add`, { ...address, name: 'Office', is_default: 1 }))
    expect(await defaults(who)).toEqual(['Office'])
    const home = (await addresses(who)).find((row) => row.name === 'Home')
    done(await who.post(`${url}/setDefault`, { id: home?.id }))
    expect(await defaults(who)).toEqual(['Home'])
    expect((await stranger.post(`${url}/setDefault`, { id: home?.id })).body.code).toBe(0)
    expect((await stranger.post(`${url}/edit`, { id: home?.id, name: 'Mine' })).body.code).toBe(0)
    expect((await stranger.del(`${url}/del`, { ids: [home?.id] })).body.code).toBe(0)
    done(await who.post(`${url}/edit`, { id: home?.id, address: 'Moved' }))
    done(await who.del(`${url}/del`, { ids: [home?.id] }))
    expect(await defaults(who)).toEqual(['Office'])
    expect(await addresses(stranger)).toEqual([])
  })

  test('take real regions only, and are twenty at most', async () => {
    expect((await stranger.post(`${url}/add`, { ...address, city: [110000, 110100, 310101] })).body.code).toBe(0)
    for (let i = 0; i < 20; i++) done(await stranger.post(`${url}/add`, address))
    expect((await stranger.post(`${url}/add`, address)).body.code).toBe(0)
  })
})

test('points orders are received by their member only', async () => {
  const url = '/api/shop.account.PointsOrder'
  const [order] = await server.query<{ id: number; user_id: number }>(
    'select id, user_id from points_order where status = 2 order by id limit 1',
  )
  const { id = 0, user_id = 0 } = order ?? {}
  expect((await stranger.get(`${url}/info`, { id })).body.code).toBe(0)
  expect((await stranger.post(`${url}/receive`, { id })).body.code).toBe(0)
  const member = await memberWith(user_id)
  expect(done(await member.get<List>(`${url}/index`, { limit: 200 })).list.map((row) => row.id)).toContain(id)
  done(await member.post(`${url}/receive`, { id }))
  expect((await member.post(`${url}/receive`, { id })).body.code).toBe(0)
  expect(await server.query('select status from points_order where id = $1', [id])).toEqual([{ status: 3 }])
})

test('a registration that waits for its fee is cancelled by its member only', async () => {
  const url = '/api/shop.account.Registration'
  const [join] = await server.query<{ id: number; user_id: number }>(
    'select id, user_id from shop_team_join where status = 1 order by id limit 1',
  )
  const { id = 0, user_id = 0 } = join ?? {}
  const member = await memberWith(user_id)
  const { text } = await member.get(`${url}/info`, { id })
  for (const name of ['actor_name', 'trade_no', 'contestant_ids']) expect(text).not.toContain(name)
  expect((await stranger.get(`${url}/info`, { id })).body.code).toBe(0)
  expect((await stranger.post(`${url}/cancel`, { id })).body.code).toBe(0)
  done(await member.post(`${url}/cancel`, { id }))
  expect(await server.query('select status from shop_team_join where id = $1', [id])).toEqual([{ status: 5 }])
})
