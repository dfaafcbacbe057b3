import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { readSettings } from '../../../../server/core/settings.ts'
import type { KontorServer } from '../../../../server/main/assemble.ts'
import { createServer } from '../../../../server/main/server.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { type MailServer, sendThrough, startMailServer } from '../../../../tests/harness/services/mail.ts'
import { type FeedLine, openLine } from '../../../../tests/security/feedLine.ts'
import { person } from '../../../../tests/security/people.ts'
import { type Message, notify } from '../../server/notices/notify.ts'

/** One database, two servers on it. */
let server: TestServer
let second: KontorServer
let other: { url: string }
let owner: Client
beforeAll(async () => {
  const settings = { mailOwnNetwork: true }
  server = await startTestServer({ database: 'demo', settings })
  second = await createServer({
    databaseUrl: server.databaseUrl,
    settings: { ...readSettings({}), port: 0, feedPort: 0, ...settings },
  })
  other = await second.listen()
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await second?.close()
  await server?.close()
})

const lines: FeedLine[] = []
afterEach(() => {
  for (const { socket } of lines.splice(0)) socket.terminate()
})

const feedNode = 'shop/notify/notify/index'
const orderNode = 'shop/order/order/index'
const setting = '/admin/shop.notify.Setting'
const inbox = '/admin/shop.notify.Notify'

async function bound(token: string, url = server.url, more: object = {}): Promise<FeedLine> {
  const line = await openLine(`${url.replace('http', 'ws')}/wss`, url)
  lines.push(line)
  await line.bind(token, more)
  return line
}

/** Lets the shop tell its administrators of something, as a step does. */
let keys = 0
async function tell(message: Partial<Message> = {}): Promise<void> {
  const database = openDatabase(server.databaseUrl, { connections: 1 })
  const now = Math.floor(Date.now() / 1000)
  const order: Message = { type: 'order', data: { order_no: '2026', amount: '12.50' }, key: `test ${++keys}`, ...message }
  try {
    await database.write.transaction().execute((trx) => notify(trx, order, { now, actor: { type: 'system' } }))
  } finally {
    await database.close()
  }
}

/** The settings of a type as the screen shows them, and a way to save others. */
async function settingOf(type: string) {
  const { list } = (await owner.get<{ list: Record<string, unknown>[] }>(`${setting}/index`)).body.data
  const id = list.find((row) => row.message_type === type)?.id
  const { row } = (await owner.get<{ row: Record<string, unknown> }>(`${setting}/edit`, { id })).body.data
  const { message_type: _type, create_time: _made, update_time: _changed, _version, ...form } = row
  const save = (values: object) =>
    owner.with({ token: owner.token ?? '', headers: { 'x-kontor-strict': '0' } }).post(`${setting}/edit`, { ...form, ...values })
  /** Leaves the settings as they were. */
  const restore = async () => expect((await save({})).body).toMatchObject({ code: 1 })
  return { id, save, restore }
}

const last = (line: FeedLine) => line.messages.at(-1)
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const newest = (adminId: number, n: number) =>
  server
    .query<{ id: number }>('select id from shop_notify where admin_id = $1 order by id desc limit $2', [adminId, n])
    .then((rows) => idsOf(rows).reverse())

describe('two servers on one database', () => {
  test('a notice made at one reaches the sockets at both, once, in order', async () => {
    const one = await person(server, [feedNode, orderNode])
    const both = [await bound(one.token), await bound(one.token, other.url)]
    for (let i = 0; i < 10; i++) await tell()
    const expected = await newest(one.id, 10)
    for (const line of both) await expect.poll(line.told, { timeout: 15_000 }).toEqual(expected)
    expect(both.map((line) => last(line)?.data?.unread_count)).toEqual([10, 10])
  })

  test('what is read, thrown away or marked read as a whole at one is counted at both', async () => {
    const one = await person(server, [feedNode, orderNode, 'shop/notify/notify/read', 'shop/notify/notify/del'])
    for (let i = 0; i < 4; i++) await tell()
    const both = [await bound(one.token), await bound(one.token, other.url)]
    const [first, second] = await newest(one.id, 4)
    const counted = async (unread: number) => {
      for (const line of both)
        await expect.poll(() => last(line), { timeout: 15_000 }).toMatchObject({ type: 'unread', data: { unread_count: unread } })
    }
    expect((await one.post(`${inbox}/go`, { id: first })).body.data).toEqual({
      path: '/admin/shop/order/order?status=2&order_no=2026',
      unread_count: 3,
    })
    await counted(3)
    expect((await one.del(`${inbox}/del`, { ids: [second] })).body.code).toBe(1)
    await counted(2)
    expect((await one.post(`${inbox}/readAll`)).body.data).toEqual({ unread_count: 0 })
    await counted(0)
    const others = await server.query('select 1 from shop_notify where admin_id <> $1 and status = 0', [one.id])
    expect(others).not.toEqual([])
  })
})

describe('who hears of it', () => {
  test('those who may open the list it is about, and nobody else', async () => {
    const [clerk, packer] = [await person(server, [feedNode, orderNode]), await person(server, [feedNode])]
    const [clerks, packers] = [await bound(clerk.token), await bound(packer.token)]
    await tell()
    await tell({ type: 'low_stock', data: { name: 'Tea', stock: 2 } })
    await tell({ admins: [packer.id] }) // told by name, without the right to the list: it is listed, not pushed
    await expect.poll(clerks.told, { timeout: 15_000 }).toEqual(await newest(clerk.id, 1))
    await packers.bind(packer.token)
    expect([packers.told(), (await newest(packer.id, 9)).length]).toEqual([[], 1])
  })

  test('who lost the right after it was written does not hear of it', async () => {
    const one = await person(server, [feedNode, orderNode])
    await tell()
    await server.query(
      `update admin_group set rules = (select array_agg(id::text) from admin_rule where lower(name) = $2)
       where id in (select group_id from admin_group_access where uid = $1)`,
      [one.id, feedNode],
    )
    await server.query("select pg_notify('kontor_access', '*')")
    await expect.poll(async () => (await one.get('/admin/shop.order.Order/index')).body.code, { timeout: 15_000 }).not.toBe(1)
    const line = await bound(one.token, server.url, { since: 0 })
    await line.bind(one.token)
    expect([line.messages[0]?.data?.unread_count, line.told()]).toEqual([1, []])
  })
})

describe('a socket', () => {
  test('answers pings, but says nothing before it is bound', async () => {
    const one = await person(server, [feedNode])
    const line = await openLine(server.feedUrl, server.url)
    lines.push(line)
    line.say('ping')
    await line.bind(one.token)
    line.say('ping')
    await expect.poll(() => line.messages.map(({ type }) => type), { timeout: 15_000 }).toEqual(['bind', 'pong'])
  })

  test('takes the renewed token of its session, and not that of another session of the same person', async () => {
    const credentials = { username: 'manager', password: 'Demo-of-tests-2', keep: true }
    const signIn = async () =>
      (await server.guest().post<{ userInfo: { token: string; refresh_token: string } }>('/admin/Index/login', credentials)).body
        .data.userInfo
    const [mine, elsewhere] = [await signIn(), await signIn()]
    const line = await bound(mine.token)
    const renewed = await server
      .guest({ token: mine.token })
      .post<{ token: string }>('/api/common/refreshToken', { refreshToken: mine.refresh_token })
    await line.bind(renewed.body.data.token)
    line.say({ pathInfo: 'shop/worker.notify/bind', ba_token: elsewhere.token })
    expect(await line.closed).toBe(1008)
  })

  test('is sent at most the newest twenty that were missed, none that were read', async () => {
    const one = await person(server, [feedNode, orderNode])
    for (let i = 0; i < 23; i++) await tell()
    const ids = await newest(one.id, 23)
    await one.post(`${inbox}/read`, { id: ids[22] })
    const line = await bound(one.token, server.url, { since: 1 })
    await expect.poll(line.told, { timeout: 15_000 }).toEqual(ids.slice(2, 22))
  })
})

describe('the settings screen', () => {
  test('has one row for each type, and neither adds nor deletes', async () => {
    const { list } = (await owner.get<{ list: { message_type: string }[] }>(`${setting}/index`)).body.data
    expect(list.map((row) => row.message_type)).toEqual([
      'order',
      'order_cancel',
      'order_refund',
      'order_export',
      'low_stock',
      'refund_ship',
      'action',
      'mention',
    ])
    expect((await owner.post(`${setting}/add`, {})).status).toBe(404)
    expect((await owner.del(`${setting}/del`, { ids: [1] })).status).toBe(404)
  })

  test('says what happened, in both languages, and to whom', async () => {
    const { save, restore } = await settingOf('order')
    const one = await person(server, [feedNode, orderNode])
    const [chinese, english] = [await bound(one.token), await bound(one.token, server.url, { lang: 'en' })]
    const [member] = await server.query<{ id: number; nickname: string }>('select id, nickname from "user" order by id limit 1')
    const texts = {
      title: '来单',
      title_en: 'Sold',
      template: '{user} 付了 {amount}',
      template_en: '{user} paid {amount}: {order_no}',
    }
    expect((await save(texts)).body).toMatchObject({ code: 1 })
    await tell({ userId: member?.id ?? 0 })
    await expect.poll(chinese.told, { timeout: 15_000 }).toHaveLength(1)
    await expect.poll(english.told, { timeout: 15_000 }).toHaveLength(1)
    expect(last(chinese)?.data?.message).toMatchObject({ message: `${member?.nickname} 付了 12.50` })
    expect(last(english)?.data?.message).toMatchObject({
      message: `${member?.nickname} paid 12.50: 2026`,
      message_type_map: expect.objectContaining({ order: 'Sold', low_stock: 'Low stock' }),
    })
    await restore()
  })

  test.each([
    ['order', '{prize}'],
    ['order', 'left open {'],
    ['order', '{stock} left'],
    ['low_stock', '{order_no}'],
  ])('refuses in a template of %s what nobody fills in: %s', async (type, template) => {
    const { save } = await settingOf(type)
    expect((await save({ template })).body).toMatchObject({ code: 0 })
    expect((await save({ template_en: template })).body).toMatchObject({ code: 0 })
  })

  test.each([
    ['as built', {}, { popup: true, audio_path: '/audio/order.wav', volume: 0.8 }],
    ['without popup', { popup: '0' }, { popup: false, audio_path: '/audio/order.wav' }],
    ['without sound', { sound: '0' }, { popup: true, audio_path: '' }],
    ['softly', { volume: '0.3' }, { volume: 0.3 }],
    ['in quiet hours', { quiet_start: '00:00:01', quiet_end: '00:00:00' }, { popup: false, audio_path: '' }],
  ])('says how it is noticed: %s', async (_what, values, expected) => {
    const { id, save, restore } = await settingOf('order')
    const one = await person(server, [feedNode, orderNode])
    const line = await bound(owner.token ?? '')
    expect((await save(values)).body).toMatchObject({ code: 1 })
    expect((await owner.post(`${setting}/test`, { id })).body).toMatchObject({ code: 1 })
    await expect.poll(line.told, { timeout: 15_000 }).toHaveLength(1)
    expect(last(line)?.data?.message).toMatchObject({ message_type: 'order', ...expected })
    expect(await newest(one.id, 1)).toEqual([])
    await restore()
  })

  test('says who gets it: members of its groups that may open the list; nobody when it is off', async () => {
    const { save, restore } = await settingOf('order')
    const [chosen, without, left] = [
      await person(server, [feedNode, orderNode]),
      await person(server, [feedNode]),
      await person(server, [feedNode, orderNode]),
    ]
    const groups = await server.query<{ group_id: number }>('select group_id from admin_group_access where uid = any($1)', [
      [chosen.id, without.id],
    ])
    await save({ group_ids: groups.map(({ group_id }) => group_id) })
    await tell()
    const counts = async () => Promise.all([chosen, without, left].map(async ({ id }) => (await newest(id, 9)).length))
    expect(await counts()).toEqual([1, 0, 0])
    await save({ group_ids: [], status: '0' })
    await tell()
    expect(await counts()).toEqual([1, 0, 0])
    await restore()
    await tell()
    expect(await counts()).toEqual([2, 0, 1])
  })

  test('says how soon the same notification may repeat', async () => {
    const { save, restore } = await settingOf('order')
    const one = await person(server, [feedNode, orderNode])
    const same = { key: `same ${one.id}` }
    await tell(same)
    await tell(same)
    expect(await newest(one.id, 9)).toHaveLength(1)
    await save({ merge_seconds: '0' })
    await tell(same)
    expect(await newest(one.id, 9)).toHaveLength(2)
    await restore()
  })
})

describe('by e-mail and SMS', () => {
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
    await sendThrough(server, mail)
  })
  afterAll(() => mail?.close())

  /** An administrator who hears of orders, with these addresses. */
  async function reached(email: string, mobile: string) {
    const one = await person(server, [feedNode, orderNode])
    await server.query('update admin set email = $2, mobile = $3 where id = $1', [one.id, email, mobile])
    return one
  }
  const mailsTo = (address: string) => mail.mails.filter(({ to }) => to === address)
  const smsTo = (mobile: string) => server.query<{ status: number }>('select status from sms_log where mobile = $1', [mobile])
  const idle = () =>
    expect.poll(async () => server.query("select 1 from job where kind in ('notice', 'sms')"), { timeout: 20_000 }).toEqual([])

  test('the inbox is always one of the ways', async () => {
    const { save, restore } = await settingOf('order')
    for (const channels of [['email'], []])
      expect((await save({ channels })).body).toMatchObject({ code: 0, data: { errors: { channels: expect.any(String) } } })
    expect((await save({ channels: ['site', 'sms'] })).body.code).toBe(1)
    await restore()
  })

  test('everyone with an address gets each notification once, whichever server sends it', async () => {
    const { save, restore } = await settingOf('order')
    const both = await reached('both@kontor.test', '13800139001')
    const only = await reached('', '13800139002')
    const texts = { title: 'Sold', template: '{order_no} is paid', template_en: '{order_no} is paid, in English' }
    await save({ channels: ['site', 'email', 'sms'], ...texts })
    const same = { key: `sent ${both.id}` }
    await Promise.all([tell(same), tell(same), tell()])
    await idle()
    expect(await newest(both.id, 9)).toHaveLength(2)
    expect(mailsTo('both@kontor.test')).toHaveLength(2)
    const [first] = mailsTo('both@kontor.test')
    expect(first?.subject).toBe('Sold - Kontor')
    expect(first?.text).toMatch(/^2026 is paid\r?\n2026 is paid, in English\r?\n/)
    expect((await smsTo('13800139001')).map(({ status }) => status)).toEqual([1, 1])
    expect(await smsTo('13800139002')).toHaveLength(2)
    const sends = await server.query<{ n: number }>(
      'select count(*)::int as n from shop_notify_send where admin_id = any($1) and status = 1 and tries = 1',
      [[both.id, only.id]],
    )
    expect(sends).toEqual([{ n: 6 }])
    await restore()
    await tell()
    await idle()
    expect(mailsTo('both@kontor.test')).toHaveLength(2)
  })

  test('quiet hours apply there too, but a test still sounds', async () => {
    const { id, save, restore } = await settingOf('order')
    const one = await reached('quiet@kontor.test', '13800139003')
    await server.query("update admin set email = 'owner@kontor.test' where username = 'admin'")
    await save({ channels: ['site', 'email', 'sms'], quiet_start: '00:00:01', quiet_end: '00:00:00' })
    await tell()
    expect((await owner.post(`${setting}/test`, { id })).body.code).toBe(1)
    await expect.poll(() => mailsTo('owner@kontor.test'), { timeout: 20_000 }).toHaveLength(1)
    await idle()
    expect(await newest(one.id, 9)).toHaveLength(1)
    expect([mailsTo('quiet@kontor.test').length, (await smsTo('13800139003')).length]).toEqual([0, 0])
    await restore()
  })

  test('by the template of the event, where there is one; what fails is shown, and not tried again', async () => {
    const { id, save, restore } = await settingOf('order')
    const one = await reached('lost@kontor.test', '13800139004')
    await sendThrough(server, { port: 9 })
    const variables: number[] = []
    for (const name of ['title', 'text'])
      variables.push(
        (await owner.post<{ id: number }>('/admin/sms.Variable/add', { title: name, name, source: 'caller' })).body.data.id,
      )
    const template = {
      title: '通知',
      code: 'admin_notice',
      event: 'admin_notice',
      content: `[\${title}] \${text}`,
      is_code: 0,
      status: 1,
    }
    expect((await owner.post('/admin/sms.Template/add', { ...template, variable_ids: variables })).body.code).toBe(1)
    await save({ channels: ['site', 'email', 'sms'] })
    await tell()
    await idle()
    const info = await owner.get<{ row: { sends: Record<string, unknown>[] } }>(`${setting}/info`, { id })
    const own = info.body.data.row.sends.filter(({ admin_id }) => Number(admin_id) === one.id)
    expect(own).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ channel: 'email', status: '2', fault: 'noConnection' }),
        expect.objectContaining({ channel: 'sms', status: '1' }),
      ]),
    )
    expect(await server.query("select title from sms_log where mobile = '13800139004'")).toEqual([{ title: '通知' }])
    await sendThrough(server, mail)
    await restore()
  })
})
