import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, registerMember, sessionsFor } from '../../../../tests/member/people.ts'
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

describe('top-ups of a member', () => {
  const url = '/api/shop.account.Recharge'

  test('are listed, lead to their payment, and can be cancelled as long as they are not paid', async () => {
    const [plan] = await server.query<{ id: number }>(
      `select id from shop_recharge_plan where status = 1 and delete_time is null and new_only = 0 and level_ids = '{}'
        and end_time is null order by id limit 1`,
    )
    const { id } = done(
      await stranger.post<{ id: number }>('/api/shop.Recharge/create', { plan_id: plan?.id, idempotency_key: 'top' }),
    )
    expect(done(await stranger.get<List>(`${url}/index`)).list).toMatchObject([
      { id, status: '1', plan: { title: expect.any(String) } },
    ])
    expect(done(await stranger.post(`${url}/pay`, { id }))).toMatchObject({ path: `/pay/top-up/${id}` })
    expect((await stranger.get<{ row: Row }>('/api/shop.Bill/info', { of: 'topUp', id })).body.data.row).toMatchObject({
      state: 'toPay',
    })
    const other = await memberWith(164)
    expect((await other.post(`${url}/cancel`, { id })).body.code).toBe(0)
    expect((await other.get('/api/shop.Bill/info', { of: 'topUp', id })).body.code).toBe(0)
    done(await stranger.post(`${url}/cancel`, { id }))
    expect((await stranger.get<{ row: Row }>('/api/shop.Bill/info', { of: 'topUp', id })).body.data.row).toMatchObject({
      state: 'closed',
    })
    expect((await stranger.post(`${url}/pay`, { id })).body.code).toBe(0)
  })

  test('begin at the balance log', async () => {
    expect(done(await stranger.post('/api/account.Balance/topUp', {}))).toMatchObject({ path: '/top-up' })
  })
})

describe('points of a member', () => {
  test('grow by checking in, once a day, and lead to the points mall', async () => {
    const url = '/api/account.Integral'
    const before = done(await stranger.get<List>(`${url}/index`)).total
    done(await stranger.post(`${url}/signIn`, {}))
    const { list, total } = done(await stranger.get<List>(`${url}/index`))
    expect(total).toBe(before + 1)
    expect(list[0]).toMatchObject({ source: 'sign_in' })
    expect((await stranger.post(`${url}/signIn`, {})).body).toMatchObject({ code: 0 })
    expect(done(await stranger.post(`${url}/mall`, {}))).toMatchObject({ path: '/points' })
  })
})

test('the level of a member says what the next one takes; at the top there is none', async () => {
  const url = '/api/shop.account.Level/index'
  const levels = await server.query<{ id: number; name: string; growth: number }>(
    'select id, name, growth from shop_user_level where status = 1 order by growth',
  )
  const [low, next] = levels
  expect(done(await stranger.get<List>(url)).list).toEqual([
    expect.objectContaining({
      growth: 0,
      level: expect.objectContaining({ name: low?.name }),
      next_level: next?.name,
      growth_needed: next?.growth,
    }),
  ])
  const [top] = await server.query<{ id: number }>(
    `select s.id from shop_user s join "user" u on u.id = s.id and u.status = 'enable' where s.growth >= $1 order by s.id limit 1`,
    [levels.at(-1)?.growth],
  )
  const own = done(await (await memberWith(top?.id ?? 0)).get<List>(url)).list
  expect(own).toEqual([expect.objectContaining({ next_level: '', growth_needed: null })])
})

test('entries show what was published of their results, and nothing else', async () => {
  const url = '/api/shop.account.Result'
  const [published] = await server.query<{ entry_id: number; user_id: number; rank: number | null; other: number }>(
    `select r.entry_id, e.user_id, r.rank, r.id as other from shop_team_chengji r join shop_user_competition e on e.id = r.entry_id
      join "user" u on u.id = e.user_id and u.status = 'enable' and u.delete_time is null
      where r.published = 1 and r.finish = 'ok' and r.round = 'final' order by r.id limit 1`,
  )
  if (!published) throw new Error('the demo shop has no published result')
  const member = await memberWith(published.user_id)
  const entry = async () =>
    done(await member.get<List>(`${url}/index`, { limit: 200 })).list.find(({ id }) => id === published.entry_id)
  expect(await entry()).toMatchObject({ finish: 'ok', rank: published.rank, result: expect.stringMatching(/\d/) })
  const related = async () =>
    (await member.get<{ row: { results: Row[] } }>(`${url}/info`, { id: published.entry_id })).body.data.row.results
  expect(await related()).toHaveLength(1)
  await server.query('update shop_team_chengji set published = 0, publish_time = null where id = $1', [published.other])
  expect(await entry()).toMatchObject({ rank: null, result: '' })
  expect(await related()).toEqual([])
  await server.query('update shop_team_chengji set published = 1, publish_time = create_time where id = $1', [published.other])
  expect((await stranger.get(`${url}/info`, { id: published.entry_id })).body.code).toBe(0)
})

describe('participants of a member', () => {
  const url = '/api/shop.account.Contestant'
  const person = {
    name: '王小明',
    idnumber: '110101199003070732',
    mobile: '13800131888',
    email: '',
    city: [],
    size: 'L',
    blood: 'O',
    emergency_name: '王大明',
    emergency_mobile: '13800131999',
    is_self: 0,
  }

  test('are added, changed and deleted by the member, by the rules of the shop', async () => {
    const same = (await stranger.post<{ errors: Row }>(`${url}/add`, { ...person, emergency_mobile: person.mobile })).body
    expect(Object.keys(same.data.errors)).toEqual(['emergency_mobile'])
    const { id } = done(await stranger.post<{ id: number }>(`${url}/add`, person))
    expect(
      await server.query(
        'select gender, birthday::text, idnumber, idnumber_sealed <> $2 as sealed from shop_contestant where id = $1',
        [id, ''],
      ),
    ).toEqual([{ gender: 1, birthday: '1990-03-07', idnumber: expect.stringContaining('*'), sealed: true }])
    const { list } = done(await stranger.get<List>(`${url}/index`))
    expect(list).toMatchObject([{ id, name: person.name, mobile: person.mobile }])
    expect(JSON.stringify(list)).not.toContain(person.idnumber)
    const twice = (await stranger.post<{ errors: Row }>(`${url}/add`, person)).body
    expect(Object.keys(twice.data.errors)).toEqual(['idnumber'])
    done(await stranger.post(`${url}/edit`, { id, name: '王晓明' }))
    const offered = done(await stranger.get<{ list: Row[] }>('/api/shop.Join/contestants')).list
    expect(offered).toEqual([{ id, name: '王晓明' }])
    const other = await memberWith(164)
    expect((await other.post(`${url}/edit`, { id, name: '王五' })).body.code).toBe(0)
    expect((await other.del(`${url}/del`, { ids: [id] })).body.code).toBe(0)
    done(await stranger.del(`${url}/del`, { ids: [id] }))
    expect(done(await stranger.get<List>(`${url}/index`)).list).toEqual([])
  })
})
