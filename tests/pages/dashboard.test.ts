import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastDays, before as periodBefore } from '../../server/modules/dashboard/period.ts'
import { toRequest } from '../../src/runtime/crud/query.ts'
import { parseDateTime } from '../../src/schemas/kinds/clock.ts'
import { makeLimited } from '../auth/people.ts'
import type { Client } from '../harness/client.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { memberClient, signInMember } from '../member/people.ts'

interface CardAnswer {
  value: unknown
  before?: unknown
  from?: number
  to?: number
}
interface Answered {
  range: number
  cards: Record<string, CardAnswer>
  charts: Record<string, { series: string[]; points: { label: string; value: unknown; tag?: string; figures: unknown[] }[] }>
}

const schema = await productSchema()
const dashboard = schema.pages.get('dashboard')?.dashboard
let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  // The demo shop lived until its own clock stopped; its last day becomes today, so that there is something to see.
  // Times are counted from the day's first second: shortly after midnight "some minutes ago" is another day. Of yesterday's payments half
  // were made in its first second, half in its last: only the former are of the same hours as today's.
  const { from } = lastDays(1, Math.floor(Date.now() / 1000))
  await server.query(
    `update shop_order set pay_time = $1 + 60 * (id % 20), create_time = $1 + id % 20 where pay_time is not null and id % 7 = 0`,
    [from],
  )
  await server.query(
    `update shop_order set pay_time = case id % 2 when 0 then $2 else $1 - 1 end, create_time = $2 where pay_time is not null and id % 7 = 1`,
    [from, lastDays(2, from).from],
  )
})
afterAll(() => server?.close())

const read = async (client: Client, range = 7): Promise<Answered> =>
  (await client.get<Answered>('/admin/Dashboard/index', { range, fresh: 1 })).body.data

describe('the period before', () => {
  const at = (text: string) => Number(parseDateTime(text))

  it('ends at the hour that it is now: part of a day is compared with the same part', () => {
    const now = at('2026-03-02 09:30:00')
    expect(periodBefore(lastDays(1, now), now)).toEqual({ from: at('2026-03-01 00:00:00'), to: now - 86_400 })
    expect(periodBefore(lastDays(7, now), now)).toEqual({ from: at('2026-02-17 00:00:00'), to: at('2026-02-23 09:30:00') })
  })

  it('never reaches into the period that it is compared with', () => {
    const now = at('2026-03-02 23:59:59')
    expect(periodBefore(lastDays(1, now), now).to).toBe(lastDays(1, now).from - 1)
  })
})

describe('a figure of the dashboard', () => {
  it('equals the total of the list behind it', async () => {
    const { cards } = await read(owner)
    const counted = Object.values(dashboard?.cards ?? {}).filter((card) => card.link && card.measure.op === 'count')
    const todo = ['toShip', 'applyCancel', 'refundsToAudit', 'returnsToReceive', 'toReply', 'lowStock']
    expect(counted.map((card) => card.name)).toEqual([...todo, 'joinsToAudit', 'ledgerFaults', 'paidOrders', 'newMembers'])
    for (const card of counted) {
      const page = schema.pages.get(card.page ?? '')
      const answer = cards[card.name]
      if (!page || !answer) throw new Error(`no ${card.name}`)
      const period =
        answer.from === undefined
          ? []
          : [{ field: card.time ?? '', operator: 'RANGE' as const, value: [`${answer.from}`, `${answer.to}`] }]
      const filters = [...(card.link ?? []), ...period]
      const state = { page: 1, limit: 10, sort: null, quickSearch: '', filters }
      const list = await owner.get<{ total: number }>(`/admin/${page.controller}/index`, { ...toRequest(state, page) })
      expect(list.body.code, card.name).toBe(1)
      expect(answer.value, card.name).toBe(list.body.data.total)
    }
    expect(cards.toShip?.value).toBeGreaterThan(0)
    expect(cards.paidOrders?.value).toBeGreaterThan(0)
  })

  it('is a sum or a mean as the database has it, with the same hours of the day before', async () => {
    const { cards } = await read(owner)
    const [today] = await server.query<{ sum: string; avg: string }>(
      `select sum(pay_amount)::text as sum, round(avg(pay_amount))::text as avg from shop_order where pay_time between $1 and $2`,
      Object.values(lastDays(1, Math.floor(Date.now() / 1000))),
    )
    expect(cards.paidAmount?.value).toBe((Number(today?.sum) / 100).toFixed(2))
    expect(cards.averageOrder?.value).toBe((Number(today?.avg) / 100).toFixed(2))
    const today0 = lastDays(1, Math.floor(Date.now() / 1000)).from
    const [day] = await server.query<{ early: number; late: number }>(
      `select count(*) filter (where pay_time = $1)::int as early, count(*) filter (where pay_time = $2)::int as late
       from shop_order where pay_time between $1 and $2`,
      [lastDays(2, today0).from, today0 - 1],
    )
    expect(day?.early).toBeGreaterThan(50)
    expect(day?.late).toBeGreaterThan(50)
    expect(cards.paidOrders?.before).toBe(day?.early)
  })

  it('counts the rows that a named filter of the list lets through, and rows of tables that have no list to lead to', async () => {
    const { cards } = await read(owner)
    const [row] = await server.query<{
      low: number
      faults: number
    }>(`select (select count(*)::int from shop_ledger_fault) as faults,
      (select count(*)::int from shop_goods g where delete_time is null and exists (select 1 from shop_goods_sku s where s.goods_id = g.id
        and s.delete_time is null and s.status = 1 and s.stock <= coalesce(s.low_stock, g.low_stock, 0))) as low`)
    expect(cards.lowStock?.value).toBe(row?.low)
    expect(cards.ledgerFaults?.value).toBe(row?.faults)
  })

  it('counts who opened the public part today, an address and a member once each', async () => {
    const visitors = async () => (await read(owner)).cards.visitors?.value
    const before = Number(await visitors())
    const member = memberClient(server, (await signInMember(server)).token)
    for (let n = 0; n < 3; n++) {
      await server.guest().get('/api/index/index')
      await member.get('/api/index/index')
    }
    await expect.poll(visitors).toBe(before + 2)
    expect(await server.query(`select 1 from site_visit where visitor !~ '^[0-9a-f]{64}$'`)).toEqual([])
  })
})

describe('a chart of the dashboard', () => {
  it('has every day of the range, and the figures of all days together are those of the period', async () => {
    for (const range of [7, 30, 90]) {
      const { charts, range: days } = await read(owner, range)
      expect(days).toBe(range)
      const points = charts.sales?.points ?? []
      expect(points.length).toBe(range)
      const [row] = await server.query<{ n: number; sum: string }>(
        'select count(*)::int as n, coalesce(sum(pay_amount), 0)::text as sum from shop_order where pay_time between $1 and $2',
        Object.values(lastDays(range, Math.floor(Date.now() / 1000))),
      )
      expect(points.reduce((sum, { figures }) => sum + Number(figures[1]), 0)).toBe(row?.n)
      expect(points.reduce((sum, { figures }) => sum + Math.round(Number(figures[0]) * 100), 0)).toBe(Number(row?.sum))
    }
  })

  it('groups over relations: the paid amount by class is that of the rows, and each line is in one class', async () => {
    for (const range of [7, 90]) {
      const period = Object.values(lastDays(range, Math.floor(Date.now() / 1000)))
      const orders = await server.query<{ id: number }>('select id from shop_order where pay_time between $1 and $2', period)
      const paid = new Set(orders.map(({ id }) => id))
      const names = new Map(
        (
          await server.query<{ id: number; name: string }>(
            "select id, coalesce(nullif(name_en, ''), name) as name from shop_goods_classify",
          )
        ).map((row) => [row.id, row.name]),
      )
      const goods = await server.query<{ id: number; classify_ids: number[] }>('select id, classify_ids from shop_goods')
      const classOf = new Map(goods.map((row) => [row.id, names.get(row.classify_ids[0] ?? 0) ?? '']))
      const lines = await server.query<{ order_id: number; goods_id: number; share: number }>(
        'select order_id, goods_id, pay_share::int as share from shop_order_goods',
      )
      const sums = new Map<string, number>()
      for (const { goods_id, share } of lines.filter((line) => paid.has(line.order_id))) {
        const name = classOf.get(goods_id) ?? ''
        sums.set(name, (sums.get(name) ?? 0) + share)
      }
      const points = (await read(owner, range)).charts.classes?.points ?? []
      expect(sums.size).toBeGreaterThan(1)
      const largest = [...sums.values()].sort((a, b) => b - a).slice(0, 10)
      expect(points.map(({ figures }) => Math.round(Number(figures[0]) * 100))).toEqual(largest)
      for (const { label, figures } of points) expect(figures[0], label).toBe(((sums.get(label) ?? 0) / 100).toFixed(2))
    }
  })

  it('of the best-selling goods is of the days chosen, and of spending above zero, points mall and registrations with it', async () => {
    await server.query('update user_money_log set create_time = $1 where id % 3 = 0', [
      lastDays(1, Math.floor(Date.now() / 1000)).from + 1,
    ])
    for (const range of [7, 90]) {
      const period = Object.values(lastDays(range, Math.floor(Date.now() / 1000)))
      const best = await server.query<{ name: string; n: number }>(
        `select g.name, sum(l.quantity)::int as n from shop_order o join shop_order_goods l on l.order_id = o.id
          join shop_goods g on g.id = l.goods_id where o.pay_time between $1 and $2 group by g.name order by n desc, g.name limit 10`,
        period,
      )
      const ledger = await server.query<{ kind: boolean; fen: number }>(
        `select source = 'recharge' as kind, abs(sum(money))::int as fen from user_money_log where create_time between $1 and $2
          and (source = 'recharge' or (source in ('order', 'join', 'points') and money < 0)) group by 1 order by 1`,
        period,
      )
      const { charts } = await read(owner, range)
      expect(charts.topGoods?.points.map(({ figures }) => figures[0])).toEqual(best.map(({ n }) => n))
      const figures = charts.balance?.points.map((point) => point.figures.map((each) => Math.round(Number(each) * 100))) ?? []
      expect(figures.flat().every((fen) => fen >= 0)).toBe(true)
      const total = (i: number) => figures.reduce((sum, day) => sum + (day[i] ?? 0), 0)
      const kinds = new Map(ledger.map(({ kind, fen }) => [String(kind), fen]))
      expect([total(0), total(1)]).toEqual([kinds.get('true'), kinds.get('false')])
    }
  })

  it('names groups by the field that says them in the language of the person, else by their own', async () => {
    await server.query("update shop_goods_classify set name_en = '' where name = '手机'")
    const named = async (client: Client) => (await read(client, 90)).charts.classes?.points.map(({ label }) => label) ?? []
    const rows = await server.query<{ name: string; name_en: string }>('select name, name_en from shop_goods_classify')
    const own = new Set(rows.map(({ name }) => name))
    const english = new Set(rows.map((row) => row.name_en || row.name))
    const chinese = await named(owner.with({ lang: 'zh-cn' }))
    expect(chinese.length).toBeGreaterThan(2)
    expect(chinese.filter((label) => !own.has(label))).toEqual([])
    expect((await named(owner)).filter((label) => !english.has(label))).toEqual([])
    expect((await named(owner)).some((label) => !own.has(label))).toBe(true)
  })

  it('names its groups in the language of the person, with the colours of the tags', async () => {
    const { charts } = await read(owner.with({ lang: 'zh-cn' }), 90)
    const closed = charts.statuses?.points.find((point) => point.value === '6' || point.value === 6)
    expect(closed).toMatchObject({ label: '已取消', tag: 'danger' })
  })
})

describe('what the dashboard hides', () => {
  it('is money from who may not see turnover, and figures of lists that one may not see', async () => {
    const packer = await server.signIn('packer')
    const seen = await packer.get<Answered>('/admin/Dashboard/index')
    const { client: desk } = await makeLimited(server, owner, 'desk', ['dashboard/index', 'shop/order/order/index'])
    const orders = await read(desk)
    expect(Object.keys(orders.cards)).toContain('toShip')
    for (const money of ['paidAmount', 'averageOrder', 'refundAmount']) expect(orders.cards).not.toHaveProperty(money)
    expect(orders.cards).not.toHaveProperty('newMembers')
    expect(orders.charts.sales?.series).toEqual(['orders'])
    expect(orders.charts).not.toHaveProperty('balance')
    expect(orders.charts).not.toHaveProperty('classes')
    const { client: money } = await makeLimited(server, owner, 'money', ['dashboard/index', 'dashboard/sales'])
    expect((await read(money)).charts).not.toHaveProperty('classes')
    expect(JSON.stringify(orders)).not.toMatch(/\d\.\d\d"/)
    expect(seen.body.code).toBe(401)
  })

  it('comes from somebody else: figures are cached per person and rights until they are refreshed', async () => {
    const kept = async (client: Client) => (await client.get<Answered & { age: number }>('/admin/Dashboard/index')).body.data
    const nodes = ['dashboard/index', 'shop/order/order/index']
    const [{ client: one }, { client: two }] = [
      await makeLimited(server, owner, 'kept1', nodes),
      await makeLimited(server, owner, 'kept2', [...nodes, 'dashboard/sales']),
    ]
    const first = await kept(one)
    const wide = await kept(two)
    expect(first.cards).not.toHaveProperty('paidAmount')
    expect(wide.cards).toHaveProperty('paidAmount')
    const [unpaid] = await server.query<{ id: number }>('select id from shop_order where status = 1 order by id limit 1')
    expect((await owner.post('/admin/shop.order.Order/pay', { id: unpaid?.id, trade_no: '对公 1' })).body.code).toBe(1)
    expect((await kept(one)).cards).toEqual(first.cards)
    expect((await kept(two)).cards).toEqual(wide.cards)
    const anew = await read(one)
    expect(Number(anew.cards.toShip?.value)).toBe(Number(first.cards.toShip?.value) + 1)
    expect((await kept(one)).cards).toEqual(anew.cards)
    expect((await kept(one)).age).toBeGreaterThanOrEqual(0)
  })

  it('is nothing to a guest but that one has to sign in', async () => {
    expect((await server.guest().get('/admin/Dashboard/index')).body.code).toBe(303)
  })
})
