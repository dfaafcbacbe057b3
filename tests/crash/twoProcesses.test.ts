import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendJob } from '../../modules/shop/server/coupon/send.ts'
import { makeCoupon, receiver, spreadOf } from '../../modules/shop/tests/helpers/factories.ts'
import { done, expectSoundShop } from '../../modules/shop/tests/helpers/helpers.ts'
import { moneyActs } from '../../modules/shop/tests/helpers/moneyActs.ts'
import { reaches, turn } from '../../modules/shop/tests/helpers/multiServer.ts'
import { leaveInStock, type Race, raceAct, races } from '../../modules/shop/tests/helpers/races.ts'
import { ask, eachMadeOnce } from '../dataio/files.ts'
import { checked, csv, ran } from '../dataio/imports.ts'
import { type Answer, type Client, makeClient } from '../harness/client.ts'
import { longTest } from '../harness/longTest.ts'
import { everyNth, isLong, sampleOf } from '../harness/sampling.ts'
import { type FeedLine, openLine } from '../security/feedLine.ts'
import { person } from '../security/people.ts'
import { type Pair, startPair } from './pair.ts'
import { makeDue, overdue, twice } from './time.ts'

/** How often everything is raced for. */
const rounds = isLong ? 10 : 1
/** Buyers of what is left in stock. */
const buyers = isLong ? 500 : 100
/** Lines of a file that is taken in. */
const lines = isLong ? 2000 : 60
/** Buyers who wait for an answer at a time: whoever waits longer than a person would is turned away. */
const buying = 40

let pair: Pair
beforeAll(async () => {
  pair = await startPair()
}, 240_000)
afterAll(() => pair?.close())

describe('races at both', () => {
  test(`${buyers} buyers of the last ten units get exactly ten`, async () => {
    const { multiServer } = pair
    const sku = await leaveInStock(multiServer, 10)
    const order = { lines: [{ sku_id: sku.id, quantity: 1 }], receiver }
    const waiting = Array.from({ length: buyers }, (_, n) => n)
    const answers: Answer[] = []
    const buy = async () => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift())
        answers.push(await turn(turn(multiServer.crowd, n).at, n).post('/api/shop.Order/create', order))
    }
    await Promise.all(Array.from({ length: buying }, buy))
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(10)
    const others = new Set(answers.filter(({ body }) => body.code !== 1).map(({ status, body }) => `${status} ${body.msg}`))
    expect(
      [...others].every((told) => /^200 .*(Not enough|sold out)/i.test(told)),
      [...others].join('; '),
    ).toBe(true)
    expect(await multiServer.query('select stock from shop_goods_sku where id = $1', [sku.id])).toEqual([{ stock: 0 }])
  }, 120_000)

  const held = async (begin: (n: number) => Promise<Race>) => {
    for (let n = 0; n < rounds; n++) {
      const race = await begin(n)
      expect(await race.run()).toEqual(race.goes)
      await expect.poll(race.ends).toEqual(race.end) // what the provider is asked for may still be on its way
    }
  }
  test.each(Object.entries(races))('%s', (_, race) => held((n) => race(pair.multiServer, n)), 120_000)

  const calls = Object.entries(moneyActs).filter(([, { by }]) => by === 'call')
  /** Each act is raced for in one of two ways, in both when there is time; what may be done again, in this one. */
  const attempts = calls.filter(([, { again }], i) => isLong || again || i % 2 === 0)
  const rivals = calls.flatMap(([name, { again }], i) => (!again && (isLong || i % 2 === 1) ? [name] : []))
  test.each(sampleOf('acts raced for at two processes', rivals, everyNth(4)))(
    'twenty times at once, one wins: %s',
    (name) => held((n) => raceAct(pair.multiServer, name, n)),
    120_000,
  )
  test.each(sampleOf('acts attempted at two processes', attempts, everyNth(4)))(
    'one attempt at both has one effect and one answer: %s',
    async (_, act) => {
      for (let n = 0; n < rounds; n++) {
        const { call, state, after } = await act.prepare(pair.multiServer, n)
        const answers = await Promise.all(Array.from({ length: 6 }, (__, i) => call(i, `attempt ${n}`)))
        answers.push(await call(0, `attempt ${n}`), await call(1, `attempt ${n}`))
        const told = answers.map(({ text, body }) => (body.code === 1 ? text : (body.data as { type?: string } | null)?.type))
        expect(new Set(told.filter((each) => each !== 'conflict')).size, told.join('\n')).toBe(1)
        expect(await state()).toBe(after)
      }
    },
    120_000,
  )

  test('after all of that everything adds up', async () => {
    await expectSoundShop(pair)
  })
})

/** Administrators with these rights, in turn at each process. */
const staff = (nodes: readonly string[], count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      person({ query: pair.multiServer.query, guest: (options) => makeClient(turn(pair.multiServer.urls, n), options) }, nodes),
    ),
  )

describe('jobs at both', () => {
  test('each export is made once, and every process hands it out', async () => {
    const people = await staff(['user/moneyLog/index', 'user/moneyLog/export'], 6)
    const [total] = await pair.multiServer.query<{ n: number }>(
      `select count(*)::int as n from user_money_log where money = 9000000`,
    )
    const search = [{ field: 'money', operator: 'eq', val: '90000.00' }]
    const asking = (who: Client) => ask(who, 'user.MoneyLog', { columns: ['id'], query: { search } })
    await eachMadeOnce(pair.multiServer, people, asking, total?.n ?? 0)
  }, 120_000)

  test('a file that is sent to one, checked by whichever, and started at the other is taken in once', async () => {
    const nodes = ['index', 'import', 'add', 'edit'].map((node) => `shop/delivery/company/${node}`)
    const [one] = await staff(nodes, 1)
    if (!one) throw new Error('nobody')
    const rows = Array.from({ length: lines }, (_, i) => [`both${i}`, `both${i}`])
    const { id } = await checked(one, { url: pair.first.url }, 'shop.delivery.Company', csv(['Name', 'Code'], ...rows))
    const end = await ran(makeClient(pair.second.url, { token: one.token }), id)
    expect(end).toMatchObject({ status: 4, inserted: lines, failed: 0 })
    const found = await pair.multiServer.query(`select 1 from shop_delivery_company where code like 'both%'`)
    expect(found).toHaveLength(lines)
  }, 600_000)

  test('coupons that are sent by jobs, begun at either, come to everybody once', async () => {
    const { multiServer } = pair
    const coupons = await Promise.all([0, 1, 2, 3].map(() => makeCoupon(turn(multiServer.owners, 0), { total: 100_000 })))
    for (const [n, id] of coupons.entries())
      done(await turn(multiServer.owners, n).post('/admin/shop.coupon.Coupon/send', { id, target: 'all', quantity: 3 }))
    for (const id of coupons) {
      await reaches(multiServer, 'select status from shop_coupon_send where coupon_id = $1', id, 2)
      const [sent] = await multiServer.query<{ total: number }>('select total from shop_coupon_send where coupon_id = $1', [id])
      const members = sent?.total ?? 0
      expect(await spreadOf(multiServer, id)).toEqual({ members, least: 3, most: 3, received: members * 3 })
    }
  }, 120_000)
})

async function bound(url: string, more: object = {}): Promise<FeedLine> {
  const line = await openLine(`${url.replace('http', 'ws')}/wss`, url)
  await line.bind(turn(pair.multiServer.owners, 0).token ?? '', more)
  return line
}
const sample = (n: number, id: number) => turn(pair.multiServer.owners, n).post('/admin/shop.notify.Setting/test', { id })
const kindsTold = (line: FeedLine) =>
  line.messages.flatMap(({ data, type }) => (type === 'notify' ? [data?.message.message_type] : []))
/** As a browser tells them that binds again: a notice that is pushed while it is told again, maybe before older ones, is one. */
const missedOn = ({ messages }: FeedLine) => {
  const heard = messages.flatMap(({ data, type }) =>
    type === 'notify' && data ? [[Number(data.message.id), data.message.message_type] as const] : [],
  )
  return [...new Map(heard)].sort(([a], [b]) => a - b).map(([, kind]) => kind)
}
/** What the last message that has a count says is unread. */
const unread = (line: FeedLine) => line.messages.findLast(({ data }) => data?.unread_count !== undefined)?.data?.unread_count

describe('the feed of both', () => {
  test('tells a notice once at each, wherever it was made; what is read at one is counted anew at the other', async () => {
    const lines = await Promise.all(pair.multiServer.urls.map((url) => bound(url)))
    const before = lines.map(unread)
    for (const [n, id] of [1, 2, 5].entries()) {
      done(await sample(n, id))
      const so = ['order', 'order_cancel', 'low_stock'].slice(0, n + 1)
      for (const line of lines) await expect.poll(() => kindsTold(line), { timeout: 30_000 }).toEqual(so)
    }
    const [told] = lines.map((line) => line.told())
    expect(lines.map((line) => line.told())).toEqual([told, told])
    expect(lines.map(unread)).toEqual(before.map((count) => (count ?? 0) + 3))
    for (const [n, id] of (told ?? []).entries()) {
      done(await turn(pair.multiServer.owners, n).post('/admin/shop.notify.Notify/read', { id }))
      for (const line of lines) await expect.poll(() => unread(line), { timeout: 30_000 }).toBe((before[0] ?? 0) + 2 - n)
    }
    for (const line of lines) line.socket.terminate()
  }, 90_000)
})

/** From now on the database takes these seconds for a statement that adds rows to one of the tables; returns what ends that. */
async function slowDown(tables: Iterable<string>, seconds: number): Promise<() => Promise<void>> {
  const { query } = pair.multiServer
  const pause = async (length: number) => {
    const body = `begin perform pg_sleep(${length}); return null; end`
    await query(`create or replace function slow() returns trigger language plpgsql as '${body}'`)
  }
  await pause(seconds)
  for (const table of tables)
    await query(`create or replace trigger slow after insert on ${table} for each statement execute function slow()`)
  return () => pause(0) // the triggers stay: to drop them would wait for locks of those that are at work
}

describe('one of them is killed', () => {
  longTest('jobs at both, and the feed of both, without the kill; crash.test kills')(
    'while it sends coupons and has sockets: the other goes on with the sending and tells what was missed',
    async () => {
      const { multiServer, first, second } = pair
      const line = await bound(second.url)
      done(await sample(0, 1))
      await expect.poll(() => kindsTold(line), { timeout: 30_000 }).toEqual(['order'])
      const since = line.messages.at(-1)?.data?.last
      // The first process sleeps while the second takes the job, of which each step takes its time.
      const restoreSpeed = await slowDown(['shop_coupon_receive'], 1)
      const id = await makeCoupon(turn(multiServer.owners, 0), { total: 100_000 })
      first.child.kill('SIGSTOP')
      done(await turn(multiServer.owners, 1).post('/admin/shop.coupon.Coupon/send', { id, target: 'all', quantity: 5 }))
      await reaches(multiServer, 'select status from shop_coupon_send where coupon_id = $1', id, 1)
      first.child.kill('SIGCONT')
      second.child.kill('SIGKILL')
      expect(await line.closed).toBe(1006)
      await restoreSpeed()
      expect(await multiServer.query('select status from shop_coupon_send where coupon_id = $1', [id])).toEqual([{ status: 1 }])
      await multiServer.query('update job set lease_time = 1 where kind = $1', [sendJob]) // the lease runs out
      await reaches(multiServer, 'select status from shop_coupon_send where coupon_id = $1', id, 2)
      expect(await spreadOf(multiServer, id)).toMatchObject({ least: 5, most: 5 })
      for (const notice of [2, 5]) done(await sample(0, notice))
      const again = await bound(first.url, { since })
      await expect.poll(() => missedOn(again), { timeout: 30_000 }).toEqual(['order_cancel', 'low_stock'])
      again.socket.terminate()
    },
    120_000,
  )

  test('two more do at once what time brings about, nothing twice; where one is killed at it, the others do the rest', async () => {
    const due = await makeDue(pair.multiServer)
    expect(due.least, 'of each kind there is something to do').toBeGreaterThan(0)
    const restoreSpeed = isLong ? await slowDown(new Set(due.kinds.map(({ log }) => log)), 0.3) : undefined
    const [, other] = await Promise.all([pair.another(), pair.another()])
    if (restoreSpeed) {
      await expect.poll(() => overdue(pair.multiServer, due), { interval: 5, timeout: 60_000 }).toBeLessThan(due.all)
      other.child.kill('SIGKILL')
      expect(await overdue(pair.multiServer, due), 'it was under way').toBeGreaterThan(0)
      await restoreSpeed()
    }
    // What the killed one held is passed over until the clock of another strikes, which is once a minute.
    await expect.poll(() => overdue(pair.multiServer, due), { timeout: 120_000 }).toBe(0)
    expect(await twice(pair.multiServer, due)).toEqual([])
  }, 300_000)

  test('and everything still adds up', async () => {
    await expectSoundShop(pair)
  })
})
