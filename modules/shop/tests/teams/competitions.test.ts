import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { expectSoundShop } from '../helpers/helpers.ts'
import { clock, competition, day, errorsOf, familyOf, madeKey, makeCompetition, registerFor, urls } from './teamHelpers.ts'

const now = clock()

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

type Listed = { id: number; stage: string; taken: string; filled: number; join_count: number; result_count: number }
const list = async (query: Record<string, unknown> = {}) =>
  (await owner.get<{ list: Listed[]; total: number }>(`${urls.competition}/index`, { limit: 50, ...query })).body.data

describe('competitions', () => {
  const url = urls.competition

  test('stand in the list with places, registrations and results, and are found and sorted by their stage', async () => {
    const { list: rows } = await list({ order: 'id,asc' })
    expect(rows.slice(0, 3).map(({ result_count }) => result_count)).toEqual([120, 80, 120])
    expect(rows[0]).toMatchObject({ join_count: 34, taken: '120 / 320', filled: 37.5, stage: 'finished' })
    expect(rows[1]).toMatchObject({ join_count: 20, taken: '20 / 24' })
    const soon = await makeCompetition(owner, {
      title: '以后',
      join_start: now + day,
      join_end: now + 2 * day,
      start_time: now + 3 * day,
      end_time: now + 4 * day,
    })
    const open = await makeCompetition(owner)
    const closed = await makeCompetition(owner, { join_start: now - 9 * day, join_end: now - day })
    const running = await makeCompetition(owner, {
      join_start: now - 9 * day,
      join_end: now - 5 * day,
      start_time: now - day,
      end_time: now + day,
    })
    const found = new Map((await list()).list.map(({ id, stage }) => [id, stage]))
    expect([soon, open, closed, running].map((id) => found.get(id))).toEqual(['soon', 'registration', 'closed', 'running'])
    expect(
      (await list({ 'search[0][field]': 'stage', 'search[0][operator]': 'IN', 'search[0][val]': 'soon,running' })).list
        .map(({ id }) => id)
        .sort(),
    ).toEqual([soon, running].sort())
    const sorted = (await list({ order: 'stage,asc' })).list.map(({ stage }) => stage)
    expect([...new Set(sorted)]).toEqual(['soon', 'registration', 'closed', 'running', 'finished'])
    const byFilled = (await list({ order: 'filled,desc' })).list.map(({ filled }) => filled)
    expect(byFilled).toEqual([...byFilled].sort((a, b) => b - a))
  })

  test('are added by rules between their times, groups and team sizes', async () => {
    const add = (more: Record<string, unknown>) => owner.post(`${url}/add`, competition(more))
    const form = await owner.get<{ row: { season: string } }>(`${url}/add`)
    expect(form.body.data.row.season).toBe(new Date((now + 8 * 3600) * 1000).toISOString().slice(0, 4))
    expect(errorsOf(await add({ join_end: now - 2 * day }))).toEqual(['join_end'])
    expect(errorsOf(await add({ start_time: now }))).toEqual(['start_time'])
    expect(errorsOf(await add({ end_time: now + 2 * day }))).toEqual(['end_time'])
    expect(errorsOf(await add({ type: 'team' }))).toEqual(['team_max', 'team_min'])
    expect(errorsOf(await add({ type: 'team', team_min: 5, team_max: 3 }))).toEqual(['team_max'])
    expect(errorsOf(await add({ content: '' }))).toEqual(['content'])
    expect(errorsOf(await add({ groups: [] }))).toEqual(['groups'])
    const group = { name: 'A', fee: '1.00', quota: 1, gender: '0' }
    expect(errorsOf(await add({ groups: [group, group] }))).toEqual(['groups.1.name'])
    expect(errorsOf(await add({ groups: [{ ...group, min_age: 30, max_age: 20 }] }))).toEqual(['groups.0.max_age'])
  })

  test('keep type, result type and taken places once somebody rests on them, and are not deleted then', async () => {
    const id = await makeCompetition(owner, { title: '改动' })
    const edit = (more: Record<string, unknown>) => owner.post(`${url}/edit`, { id, ...more })
    expect((await edit({ type: 'team', team_min: 1, team_max: 2 })).body.code).toBe(1)
    expect((await edit({ type: 'person' })).body.code).toBe(1)
    const { userId, contestants } = await familyOf(server, 0)
    madeKey(await registerFor(owner, id, userId, contestants.slice(0, 3)))
    const group = { name: '全程', fee: '50.00', gender: '0' }
    expect(errorsOf(await edit({ groups: [{ ...group, quota: 2 }] }))).toEqual(['groups.0.quota'])
    expect(errorsOf(await edit({ groups: [{ ...group, name: '半程', quota: 20 }] }))).toEqual(['groups'])
    expect((await edit({ groups: [{ ...group, quota: 3 }] })).body.code).toBe(1)
    await edit({ type: 'team' })
    expect(await server.query('select type from shop_competition where id = $1', [id])).toEqual([{ type: 'person' }])
    expect((await owner.del(`${url}/del`, { ids: [id] })).body).toMatchObject({ code: 0, msg: expect.stringContaining('改动') })
    const info = await owner.get<{ row: { places: object[] } }>(`${url}/info`, { id })
    expect(info.body.data.row.places).toEqual([{ group: '全程', fee: '50.00', quota: 3, taken: 3, left: 0, income: '150.00' }])
    expect((await owner.del(`${url}/del`, { ids: [await makeCompetition(owner)] })).body.code).toBe(1)
  })

  test('are copied into the next season and sorted by dragging', async () => {
    const { join_end } = competition()
    const id = await makeCompetition(owner, { title: '2026 夜跑', season: '2026', refund_until: null, join_end })
    const copied = (await owner.get<{ row: Record<string, unknown> }>(`${url}/add`, { copy: id })).body.data.row
    expect(copied).toMatchObject({ title: '2027 夜跑', season: '2027', refund_until: null })
    const aYear = new Date(join_end * 1000)
    aYear.setUTCFullYear(aYear.getUTCFullYear() + 1)
    expect(Number(copied.join_end)).toBe(aYear.getTime() / 1000)
    expect(copied.groups).toEqual([expect.objectContaining({ name: '全程', fee: '50.00' })])
    const { list: rows } = await list({ order: 'weigh,desc' })
    const [first, second] = rows
    const moved = await owner.post(`${url}/sortable`, {
      move: second?.id,
      target: first?.id,
      order: 'weigh,desc',
      direction: 'up',
    })
    expect(moved.body.code).toBe(1)
    expect((await list({ order: 'weigh,desc' })).list[0]?.id).toBe(second?.id)
  })

  test('show their groups as choices of the form of a registration', async () => {
    const options = await owner.get<{ list: { value: string }[] }>(`${urls.join}/options`, {
      field: 'group_name',
      action: 'register',
      competition_id: 1,
    })
    expect(options.body.data.list.map(({ value }) => value)).toEqual(['半程', '欢乐跑'])
  })
})

describe('contestants', () => {
  const url = urls.contestant
  const idnumber = '110101199002110018'
  const person = (more: Record<string, unknown> = {}) => ({
    user_id: 1,
    name: '张三丰',
    idnumber,
    mobile: '13800137001',
    emergency_name: '张翠山',
    emergency_mobile: '13800137002',
    is_self: 0,
    status: 1,
    ...more,
  })
  const add = (more: Record<string, unknown> = {}) => owner.post(`${url}/add`, person(more))
  const stored = async (id: number) =>
    (
      await server.query<{ idnumber: string; idnumber_sealed: string; gender: number; birthday: string }>(
        'select idnumber, idnumber_sealed, gender, birthday::text from shop_contestant where id = $1',
        [id],
      )
    )[0]
  let id = 0

  test('need a right ID number, which tells gender and birthday, is stored encrypted and shown in part', async () => {
    expect(errorsOf(await add({ idnumber: '110101199002110019' }))).toEqual(['idnumber'])
    expect(errorsOf(await add({ idnumber: '110101199013110018' }))).toEqual(['idnumber'])
    expect(errorsOf(await add({ name: '张3' }))).toEqual(['name'])
    expect(errorsOf(await add({ emergency_mobile: '13800137001' }))).toEqual(['emergency_mobile'])
    id = madeKey(await add())
    const row = await stored(id)
    expect(row).toMatchObject({ idnumber: '110****0018', gender: 1, birthday: '1990-02-11' })
    expect(row?.idnumber_sealed).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain('19900211')
    const found = await owner.get<{ list: Record<string, unknown>[] }>(`${url}/index`, { quickSearch: '13800137001' })
    expect(found.body.data.list).toHaveLength(1)
    expect(found.body.data.list[0]).toMatchObject({ idnumber: '110****0018', mobile: '138****7001', age: expect.any(Number) })
    expect(found.text).not.toContain('v1.')
    expect((await owner.get<{ total: number }>(`${url}/index`, { quickSearch: '1380013700' })).body.data.total).toBe(0)
  })

  test('stand once with each member', async () => {
    expect(errorsOf(await add())).toEqual(['idnumber'])
    const other = madeKey(await add({ user_id: 2 }))
    expect(errorsOf(await owner.post(`${url}/edit`, { id: other, user_id: 1 }))).toEqual(['user_id'])
  })

  test('keep what is hidden when the form is saved untouched', async () => {
    const before = await stored(id)
    const form = (await owner.get<{ row: Record<string, unknown> }>(`${url}/edit`, { id })).body.data.row
    expect(form.idnumber).toBe('110****0018')
    const shown = { idnumber: form.idnumber, mobile: form.mobile, emergency_mobile: form.emergency_mobile, name: form.name }
    expect((await owner.post(`${url}/edit`, { ...shown, id, size: 'S' })).body.code).toBe(1)
    expect(await stored(id)).toEqual(before)
    expect(errorsOf(await owner.post(`${url}/edit`, { id, idnumber: '110****0019' }))).toEqual(['idnumber'])
  })

  test('are revealed for the node "plain" alone, which leaves a row in the audit', async () => {
    const reveal = (client: Client) => client.post<{ value: string }>(`${url}/reveal`, { id, field: 'idnumber' })
    const audits = async () =>
      (await server.query<{ n: number }>("select count(*)::int as n from audit where action = 'shop/user/contestant/reveal'"))[0]
        ?.n
    const before = await audits()
    expect((await reveal(owner)).body).toMatchObject({ code: 1, data: { value: idnumber } })
    expect(await audits()).toBe((before ?? 0) + 1)
    expect((await reveal(await server.signIn('service'))).body.code).not.toBe(1)
    const seeded = await owner.post<{ value: string }>(`${url}/reveal`, { id: 1, field: 'idnumber' })
    expect(seeded.body.data.value).toMatch(/^999999[0-9]{11}[0-9X]$/)
  })

  test('are not deleted while they are registered for a competition that has not ended', async () => {
    const competitionId = await makeCompetition(owner, { title: '未完' })
    const { userId, contestants } = await familyOf(server, 1)
    const join = madeKey(await registerFor(owner, competitionId, userId, contestants.slice(0, 1)))
    const remove = () => owner.del(`${url}/del`, { ids: contestants.slice(0, 1) })
    expect((await remove()).body).toMatchObject({ code: 0, msg: expect.stringContaining('未完') })
    expect((await owner.post(`${urls.join}/cancel`, { id: join, reason: '测试', refund_amount: '0.00' })).body.code).toBe(1)
    expect((await remove()).body.code).toBe(1)
  })
})

describe('teams', () => {
  const url = urls.team
  const team = async (n: number, more: Record<string, unknown> = {}) => {
    const { userId, contestants } = await familyOf(server, n)
    const members = contestants.slice(0, 3).map((contestant_id, i) => ({
      contestant_id,
      role: i === 0 ? 'captain' : 'player',
      number: i + 1,
    }))
    return { name: `队伍 ${n}`, captain_id: userId, city: [330_000, 330_100], mobile: '13800137003', members, ...more }
  }
  const add = async (n: number, more: Record<string, unknown> = {}) => owner.post(`${url}/add`, await team(n, more))
  const statusOf = async (id: number) =>
    (await server.query<{ status: number }>('select status from shop_team where id = $1', [id]))[0]?.status

  test('have exactly one captain, and nobody and no number twice', async () => {
    const { members } = await team(2)
    const [first, ...rest] = members
    expect(errorsOf(await add(2, { members: rest }))).toEqual(['members'])
    expect(errorsOf(await add(2, { members: members.map((each) => ({ ...each, role: 'captain' })) }))).toEqual(['members'])
    expect(errorsOf(await add(2, { members: [first, ...rest, { ...first, role: 'player', number: 9 }] }))).toEqual([
      'members.3.contestant_id',
    ])
    expect(errorsOf(await add(2, { members: [first, ...rest.map((each) => ({ ...each, number: 1 }))] }))).toEqual([
      'members.1.number',
      'members.2.number',
    ])
    const id = madeKey(await add(2))
    expect(await statusOf(id)).toBe(2)
    expect(errorsOf(await add(3, { name: '队伍 2' }))).toEqual(['name'])
    const found = await owner.get<{ list: { member_count: number }[] }>(`${url}/index`, { quickSearch: '队伍 2' })
    expect(found.body.data.list[0]?.member_count).toBe(3)
    const info = await owner.get<{ row: { members: { contestant_id_text?: string }[] } }>(`${url}/info`, { id })
    expect(info.body.data.row.members.map((member) => member.contestant_id_text)).toEqual(
      (
        await server.query<{ name: string }>('select name from shop_contestant where id = any($1) order by id', [
          members.map((member) => member.contestant_id),
        ])
      ).map(({ name }) => name),
    )
  })

  test('are audited while they wait, one or several at once, with a reason when refused', async () => {
    const waiting = (await server.query<{ id: number }>('select id from shop_team where status = 1 order by id')).map(
      ({ id }) => id,
    )
    expect(waiting).toHaveLength(3)
    const [one = 0, ...others] = waiting
    expect(errorsOf(await owner.post(`${url}/audit`, { id: one, result: 'refuse', note: '' }))).toEqual(['note'])
    expect((await owner.post(`${url}/audit`, { id: one, result: 'refuse', note: '不合规' })).body.code).toBe(1)
    expect((await owner.post(`${url}/audit`, { ids: others, result: 'agree', note: '' })).body.code).toBe(1)
    expect([await statusOf(one), await statusOf(others[0] ?? 0)]).toEqual([3, 2])
    for (const id of waiting) expect((await owner.post(`${url}/audit`, { id, result: 'agree', note: '' })).body.code).toBe(0)
  })

  test('are dissolved only when approved and registered nowhere, deleted only when refused or dissolved', async () => {
    const competitionId = await makeCompetition(owner, { type: 'team', team_min: 2, team_max: 4 })
    const { captain_id, members, ...rest } = await team(4)
    const id = madeKey(await owner.post(`${url}/add`, { captain_id, members, ...rest }))
    const ids = members.map((member) => member.contestant_id)
    const join = madeKey(await registerFor(owner, competitionId, captain_id, ids, { type: 'team', team_id: id }))
    const dissolve = () => owner.post(`${url}/dissolve`, { id, reason: '解散' })
    expect((await owner.del(`${url}/del`, { ids: [id] })).body.code).toBe(0)
    expect((await dissolve()).body).toMatchObject({ code: 0, msg: expect.stringContaining('has not ended') })
    expect((await owner.post(`${urls.join}/cancel`, { id: join, reason: '退赛', refund_amount: '50.00' })).body.code).toBe(1)
    expect((await dissolve()).body.code).toBe(1)
    expect((await dissolve()).body.code).toBe(0)
    expect(await statusOf(id)).toBe(4)
    expect((await owner.del(`${url}/del`, { ids: [id] })).body.code).toBe(1)
  })
})
