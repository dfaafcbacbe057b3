import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { callBack, startTestSandbox, type TestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { memberClient, sessionsFor } from '../../../../tests/member/people.ts'
import type { Bill } from '../../contract/bills.ts'
import { runTimer } from '../../server/timers.ts'
import { expectSoundShop, inTransaction } from '../helpers/helpers.ts'
import { clock, joinLab, joinOf, refusal } from './teamHelpers.ts'

let server: TestServer
let sandbox: TestSandbox
let owner: Client

beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startTestServer({ database: 'demo', settings: sandbox.settings })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
  await sandbox.close()
})

const { act, joined } = joinLab(() => ({ server, owner }))
const path = '/api/shop.Join'

interface Started {
  paid: boolean
  pay_no: string
  pay_url: string
  amount: string
}

/** A registration of 100 yuan that waits for its payment, and its member. */
async function unpaid(more: Record<string, unknown> = {}) {
  const join = await joined(more, { paid: 0 })
  const [token = ''] = await sessionsFor(server, [join.userId])
  const member = memberClient(server, token, { lang: 'en' })
  const start = async (type: string) => (await member.post<Started>(`${path}/pay`, { id: join.id, type })).body
  const bill = async () => (await member.get<{ row: Bill }>('/api/shop.Bill/info', { of: 'registration', id: join.id })).body
  return { ...join, member, start, bill }
}

const paymentsOf = (joinId: number) =>
  server.query('select channel, amount::int, status from shop_payment where join_id = $1 order by id', [joinId])

test.each(['wechat', 'alipay'])('a fee is paid through %s; told again and again it is paid once', async (channel) => {
  const { id, member, start, bill } = await unpaid()
  expect((await bill()).data.row).toMatchObject({ amount: '100.00', state: 'toPay', title: '测试赛', number: expect.any(String) })
  const { body: button } = await member.post<{ path: string }>('/api/shop.account.Registration/pay', { id })
  expect(button.data.path).toBe(`/pay/registration/${id}`)
  const before = await joinOf(server, id)
  const { data } = await start(channel)
  expect(data).toMatchObject({ paid: false, amount: '100.00' })
  expect((await start(channel)).data.pay_no).toBe(data.pay_no)
  await sandbox.pay(data.pay_url)
  await expect.poll(async () => (await bill()).data.row.state).toBe('paid')
  const after = await joinOf(server, id)
  expect(after).toMatchObject({ status: 2, pay_type: channel, money: before.money })
  await new Promise((resolve) => setTimeout(resolve, 300)) // the sandbox tells everything three times
  expect((await joinOf(server, id)).log).toEqual([expect.stringMatching(/^register >1/), 'pay 1>2 system'])
  expect(await paymentsOf(id)).toEqual([{ channel, amount: 10_000, status: 2 }])
})

test('whoever registers again after a refusal pays as they like, and may try again when they did not pay in time', async () => {
  const { id, member, start } = await unpaid()
  await sandbox.pay((await start('wechat')).data.pay_url)
  await expect.poll(async () => (await joinOf(server, id)).status).toBe(2)
  expect((await act('audit', id, refusal)).body.code).toBe(1)
  const press = async () => (await member.post<{ path: string }>('/api/shop.account.Registration/again', { id })).body
  const registered = async () => {
    const { code, msg, data } = await press()
    expect(code, msg).toBe(1)
    expect(data.path).toMatch(/^\/pay\/registration\/\d+$/)
    return Number(/\d+$/.exec(data.path)?.[0])
  }
  const first = await registered()
  expect(await joinOf(server, first)).toMatchObject({ status: 1, log: ['again >1 member'] })
  expect((await press()).code).toBe(0)
  await server.query('update shop_team_join set expire_time = $2 where id = $1', [first, clock() - 1])
  await inTransaction(server, (trx) => runTimer(trx, 'join', { now: clock(), actor: { type: 'system' } }, 500))
  const second = await registered()
  const { data } = (await member.post<Started>(`${path}/pay`, { id: second, type: 'alipay' })).body
  await sandbox.pay(data.pay_url)
  await expect.poll(async () => (await joinOf(server, second)).status).toBe(2)
  expect((await joinOf(server, second)).log).toEqual(['again >1 member', 'pay 1>2 system'])
  expect(await paymentsOf(second)).toEqual([{ channel: 'alipay', amount: 10_000, status: 2 }])
})

test('where nothing is audited the payment enters the contestants', async () => {
  const { id, start } = await unpaid({ need_audit: 0 })
  await sandbox.pay((await start('wechat')).data.pay_url)
  await expect.poll(async () => (await joinOf(server, id)).status).toBe(3)
  expect((await joinOf(server, id)).entries).toHaveLength(2)
})

test('a fee that comes after the places were given up is credited to the balance, once', async () => {
  const { id, start, bill, userId } = await unpaid()
  const { data } = await start('wechat')
  await server.query('update shop_team_join set expire_time = $2 where id = $1', [id, clock() - 1])
  await inTransaction(server, (trx) => runTimer(trx, 'join', { now: clock(), actor: { type: 'system' } }, 500))
  expect((await bill()).data.row.state).toBe('closed')
  const before = await joinOf(server, id)
  const told = {
    event: 'payment',
    number: data.pay_no,
    state: 'done',
    amount: 10_000,
    channel: 'wechat',
    trade_no: `T${id}`,
    error: '',
  }
  for (const _ of [1, 2]) expect((await callBack(server, sandbox, told)).body.code).toBe(1)
  const after = await joinOf(server, id)
  expect(after).toMatchObject({ status: 5, money: before.money + 10_000 })
  expect(after.log.at(-1)).toBe('late_pay 5>5 system')
  expect(await paymentsOf(id)).toEqual([{ channel: 'wechat', amount: 10_000, status: 3 }])
  expect(
    await server.query(`select money::int from user_money_log where user_id = $1 and ref_no = $2`, [userId, `L${data.pay_no}`]),
  ).toEqual([{ money: 10_000 }])
})

test('another member sees no bill and starts no payment; a way that the shop has switched off is refused', async () => {
  const { id, start } = await unpaid()
  const [token = ''] = await sessionsFor(server, [(await joined()).userId])
  const other = memberClient(server, token, { lang: 'en' })
  expect((await other.get('/api/shop.Bill/info', { of: 'registration', id })).body.code).toBe(0)
  expect((await other.get('/api/shop.Bill/info', { of: 'anything', id })).body.code).toBe(0)
  expect((await other.post(`${path}/pay`, { id, type: 'wechat' })).body.code).toBe(0)
  expect(await paymentsOf(id)).toEqual([])
  const save = async (pay_types: string[]) =>
    expect((await owner.post('/admin/shop.Settings/edit', { pay_types })).body.code).toBe(1)
  await save(['balance', 'alipay'])
  expect((await start('wechat')).code).toBe(0)
  await save(['balance', 'wechat', 'alipay'])
  expect((await start('wechat')).code).toBe(1)
})
