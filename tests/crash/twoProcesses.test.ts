import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refused } from '../../server/app/refuse.ts'
import { inTransaction } from '../../server/app/transaction.ts'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { databaseUrlForTools } from '../../server/db/postgres/running.ts'
import { checkInvariants } from '../../server/demo/invariants.ts'
import { createOrder } from '../../server/domains/shop/order/create.ts'
import { applyRefund } from '../../server/domains/shop/refund/apply.ts'
import { auditRefund } from '../../server/domains/shop/refund/audit.ts'
import { defaultSettings } from '../../server/domains/shop/settings.ts'
import type { StepEnv } from '../../server/domains/shop/step.ts'
import { lockSkus, moveStock } from '../../server/domains/shop/stock.ts'
import { type Answer, type Client, makeClient } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { callBack, startTestSandbox, type TestSandbox } from '../harness/sandbox.ts'
import { signIn } from '../harness/server.ts'
import { memberClient, registerMember } from '../member/people.ts'
import { type FeedLine, openLine } from '../security/feedLine.ts'

/** Two server processes on one database, and the provider that both of them pay through. */
let first: ServerProcess
let second: ServerProcess
let sandbox: TestSandbox
let database: Database
let owner: Client
/** Members, each signed in at one process and known at the other. */
let members: { id: number; at: [Client, Client] }[]
/** The same, who race for the last units: what they win stays unpaid, and nobody may have many such orders. */
let racers: typeof members
const rounds = process.env.KONTOR_LONG ? 40 : 4
const connections = 20
const dirs = [mkdtempSync(join(tmpdir(), 'kontor-feed-')), mkdtempSync(join(tmpdir(), 'kontor-feed-'))] as const

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const env = {
    KONTOR_PAYMENTS: sandbox.url,
    KONTOR_PAYMENT_KEY: sandbox.key,
    KONTOR_SECRET: 'two processes have one secret: this one',
  }
  first = await startProcess(dirs[0], env)
  const url = databaseUrlForTools({ KONTOR_DATA: dirs[0] })
  second = await startProcess(dirs[1], { ...env, DATABASE_URL: url })
  database = openDatabase(url, { connections, statementTimeout: 60_000, lockTimeout: 60_000 })
  owner = await signIn(first.url, 'admin', OWNER_PASSWORD)
  members = []
  racers = []
  for (const n of [1, 2, 3, 4]) members.push(await newMember(`member_${n}`))
  for (const n of [1, 2, 3, 4]) racers.push(await newMember(`racer_${n}`))
}, 240_000)
afterAll(async () => {
  await database?.close()
  for (const each of [second, first]) {
    each?.child.kill('SIGTERM')
    await each?.ended
  }
  await sandbox?.close()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

async function newMember(name: string): Promise<(typeof members)[number]> {
  const sites = [first, second].map(({ url }) => ({ guest: (more = {}) => makeClient(url, more) }))
  const [one, two] = sites
  if (!one || !two) throw new Error('two processes')
  const { token } = await registerMember(one, name, 'Racer-pass-1')
  const [row] = await rows<{ id: number }>(sql`select id from "user" where username = ${name}`)
  const id = row?.id ?? 0
  const paid = await owner.post('/admin/user.MoneyLog/add', { user_id: id, money: '90000.00', memo: 'race' })
  expect(paid.body.code, paid.text).toBe(1)
  return { id, at: [memberClient(one, token), memberClient(two, token)] }
}

async function rows<T>(statement: ReturnType<typeof sql>): Promise<T[]> {
  return (await statement.execute(database.read)).rows as T[]
}
const now = () => Math.floor(Date.now() / 1000)
const desk = (): StepEnv => ({ now: now(), actor: { type: 'admin', id: 1, name: 'admin' } })
const receiver = { name: '王芳', mobile: '13800131000', city: [110000, 110100, 110105], address: '建国路1号' }
/** SKUs on sale, dearest last. */
const skus = () =>
  rows<{ id: number; stock: number }>(sql`select s.id, s.stock from shop_goods_sku s join shop_goods g on g.id = s.goods_id
    where g.status = 1 and g.delete_time is null and s.status = 1 and s.stock >= 30 and g.per_limit = 0 and g.min_buy = 1 order by s.price, s.id limit 3`)

/** An order of the n-th member, paid from the balance. */
async function paidOrder(n: number): Promise<{ id: number; member: (typeof members)[number] }> {
  const member = members[n % members.length]
  if (!member) throw new Error('no members')
  const [sku] = await skus()
  const made = await member.at[0].post<{ id: number }>('/api/shop.Order/create', {
    lines: [{ sku_id: sku?.id, quantity: 2 }],
    receiver,
  })
  expect(made.body.code, made.text).toBe(1)
  const paid = await member.at[1].post('/api/shop.Order/pay', { id: made.body.data.id, type: 'balance' })
  expect(paid.body.code, paid.text).toBe(1)
  return { id: made.body.data.id, member }
}

const isDone = ({ body }: Answer<unknown>) => body.code === 1
const isConflict = ({ body }: Answer<unknown>) => body.code === 0 && (body.data as { type?: string } | null)?.type === 'conflict'
/** The owner at one of the two processes. */
const ownerAt = (n: number) =>
  makeClient((n % 2 === 0 ? first : second).url, { ...(owner.token ? { token: owner.token } : {}), lang: 'en' })
const statusOf = async (id: number) =>
  (await rows<{ status: number }>(sql`select status from shop_order where id = ${id}`))[0]?.status

test('500 buyers of the last ten units, some of them through both servers, get exactly ten', async () => {
  const sku = (await skus()).at(-1)
  const skuId = sku?.id ?? 0
  await inTransaction(database, async (trx) => {
    const locked = await lockSkus(trx, [skuId])
    await moveStock(
      trx,
      locked,
      [{ skuId, stock: 10 - (locked.get(skuId)?.stock ?? 0), sales: 0 }],
      { reason: 'manual', refNo: 'race' },
      desk(),
    )
  })
  const people = await rows<{ id: number }>(
    sql`select u.id from "user" u join shop_user s on s.id = u.id and s.blocked = 0
      where u.status = 'enable' and u.delete_time is null order by u.id`,
  )
  const settings = { ...defaultSettings, maxUnpaid: 1000 }
  const buy = async (n: number): Promise<boolean> => {
    const userId = people[n % people.length]?.id ?? 0
    const order = {
      userId,
      lines: [{ skuId, quantity: 1 }],
      receiver: { ...receiver, city: '北京市' },
      source: 'web' as const,
    }
    const env: StepEnv = { now: now(), actor: { type: 'member', id: userId, name: '' }, settings }
    return inTransaction(database, (trx) => createOrder(trx, order, env)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused && ['shop.outOfStock', 'shop.why.soldOut'].includes(error.code)) return false
        throw error
      },
    )
  }
  const call = async (n: number) => {
    const answer = await racers[n % racers.length]?.at[n % 2 === 0 ? 0 : 1].post('/api/shop.Order/create', {
      lines: [{ sku_id: skuId, quantity: 1 }],
      receiver,
    })
    return answer !== undefined && isDone(answer)
  }
  // As many at a time as there are connections: whoever waits for one longer than a person would is turned away.
  const waiting = Array.from({ length: 500 }, (_, n) => n)
  const results: boolean[] = []
  const desks = Array.from({ length: connections }, async () => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) results.push(await (n % 25 === 0 ? call(n / 25) : buy(n)))
  })
  await Promise.all(desks)
  expect(results).toHaveLength(500)
  expect(results.filter(Boolean)).toHaveLength(10)
  expect(await rows(sql`select stock from shop_goods_sku where id = ${skuId}`)).toEqual([{ stock: 0 }])
}, 120_000)

test('deliver against cancel: one of the two wins, the other gets a clear conflict', async () => {
  const won = new Set<string>()
  for (let n = 0; n < rounds; n++) {
    const { id, member } = await paidOrder(n)
    const parcel = { mode: 'none', address_id: 1, notify_user: 0 }
    const deliver = () => ownerAt(n).post('/admin/shop.order.Order/delivery', { id, ...parcel })
    const cancel = () => member.at[n % 2 === 0 ? 1 : 0].post('/api/shop.Order/applyCancel', { id, reason: '不要了' })
    const answers = await Promise.all(n % 4 < 2 ? [deliver(), cancel()] : [cancel(), deliver()])
    expect(answers.filter(isDone), JSON.stringify(answers.map(({ body }) => body))).toHaveLength(1)
    expect(answers.filter(isConflict)).toHaveLength(1)
    won.add(String(await statusOf(id)))
  }
  expect([...won].every((status) => status === '3' || status === '7')).toBe(true)
}, 120_000)

test('agree against refuse, twenty times at once through both servers, answers a request to cancel once and sends the money back once', async () => {
  for (let n = 0; n < Math.ceil(rounds / 4); n++) {
    const { id, member } = await paidOrder(n)
    await member.at[0].post('/api/shop.Order/applyCancel', { id, reason: '不要了' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        ownerAt(i).post('/admin/shop.order.Order/cancel', { id, result: i % 3 === 0 ? 'refuse' : 'agree', reason: 'x' }),
      ),
    )
    expect(answers.filter(isDone)).toHaveLength(1)
    expect(answers.filter(isConflict)).toHaveLength(19)
    const backs = await rows(sql`select id from shop_money_back where order_id = ${id}`)
    expect(backs).toHaveLength((await statusOf(id)) === 6 ? 1 : 0)
  }
}, 120_000)

test('a hundred answers to one refund at once have one effect', async () => {
  const { id, member } = await paidOrder(1)
  const [line] = await rows<{ id: number; pay_share: number }>(
    sql`select id, pay_share from shop_order_goods where order_id = ${id}`,
  )
  const asked = { orderId: id, type: 1 as const, reason: 'other' as const, description: '', images: [], includeDelivery: false }
  const lines = [{ id: line?.id ?? 0, quantity: 1, amount: Math.floor((line?.pay_share ?? 0) / 2) }]
  const env: StepEnv = { now: now(), actor: { type: 'member', id: member.id, name: '' } }
  const refund = await inTransaction(database, (trx) => applyRefund(trx, { ...asked, lines }, env))
  const answer = async (n: number) => {
    const result = n % 2 === 0 ? ('agree' as const) : ('refuse' as const)
    const audit = { refundId: refund.id, result, agreeAmount: lines[0]?.amount ?? 0, addressId: null, note: 'x' }
    return inTransaction(database, (trx) => auditRefund(trx, audit, desk())).then(
      () => 'done',
      (error: unknown) => (error instanceof Refused ? String(error.options.type) : Promise.reject(error)),
    )
  }
  const results = await Promise.all(Array.from({ length: 100 }, (_, n) => answer(n)))
  expect(results.filter((result) => result === 'done')).toHaveLength(1)
  expect(results.filter((result) => result === 'conflict')).toHaveLength(99)
}, 120_000)

test('a payment that is told twenty times, to both servers and out of order, pays its order once; its money goes back once', async () => {
  for (let n = 0; n < Math.ceil(rounds / 4); n++) {
    const [member, [sku]] = [members[n % members.length], await skus()]
    const made = await member?.at[0].post<{ id: number }>('/api/shop.Order/create', {
      lines: [{ sku_id: sku?.id, quantity: 1 }],
      receiver,
    })
    const id = made?.body.data.id ?? 0
    const begun = await member?.at[1].post<{ pay_no: string; pay_url: string }>('/api/shop.Order/pay', { id, type: 'alipay' })
    const payment = sandbox.ledger.payments.get(begun?.body.data.pay_no ?? '')
    const content = {
      event: 'payment',
      number: payment?.payNo,
      channel: 'alipay',
      trade_no: payment?.tradeNo,
      amount: payment?.amount,
      error: '',
    }
    const [told] = await Promise.all([
      Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          callBack(i % 2 === 0 ? first : second, sandbox, { ...content, state: i % 5 === 0 ? 'processing' : 'done' }),
        ),
      ),
      sandbox.pay(begun?.body.data.pay_url ?? ''),
    ])
    expect(told.filter(isDone)).toHaveLength(20)
    const log = await rows(sql`select action from shop_order_log where order_id = ${id} and action <> 'create'`)
    expect(log).toEqual([{ action: 'pay' }])
    expect((await ownerAt(n).post('/admin/shop.order.Order/close', { id, reason: 'other', note: '' })).body.code).toBe(1)
    await expect
      .poll(() => rows(sql`select kind, status from shop_money_back where order_id = ${id}`), { timeout: 30_000 })
      .toEqual([{ kind: 'close', status: 2 }])
    expect([...sandbox.ledger.backs.values()].filter((back) => back.tradeNo === payment?.tradeNo)).toHaveLength(1)
  }
}, 120_000)

test('after all of that everything adds up', async () => {
  expect(await checkInvariants(database.read)).toEqual([])
})

async function bound(url: string, more: object = {}): Promise<FeedLine> {
  const line = await openLine(`${url.replace('http', 'ws')}/wss`, url)
  await line.bind(owner.token ?? '', more)
  return line
}

/** As a browser tells them: a notice that is pushed while it is told again, maybe before older ones, is one. */
const told = (line: FeedLine) => {
  const heard = line.messages.flatMap(({ data, type }) =>
    type === 'notify' && data ? [[Number(data.message.id), data.message.message_type] as const] : [],
  )
  return [...new Map(heard)].sort(([a], [b]) => a - b).map(([, type]) => type)
}

test('a notice made at one process reaches sockets at the other; where one is killed, the client hears at the other what it missed', async () => {
  const lines = [await bound(first.url), await bound(second.url)]
  const sample = (id: number) => owner.post('/admin/shop.notify.Setting/test', { id })
  expect((await sample(1)).body.code).toBe(1)
  for (const line of lines) await expect.poll(() => told(line), { timeout: 30_000 }).toEqual(['order'])
  const since = lines[1]?.messages.at(-1)?.data?.last
  second.child.kill('SIGKILL')
  expect(await lines[1]?.closed).toBe(1006)
  for (const id of [2, 5]) expect((await sample(id)).body.code).toBe(1)
  const again = await bound(first.url, { since })
  await expect.poll(() => told(again), { timeout: 30_000 }).toEqual(['order_cancel', 'low_stock'])
  expect(again.messages[0]?.data?.unread_count).toBe(lines[0]?.messages.at(-1)?.data?.unread_count)
}, 90_000)
