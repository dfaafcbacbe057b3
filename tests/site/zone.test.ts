import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zoneOffsetsOf } from '../../server/core/environment/zoneOffsets.ts'
import { formatDateTime, parseDateTime, setWireZone, type ZoneOffsets } from '../../src/schemas/kinds/clock.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
})
afterAll(async () => {
  await server?.close()
  setWireZone('Asia/Shanghai') // files of a worker share their modules
})

const save = (values: object) => owner.post('/admin/routine.Config/edit', values)
const year = 366 * 86_400
/** 2026-03-08 23:30 in New York, 2026-03-09 11:30 in Shanghai. */
const moment = 1_773_027_000

it('offers the zones of the world, and takes no other', async () => {
  const found = await owner.get<{ list: { value: string; label: string }[] }>('/admin/routine.Config/options', {
    field: 'time_zone',
    quickSearch: 'katm',
  })
  expect(found.body.data.list, JSON.stringify(found.body)).toContainEqual({
    value: 'Asia/Katmandu',
    label: 'Asia/Katmandu (GMT+5:45)',
  })
  expect((await save({ time_zone: 'Mars/Olympus' })).body.code).toBe(0)
})

it('days and texts of times are those of the zone: on the wire, in what people type, in files and on the dashboard', async () => {
  const base = '/admin/routine.Config'
  await owner.post(`${base}/add`, {
    group: 'basics',
    name: 'opened',
    title: 'Opened',
    type: 'datetime',
    content: '',
    tip: '',
    rule: [],
    extend: '',
    inputExtend: '',
    weigh: 0,
  })
  await save({ opened: moment })
  const shown = async () => {
    const theirs = owner.with({ headers: { 'x-kontor-strict': '0' } })
    const { list } = (await theirs.get<{ list: Record<string, { list: { name: string; value: unknown }[] }> }>(`${base}/index`))
      .body.data
    return list.basics?.list.find(({ name }) => name === 'opened')?.value
  }
  expect(await shown()).toBe('2026-03-09 11:30:00')
  const boot = async () =>
    (await owner.get<{ siteConfig: { timeZone: string } }>('/admin/Index/index')).body.data.siteConfig.timeZone
  expect(await boot()).toBe('Asia/Shanghai')

  expect((await save({ time_zone: 'America/New_York' })).body.code).toBe(1)
  expect(await boot()).toBe('America/New_York')
  expect(await shown()).toBe('2026-03-08 23:30:00')
  await save({ opened: '2026-03-09 00:00:00' })
  const [kept] = await server.query<{ value: string }>("select value from config where name = 'opened'")
  expect(Number(kept?.value)).toBe(moment + 1800)

  const guest = await server.guest().get<{ site: { timeZone: string; zoneOffsets: ZoneOffsets } }>('/api/index/index')
  expect(guest.body.data.site.timeZone).toBe('America/New_York')
  expect(guest.body.data.site.zoneOffsets.since).toContainEqual([Date.parse('2026-03-08T07:00:00Z') / 1000, -4 * 3600])
  const exported = await owner.post<{ id: number }>('/admin/user.User/export', {
    format: 'csv',
    columns: ['id', 'create_time'],
    query: {},
  })
  const [file] = await server.query<{ zone: string }>('select zone from dataio_export where id = $1', [exported.body.data.id])
  expect(file?.zone, JSON.stringify(exported.body)).toBe('America/New_York')
})

it('"today" and the other periods of a list are the days of the zone, on days of 23 and 25 hours too', async () => {
  const rows = await server.query<{ id: number }>('select id from user_money_log order by id limit 3')
  const ids = rows.map(({ id }) => Number(id))
  const found = async (val: string) => {
    const search = [
      { field: 'id', operator: 'IN', val: ids },
      { field: 'create_time', operator: 'RANGE', val },
    ]
    const answer = await owner.get<{ list: { id: number }[] }>('/admin/user.MoneyLog/index', { search, order: 'id,asc' })
    if (answer.body.code !== 1) throw new Error(answer.body.msg)
    return answer.body.data.list.map(({ id }) => ids.indexOf(id))
  }
  const put = (times: readonly (number | undefined)[]) =>
    Promise.all(times.map((at, n) => server.query('update user_money_log set create_time = $1 where id = $2', [at, ids[n]])))
  // Fourteen hours before Greenwich, eleven behind it, and a zone whose clocks change.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York']) {
    expect((await save({ time_zone: zone })).body.code).toBe(1)
    const [own] = await server.query<{ today: string; month: string; before: string }>(
      `select extract(epoch from date_trunc('day', now() at time zone $1) at time zone $1)::bigint as today,
        extract(epoch from date_trunc('month', now() at time zone $1) at time zone $1)::bigint as month,
        extract(epoch from (date_trunc('month', now() at time zone $1) - interval '1 month') at time zone $1)::bigint as before`,
      [zone],
    )
    const [today, month, before] = [Number(own?.today), Number(own?.month), Number(own?.before)]
    await put([today, today - 1, today + 3600])
    expect(await found('today'), zone).toEqual([0, 2])
    expect(await found('yesterday'), zone).toEqual([1])
    expect(await found('last7Days'), zone).toEqual([0, 1, 2])
    await put([month, month - 1, before - 1])
    expect(await found('thisMonth'), zone).toEqual([0])
    expect(await found('lastMonth'), zone).toEqual([1])
  }
  // The clocks of New York go back on 1 November 2026 and forward on 8 March: both days end at their own midnight.
  await put([Date.parse('2026-11-02T04:30:00Z') / 1000, Date.parse('2026-11-02T05:00:00Z') / 1000, 0])
  expect(await found('2026-11-01,2026-11-01')).toEqual([0])
  await put([Date.parse('2026-03-09T03:59:59Z') / 1000, Date.parse('2026-03-09T04:00:00Z') / 1000, 0])
  expect(await found('2026-03-08,2026-03-08')).toEqual([0])
  expect(
    (await owner.get('/admin/user.MoneyLog/index', { search: [{ field: 'money', operator: 'RANGE', val: 'today' }] })).body.code,
  ).toBe(0)
})

it('a statement that is written once goes by the zone of now', async () => {
  const [now] = await server.query<{ day: string }>(
    "select to_char(now() at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD') as day",
  )
  expect((await save({ time_zone: 'Pacific/Kiritimati' })).body.code).toBe(1)
  const refused = await owner.get('/admin/sms.Config/index')
  expect(refused.body.code, JSON.stringify(refused.body)).toBe(1)
  const people = await owner.get<{ list: { age: number }[] }>('/admin/shop.user.Contestant/index')
  expect(people.body.code, JSON.stringify(people.body)).toBe(1)
  expect(now?.day).toMatch(/^\d{4}-/)
})

/** One that keeps still, two with a summer, one of them by half an hour, one that is set for a month of each year, and one off the hour. */
const zones = ['Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu']

it.each(zones)('times in %s are written and read by the offsets that the browser is sent as by Intl', (zone) => {
  const offsets = zoneOffsetsOf(zone)
  if (!offsets) throw new Error(`nothing is known of ${zone}`)
  const rules = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const now = Math.floor(Date.now() / 1000)
  const anywhere = fc.integer({ min: now - 12 * year, max: now + 2 * year })
  const atChange = fc
    .tuple(fc.constantFrom(...offsets.since.map(([from]) => from)), fc.integer({ min: -7200, max: 7200 }))
    .map(([from, beside]) => from + beside)
  setWireZone(zone, offsets)
  try {
    fc.assert(
      fc.property(fc.oneof(anywhere, atChange), (at) => {
        const text = formatDateTime(at)
        expect(text).toBe(rules.format(at * 1000))
        // A clock that is put back shows an hour twice: the text then stands for either of the two.
        expect(formatDateTime(parseDateTime(text) ?? Number.NaN)).toBe(text)
      }),
      { seed: 7, numRuns: 2000 },
    )
  } finally {
    setWireZone('Asia/Shanghai')
  }
})

it('sends no offsets for an unknown zone', () => {
  expect(zoneOffsetsOf('Mars/Olympus')).toBeUndefined()
})
