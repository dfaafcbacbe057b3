import { expect } from 'vitest'
import { type Client, makeClient } from '../../../../tests/harness/client.ts'
import type { TestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { memberClient, sessionsFor } from '../../../../tests/member/people.ts'
import { receiver } from './factories.ts'
import { type Asked, done } from './helpers.ts'

/** A member and their clients, one for each server. */
export interface Person {
  id: number
  at: readonly Client[]
}

/** A shop behind one server or several, with people at each of them: where money moves, and what is raced for. */
export interface MultiServer extends Asked {
  urls: readonly string[]
  /** The owner, at each server. */
  owners: readonly Client[]
  /** Members with money and points. */
  members: readonly Person[]
  /** Members with nothing to pay for, signed in. */
  crowd: readonly Person[]
  sandbox: TestSandbox
  /** Trade numbers whose money the provider does not send back now. */
  refused: Set<string>
}

/** Which of several takes this turn. */
export function turn<T>(all: readonly T[], n: number): T {
  const each = all[n % all.length]
  if (each === undefined) throw new Error('there is none')
  return each
}

/** Signs members in, at each server. */
export async function signedIn(multiServer: Pick<MultiServer, 'query' | 'urls'>, ids: readonly number[]): Promise<Person[]> {
  const tokens = await sessionsFor(multiServer, ids)
  return ids.map((id, i) => ({
    id,
    at: multiServer.urls.map((url) => memberClient({ guest: (more = {}) => makeClient(url, more) }, tokens[i] ?? '')),
  }))
}

/** Members who get money and points. */
const rich = 10

/** Sets up several servers for the owner, who is signed in at the first server, and for members of the demo shop. */
export async function openMultiServer(
  { urls, query, sandbox, refused }: Pick<MultiServer, 'urls' | 'query' | 'sandbox' | 'refused'>,
  owner: Client,
): Promise<MultiServer> {
  const free = await query<{ id: number }>(
    `select u.id from "user" u join shop_user s on s.id = u.id and s.blocked = 0 where u.status = 'enable' and u.delete_time is null
      and not exists (select 1 from shop_order o where o.user_id = u.id and o.status = 1)
      and not exists (select 1 from shop_recharge_order o where o.user_id = u.id and o.status = 1) order by u.id`,
  )
  const people = await signedIn(
    { query, urls },
    free.map(({ id }) => id),
  )
  expect(people.length).toBeGreaterThan(rich + 100)
  const token = owner.token ?? ''
  const members = people.slice(0, rich)
  for (const { id } of members) {
    done(await owner.post('/admin/user.MoneyLog/add', { user_id: id, money: '90000.00', memo: 'multiServer' }))
    done(await owner.post('/admin/user.ScoreLog/add', { user_id: id, score: 90_000, memo: 'multiServer' }))
  }
  const owners = urls.map((url) => makeClient(url, { token, lang: 'en' }))
  return { urls, query, sandbox, refused, owners, members, crowd: people.slice(rich) }
}

/** An order of a member as it was made. */
export interface Ordered {
  id: number
  member: Person
}

/** The SKU of which most lie in stock, of those whose price is worth a discount. */
export async function usualSku({ query }: Asked): Promise<{ id: number; goods_id: number; stock: number }> {
  const [sku] = await query<{ id: number; goods_id: number; stock: number }>(
    `select s.id, s.goods_id, s.stock from shop_goods_sku s join shop_goods g on g.id = s.goods_id
      where g.status = 1 and g.delete_time is null and s.status = 1 and s.delete_time is null and g.per_limit = 0 and g.min_buy = 1
        and s.price > 2000 and g.score_deduct = 1 order by s.stock desc, s.id limit 1`,
  )
  if (!sku) throw new Error('nothing is on sale')
  return sku
}

/** The n-th member (in turn) orders; the call goes to the n-th server. */
export async function ordered(multiServer: MultiServer, n: number, more: object = {}, quantity = 2): Promise<Ordered> {
  const member = turn(multiServer.members, n)
  const lines = [{ sku_id: (await usualSku(multiServer)).id, quantity }]
  const order = { lines, receiver, ...more }
  return { id: done(await turn(member.at, n).post<{ id: number }>('/api/shop.Order/create', order)).id, member }
}

/** An order that is paid from the balance. */
export async function paidOrder(multiServer: MultiServer, n: number): Promise<Ordered> {
  const order = await ordered(multiServer, n)
  done(await turn(order.member.at, n + 1).post('/api/shop.Order/pay', { id: order.id, type: 'balance' }))
  return order
}

/** Opens the cashier of an order; `pay` pays there, and gives the number of the trade. */
export async function atCashier(
  { sandbox }: MultiServer,
  client: Client,
  path: 'shop.Order/pay' | 'shop.Recharge/pay',
  body: object,
): Promise<{ payNo: string; pay(): Promise<string> }> {
  const inProgress = done(await client.post<{ pay_no: string; pay_url: string }>(`/api/${path}`, { type: 'wechat', ...body }))
  return {
    payNo: inProgress.pay_no,
    async pay() {
      await sandbox.pay(inProgress.pay_url)
      return sandbox.ledger.payments.get(inProgress.pay_no)?.tradeNo ?? ''
    },
  }
}

/** Waits until a statement gives this one value. */
export const reaches = (multiServer: Asked, text: string, id: number, value: unknown) =>
  expect
    .poll(async () => Object.values((await multiServer.query(text, [id]))[0] ?? {})[0], { timeout: 30_000, interval: 20 })
    .toEqual(value)

/** An order that is paid through the provider. */
export async function paidThrough(multiServer: MultiServer, n: number): Promise<Ordered & { trade: string }> {
  const order = await ordered(multiServer, n)
  const { pay } = await atCashier(multiServer, turn(order.member.at, n), 'shop.Order/pay', { id: order.id })
  const trade = await pay()
  await reaches(multiServer, 'select status from shop_order where id = $1', order.id, 2)
  return { ...order, trade }
}
