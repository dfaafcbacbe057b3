import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runTimer } from '../../modules/shop/server/timers.ts'
import { deliver, findOrder } from '../../modules/shop/tests/helpers/helpers.ts'
import {
  agree,
  familyOf,
  madeKey,
  makeCompetition,
  refusal,
  registerFor,
  urls,
} from '../../modules/shop/tests/teams/teamHelpers.ts'
import { openDatabase } from '../../server/core/db/connect.ts'
import { post } from '../../server/modules/sms/outgoing.ts'
import { aliyunSignature, providers } from '../../server/modules/sms/providers.ts'
import { solvedCaptcha } from '../harness/captcha.ts'
import type { Answer, Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type SmsGateway, startSmsGateway } from '../harness/services/sms.ts'
import { memberClient, registerMember } from '../member/people.ts'

const configUrl = '/admin/sms.Config'
const templateUrl = '/admin/sms.Template'
const variableUrl = '/admin/sms.Variable'
const secret = 'sms-secret-of-tests'

let server: TestServer
let gateway: SmsGateway
let owner: Client
let viaGateway = 0

beforeAll(async () => {
  gateway = await startSmsGateway()
  server = await startTestServer({ database: 'demo', settings: { smsOwnNetwork: true }, jobs: { every: 1 } })
  owner = await server.signIn('admin')
  const answer = await addConfig({ name: '网关', is_default: 1 })
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
  viaGateway = answer.body.data.id
  // The demo's texts are for a provider that needs no template of its own; this one is given their codes.
  await server.query('update sms_template set provider_template = code')
  await server.query('delete from sms_log') // what the demo's ninety days have told
}, 180_000)
afterAll(async () => {
  await server.close()
  await gateway.close()
})
afterEach(async () => {
  gateway.calls.length = 0
  gateway.answer = { status: 200, body: '{"code":0}' }
  await server.query('delete from sms_log')
  await server.query('delete from verification_code')
})

const errorsOf = ({ body }: Answer<unknown>) => Object.keys((body.data as { errors?: object } | null)?.errors ?? {})
const addConfig = (more: Record<string, unknown> = {}) =>
  owner.post<{ id: number }>(`${configUrl}/add`, {
    name: '配置',
    driver: 'http',
    access_key: 'key-1',
    secret,
    sign: '测试商城',
    endpoint: gateway.url,
    params: [{ key: 'channel', value: 'A' }],
    timeout: 1,
    day_limit_mobile: 10,
    interval: 60,
    code_minutes: 5,
    code_length: 8,
    ip_day_limit: 1000,
    is_default: 0,
    status: 1,
    ...more,
  })
const logs = () =>
  server.query<{
    mobile: string
    status: number
    fault: string | null
    error: string
    title: string
    values: unknown
    parts: number
    content_hash: string
  }>('select mobile, status, fault, error, title, "values", parts, content_hash from sms_log order by id')
const bodies = () =>
  gateway.calls.map(
    ({ body }) =>
      JSON.parse(body) as { mobile: string; content: string; sign: string; template: string; values: Record<string, string> },
  )
const testing = (mobile: string, id = 6) => owner.post(`${templateUrl}/test`, { id, mobile })
const demoTemplate = async (event: string) =>
  (await server.query<{ id: number }>('select id from sms_template where event = $1 and status = 1', [event]))[0]?.id ?? 0

describe('providers', () => {
  test('are signed as they publish it', () => {
    // The example of Aliyun's description of the signature.
    const params = {
      AccessKeyId: 'testId',
      Action: 'SendSms',
      Format: 'XML',
      OutId: '123',
      PhoneNumbers: '15300000001',
      RegionId: 'cn-hangzhou',
      SignName: '阿里云短信测试专用',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
      SignatureVersion: '1.0',
      TemplateCode: 'SMS_71390007',
      TemplateParam: '{"customer":"test"}',
      Timestamp: '2017-07-12T02:42:19Z',
      Version: '2017-05-25',
    }
    expect(aliyunSignature('GET', params, 'testSecret')).toBe('zJDF+Lrzhj/ThnlvIToysFRq6t4=')
  })

  test('get the number, the template and the values in their form, and are understood', () => {
    const keys = {
      accessKey: 'ak',
      secret: 'sk',
      sign: '商城',
      region: '',
      endpoint: '',
      params: { app_id: '1400', sender: '8823' },
    }
    const message = {
      mobile: '13800130001',
      content: '验证码 1234，5 分钟',
      values: [
        { name: 'code', value: '1234' },
        { name: 'minutes', value: '5' },
      ],
      providerTemplate: 'T1',
    }
    const stamp = { now: new Date('2026-03-31T04:00:00.123Z'), nonce: 'n1' }
    const of = (name: keyof typeof providers) => providers[name].request(keys, message, stamp)
    const aliyun = new URLSearchParams(of('aliyun').body)
    expect([aliyun.get('PhoneNumbers'), aliyun.get('TemplateParam'), aliyun.get('Timestamp')]).toEqual([
      '13800130001',
      '{"code":"1234","minutes":"5"}',
      '2026-03-31T04:00:00Z',
    ])
    expect(JSON.parse(of('tencent').body)).toEqual({
      PhoneNumberSet: ['+8613800130001'],
      SmsSdkAppId: '1400',
      SignName: '商城',
      TemplateId: 'T1',
      TemplateParamSet: ['1234', '5'],
    })
    expect(of('tencent').headers.authorization).toMatch(
      /^TC3-HMAC-SHA256 Credential=ak\/2026-03-31\/sms\/tc3_request, SignedHeaders=content-type;host, Signature=[0-9a-f]{64}$/,
    )
    const huawei = new URLSearchParams(of('huawei').body)
    expect([huawei.get('to'), huawei.get('from'), huawei.get('templateParas')]).toEqual([
      '+8613800130001',
      '8823',
      '["1234","5"]',
    ])
    expect(JSON.parse(of('qiniu').body)).toEqual({
      template_id: 'T1',
      mobile: '13800130001',
      parameters: { code: '1234', minutes: '5' },
    })
    for (const name of ['aliyun', 'tencent', 'huawei', 'qiniu', 'http'] as const) {
      expect(new URL(of(name).url || 'https://own.example').protocol).toBe('https:')
      expect(JSON.stringify(of(name))).not.toContain('"sk"')
      expect(providers[name].refusal(undefined), name).toBeDefined()
    }
    expect(providers.aliyun.refusal({ Code: 'OK' })).toBeUndefined()
    expect(providers.tencent.refusal({ Response: { SendStatusSet: [{ Code: 'Ok' }] } })).toBeUndefined()
    expect(providers.tencent.refusal({ Response: { Error: { Message: 'bad key' } } })).toContain('bad key')
    expect(providers.huawei.refusal({ code: '000000' })).toBeUndefined()
    expect(providers.qiniu.refusal({ message_id: '1' })).toBeUndefined()
    expect(providers.http.refusal({ code: 1, message: 'no' })).toBe('1 no')
  })

  test('are not looked for in the own network, nor spoken to in the clear, unless that is allowed', async () => {
    const ask = (url: string) => post({ url, headers: {}, body: '' }, { seconds: 1, ownNetwork: false })
    await expect(ask(gateway.url)).rejects.toMatchObject({ fault: 'insecure' })
    await expect(ask('https://127.0.0.1/')).rejects.toMatchObject({ fault: 'ownNetwork' })
    await expect(ask('https://localhost/')).rejects.toMatchObject({ fault: 'ownNetwork' })
    expect(gateway.calls).toEqual([])
  })
})

describe('configurations', () => {
  test('tell what a provider cannot do without', async () => {
    expect(errorsOf(await addConfig({ access_key: '', sign: '', endpoint: '' })).sort()).toEqual([
      'access_key',
      'endpoint',
      'sign',
    ])
    expect(errorsOf(await addConfig({ secret: '' }))).toEqual(['secret'])
    expect(errorsOf(await addConfig({ endpoint: 'ftp://example.com' }))).toEqual(['endpoint'])
    expect(errorsOf(await addConfig({ driver: 'tencent', endpoint: '', params: [] }))).toEqual(['params'])
    expect(errorsOf(await addConfig({ timeout: 31, code_length: 9 })).sort()).toEqual(['code_length', 'timeout'])
    expect(errorsOf(await addConfig({ name: '网关' }))).toEqual(['name'])
  })

  test('keep their secret encrypted, to themselves, and when none is entered', async () => {
    const [before] = await server.query<{ secret: string }>('select secret from sms_config where id = $1', [viaGateway])
    expect(before?.secret).toMatch(/^v1\./)
    expect(before?.secret).not.toContain(secret)
    for (const path of [`${configUrl}/index`, `${configUrl}/edit?id=${viaGateway}`])
      expect((await owner.get(path)).text).not.toMatch(new RegExp(`${secret}|v1\\.`))
    expect((await owner.post(`${configUrl}/edit`, { id: viaGateway, secret: '', timeout: 1 })).body.code).toBe(1)
    const [after] = await server.query<{ secret: string }>('select secret from sms_config where id = $1', [viaGateway])
    expect(after).toEqual(before)
    expect((await owner.get('/admin/auth.AdminLog/index', { limit: 50 })).text).not.toContain(secret)
  })

  test('have one active default, even under concurrent changes; it can be neither disabled nor deleted', async () => {
    const ids = [await addConfig({ name: '甲' }), await addConfig({ name: '乙' })].map(({ body }) => body.data.id)
    const many = Array.from({ length: 6 }, (_, i) => owner.post(`${configUrl}/edit`, { id: ids[i % 2], is_default: 1 }))
    await Promise.all(many)
    expect(await server.query('select count(*)::int as n from sms_config where is_default = 1 and status = 1')).toEqual([
      { n: 1 },
    ])
    expect((await owner.post(`${configUrl}/edit`, { id: viaGateway, is_default: 1 })).body.code).toBe(1)
    expect(errorsOf(await owner.post(`${configUrl}/edit`, { id: viaGateway, is_default: 0 }))).toEqual(['is_default'])
    expect(errorsOf(await owner.post(`${configUrl}/edit`, { id: viaGateway, status: 0 }))).toEqual(['status'])
    expect(errorsOf(await addConfig({ name: '丙', is_default: 1, status: 0 }))).toEqual(['is_default'])
    expect((await owner.del(`${configUrl}/del`, { ids: [viaGateway] })).body.code).toBe(0)
    expect((await owner.del(`${configUrl}/del`, { ids })).body.code).toBe(1)
  })

  test('show how many messages went and failed today, and the last ones with hidden numbers', async () => {
    expect((await testing('13800130999')).body).toMatchObject({ code: 1 })
    gateway.answer = { status: 200, body: '{"code":7,"message":"no balance"}' }
    expect((await testing('13800130998')).body).toMatchObject({ code: 0, msg: 'The provider rejected the message: 7 no balance' })
    const { body, text } = await owner.get<{ list: Record<string, unknown>[] }>(`${configUrl}/index`, { limit: 10 })
    expect(body.data.list.find((row) => row.id === viaGateway)).toMatchObject({ sent_today: 1, failed_today: 1 })
    expect(text).not.toContain('13800130999')
    const expanded = await owner.get<{ row: { logs: Record<string, unknown>[] } }>(`${configUrl}/info`, { id: viaGateway })
    expect(expanded.text).not.toContain('13800130999')
    expect(expanded.text).toContain('138****')
  })

  test('are not the packer’s', async () => {
    const packer = await server.signIn('packer')
    for (const url of [configUrl, templateUrl, variableUrl]) expect((await packer.get(`${url}/index`)).body.code).not.toBe(1)
    expect(
      (await packer.post(`${configUrl}/test`, { id: viaGateway, mobile: '13800130001', template_id: 6 })).body.code,
    ).not.toBe(1)
    expect(gateway.calls).toEqual([])
  })
})

describe('templates and variables', () => {
  const add = (more: Record<string, unknown>) =>
    owner.post<{ id: number }>(`${templateUrl}/add`, {
      title: '自定义',
      code: 'own_text',
      event: 'custom',
      config_id: null,
      provider_template: 'P1',
      content: `您好 \${nickname}`,
      variable_ids: [4],
      is_code: 0,
      status: 1,
      ...more,
    })

  test('know every placeholder, and codes stand where they belong', async () => {
    const missing = await add({ content: `您好 \${nickname} \${nobody}` })
    expect(errorsOf(missing)).toEqual(['content'])
    expect(missing.text).toContain(`\${nobody}`)
    expect(errorsOf(await add({ variable_ids: [] }))).toEqual(['content'])
    expect(errorsOf(await add({ content: `码 \${code}`, variable_ids: [1] }))).toEqual(['content'])
    expect(errorsOf(await add({ is_code: 1 }))).toEqual(['content'])
    expect(errorsOf(await add({ event: 'user_login', status: 0 }))).toEqual(['is_code'])
    expect(
      errorsOf(await add({ event: 'refund_done', is_code: 1, content: `码 \${code}`, variable_ids: [1], status: 0 })),
    ).toEqual(['is_code'])
    expect(errorsOf(await add({ provider_template: '' }))).toEqual(['provider_template'])
    expect(errorsOf(await add({ event: 'order_shipped' }))).toEqual(['event'])
    expect(errorsOf(await add({ code: 'order_shipped' }))).toEqual(['code'])
    const made = await add({})
    expect(made.body, made.text).toMatchObject({ code: 1 })
    expect((await owner.del(`${templateUrl}/del`, { ids: [made.body.data.id] })).body.code).toBe(1)
  })

  test('are previewed with the samples, and billed by their length', async () => {
    const preview = await owner.post<{ content: string; parts: number }>(`${templateUrl}/preview`, {
      id: await demoTemplate('order_shipped'),
    })
    expect(preview.body.data).toEqual({
      content: '【测试商城】小林，您的订单 260331120000123456 已由 顺丰速运 发出，单号 SF1234567890123。',
      parts: 1,
    })
  })

  test('take values from the places that are offered, and nowhere else', async () => {
    const options = async (source: string) =>
      (
        await owner.get<{ list: { value: string; label: string }[] }>(`${variableUrl}/options`, {
          field: 'place',
          source,
          limit: 100,
        })
      ).body.data.list
    expect((await options('field')).map(({ value }) => value)).toContain('shop_order_delivery.tracking_no')
    expect((await options('config')).map(({ label }) => label)).toContain('Shop name')
    const variable = { title: '变量', name: 'own_var', source: 'field', format: 'none', charset: 'digits', status: 1 }
    const made = (more: Record<string, unknown>) => owner.post<{ id: number }>(`${variableUrl}/add`, { ...variable, ...more })
    expect(errorsOf(await made({}))).toEqual(['place'])
    expect(errorsOf(await made({ place: 'admin.password' }))).toEqual(['place'])
    expect(errorsOf(await made({ place: 'site_name' }))).toEqual(['place'])
    expect(errorsOf(await made({ source: 'text' }))).toEqual(['value'])
    expect(errorsOf(await made({ name: 'not a name', place: 'user.nickname' }))).toEqual(['name'])
    const answer = await made({ place: 'user.nickname' })
    expect(answer.body, answer.text).toMatchObject({ code: 1 })
    expect((await owner.del(`${variableUrl}/del`, { ids: [answer.body.data.id] })).body.code).toBe(1)
  })

  test('that are used stay as they are', async () => {
    expect((await owner.del(`${variableUrl}/del`, { ids: [5] })).body).toMatchObject({
      code: 0,
      msg: expect.stringContaining('order_no'),
    })
    expect(errorsOf(await owner.post(`${variableUrl}/edit`, { id: 5, name: 'renamed' }))).toEqual(['name'])
    expect((await owner.post(`${variableUrl}/edit`, { id: 5, sample: '1' })).body.code).toBe(1)
    const { body } = await owner.get<{ list: { name: string; used: number; stands: string }[] }>(`${variableUrl}/index`, {
      limit: 20,
    })
    expect(body.data.list.find(({ name }) => name === 'site_name')?.stands).toBe('Site name')
    expect(body.data.list.find(({ name }) => name === 'order_no')?.used).toBe(2)
  })
})

describe('sending', () => {
  test('signs what it sends and notes it', async () => {
    const before = await server.query<{ n: number }>('select sent_count as n from sms_template where id = 6')
    const answer = await owner.post<{ result: string }>(`${configUrl}/test`, {
      id: viaGateway,
      mobile: '13800130001',
      template_id: 6,
    })
    expect(answer.body, answer.text).toMatchObject({ data: { result: 'Sent to 13800130001.' } })
    const [call] = gateway.calls
    const { 'x-timestamp': time, 'x-nonce': nonce, 'x-signature': signature, 'x-access-key': key } = call?.headers ?? {}
    expect(signature).toBe(createHmac('sha256', secret).update(`${time}\n${nonce}\n${call?.body}`).digest('hex'))
    expect(key).toBe('key-1')
    expect(bodies()[0]).toMatchObject({
      mobile: '13800130001',
      sign: '测试商城',
      template: 'order_shipped',
      params: { channel: 'A' },
    })
    expect(await logs()).toMatchObject([{ mobile: '13800130001', status: 1, error: '', parts: 1 }])
    expect(await server.query('select sent_count as n from sms_template where id = 6')).toEqual([{ n: (before[0]?.n ?? 0) + 1 }])
  })

  test('sent as a trial is recorded in the administrators’ log, delivered or not; a preview is not', async () => {
    const [{ last } = { last: 0 }] = await server.query<{ last: number }>('select max(id) as last from admin_log')
    await owner.post(`${templateUrl}/preview`, { id: 6 })
    await owner.post(`${configUrl}/test`, { id: viaGateway, mobile: '13800130011', template_id: 6 })
    gateway.answer = { status: 500, body: '' }
    await owner.post(`${templateUrl}/test`, { id: 6, mobile: '13800130012' })
    expect(
      await server.query('select username, url, data::jsonb as data from admin_log where id > $1 order by id', [last]),
    ).toMatchObject([
      { username: 'admin', url: '/admin/sms.Config/test', data: { id: viaGateway, mobile: '13800130011' } },
      { username: 'admin', url: '/admin/sms.Template/test', data: { id: 6, mobile: '13800130012' } },
    ])
  })

  test('is tried with a provider that is not in use yet', async () => {
    const id = madeKey(await addConfig({ name: '备用', status: 0 }))
    const trial = { id, mobile: '13800130002', template_id: 6 }
    expect((await owner.post(`${configUrl}/test`, trial)).body, 'a provider of its own').toMatchObject({ code: 1 })
    expect(await logs()).toMatchObject([{ mobile: '13800130002', status: 1 }])
    expect((await owner.del(`${configUrl}/del`, { ids: [id] })).body.code).toBe(1)
  })

  test('tells what went wrong: no answer in time, nobody there, no words', async () => {
    gateway.answer = undefined
    expect((await testing('13800130002')).body).toMatchObject({ code: 0, msg: 'The provider did not answer in time' })
    gateway.answer = { status: 500, body: '<html>' }
    expect((await testing('13800130002')).body).toMatchObject({ code: 0, msg: 'The provider rejected the message: HTTP 500' })
    await owner.post(`${configUrl}/edit`, { id: viaGateway, endpoint: 'http://127.0.0.1:9/' })
    expect((await testing('13800130002')).body).toMatchObject({ code: 0, msg: 'The provider does not accept the connection' })
    await owner.post(`${configUrl}/edit`, { id: viaGateway, endpoint: gateway.url })
    expect((await logs()).map(({ status }) => status)).toEqual([2, 2, 2])
  })

  test('keeps to the limits of a number and of an address, also at once', async () => {
    await owner.post(`${configUrl}/edit`, { id: viaGateway, day_limit_mobile: 5 })
    const many = await Promise.all(Array.from({ length: 20 }, () => testing('13800130003')))
    expect(many.filter(({ body }) => body.code === 1)).toHaveLength(5)
    expect(gateway.calls).toHaveLength(5)
    expect((await testing('13800130003')).body.msg).toBe('This number has reached its limit of 5 messages a day')
    await server.query('update sms_log set create_time = create_time - 86400')
    expect((await testing('13800130003')).body.code).toBe(1)
    await owner.post(`${configUrl}/edit`, { id: viaGateway, day_limit_mobile: 10, ip_day_limit: 2 })
    expect((await testing('13800130004')).body.code).toBe(1)
    expect((await testing('13800130005')).body.msg).toBe('Your address has reached its limit of 2 messages a day')
    await owner.post(`${configUrl}/edit`, { id: viaGateway, ip_day_limit: 1000 })
  })
})

describe('what the shop tells members', () => {
  const texts = {
    join_refused: `报名 \${competition} 未通过：\${reason}，退回 ¥\${amount}。`,
    join_cancelled: `报名 \${competition} 已取消：\${reason}，退回 ¥\${amount}。`,
    team_approved: `团队 \${team} 已通过。`,
  } as const
  const told = (event: keyof typeof texts) => ({
    title: event,
    code: event,
    event,
    content: texts[event],
    provider_template: event,
    is_code: 0,
    status: 1,
  })
  /** Keys of the variables that a text names; those that the demo does not have are made. */
  async function variablesOf(event: keyof typeof texts): Promise<number[]> {
    const names = [...texts[event].matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const ids: number[] = []
    for (const name of names) {
      const [known] = await server.query<{ id: number }>('select id from sms_variable where name = $1', [name])
      ids.push(known?.id ?? madeKey(await owner.post(`${variableUrl}/add`, { title: name, name, source: 'caller' })))
    }
    return ids
  }
  const shippable = (n: number) => findOrder(server, 'o.status = 2 and o.ship_status = 0', n)

  test('that an order was shipped, if notifications are on', async () => {
    const [first, second] = [await shippable(0), await shippable(1)]
    expect((await deliver(owner, first.id)).body.code).toBe(1)
    expect((await deliver(owner, second.id, { notify_user: 0 })).body.code).toBe(1)
    await expect.poll(() => gateway.calls.length).toBe(1)
    const [parcel] = await server.query<{ tracking_no: string; nickname: string; mobile: string }>(
      `select d.tracking_no, u.nickname, u.mobile from shop_order_delivery d join shop_order o on o.id = d.order_id join "user" u on u.id = o.user_id
        where o.id = $1`,
      [first.id],
    )
    const [told] = bodies()
    expect(told).toMatchObject({
      mobile: parcel?.mobile,
      values: { order_no: first.order_no, tracking_no: parcel?.tracking_no, nickname: parcel?.nickname },
    })
    await expect.poll(async () => (await logs()).map(({ status }) => status)).toEqual([1])
    expect((await logs())[0]?.values).toBeNull()
    expect(await server.query(`select 1 from job where kind = 'sms'`)).toEqual([])
  })

  test('and a provider that fails undoes nothing', async () => {
    gateway.answer = { status: 200, body: '{"code":1,"message":"busy"}' }
    const order = await shippable(0)
    expect((await deliver(owner, order.id)).body.code).toBe(1)
    await expect.poll(async () => (await logs()).map(({ status, error }) => [status, error])).toEqual([[2, '1 busy']])
    expect((await findOrder(server, `o.id = ${order.id}`)).status).toBe(3)
  })

  test('nothing while no template of the event is in use', async () => {
    const id = await demoTemplate('order_shipped')
    await owner.post(`${templateUrl}/edit`, { id, status: 0 })
    expect((await deliver(owner, (await shippable(0)).id)).body.code).toBe(1)
    expect(await logs()).toEqual([])
    await owner.post(`${templateUrl}/edit`, { id, status: 1 })
  })

  test('what became of their registration, their money, their team and their result', async () => {
    const competitionId = await makeCompetition(owner)
    const { userId, contestants } = await familyOf(server, 0)
    const [one = 0, two = 0, three = 0] = contestants
    const [member] = await server.query<{ mobile: string }>('select mobile from "user" where id = $1', [userId])
    for (const event of ['join_refused', 'join_cancelled', 'team_approved'] as const)
      madeKey(await owner.post(`${templateUrl}/add`, { ...told(event), variable_ids: await variablesOf(event) }))
    const joined = async (contestant: number) => madeKey(await registerFor(owner, competitionId, userId, [contestant]))
    const heard = () => expect.poll(() => bodies().at(-1), { timeout: 15_000 })

    const first = await joined(one)
    expect((await owner.post(`${urls.join}/audit`, { id: first, ...agree })).body.code).toBe(1)
    await heard().toMatchObject({ mobile: member?.mobile, values: { competition: '测试赛' } })
    const groups = [{ name: '全程', fee: '0.00', quota: 20, gender: '0' }]
    const freeId = await makeCompetition(owner, { title: '免费赛', groups, need_audit: 0 })
    madeKey(await registerFor(owner, freeId, userId, [one]))
    await heard().toMatchObject({ mobile: member?.mobile, values: { competition: '免费赛' } })
    expect((await owner.post(`${urls.join}/audit`, { id: await joined(two), ...refusal })).body.code).toBe(1)
    await heard().toMatchObject({ values: { reason: refusal.note, amount: '50.00' } })
    expect(
      (await owner.post(`${urls.join}/cancel`, { id: await joined(three), reason: '停办', refund_amount: '20.00' })).body.code,
    ).toBe(1)
    await heard().toMatchObject({ values: { reason: '停办', amount: '20.00' } })

    const [entry] = await server.query<{ id: number }>('select id from shop_user_competition where join_id = $1', [first])
    const result = { competition_id: competitionId, entry_id: entry?.id, time_result: '01:02:03.004' }
    const made = madeKey(await owner.post(`${urls.result}/add`, result))
    expect((await owner.post(`${urls.result}/publish`, { id: made })).body.code).toBe(1)
    await heard().toMatchObject({ mobile: member?.mobile, content: expect.stringContaining('成绩已发布') })

    const [team] = await server.query<{ id: number; name: string }>('select id, name from shop_team where status = 1 limit 1')
    expect((await owner.post(`${urls.team}/audit`, { id: team?.id, ...agree })).body.code).toBe(1)
    await heard().toMatchObject({ values: { team: team?.name } })

    const paid = await findOrder(server, "o.status = 2 and o.ship_status = 0 and o.pay_type = 'balance'")
    expect((await owner.post('/admin/shop.order.Order/close', { id: paid.id, reason: 'other', note: '' })).body).toMatchObject({
      code: 1,
    })
    await heard().toMatchObject({ values: { order_no: paid.order_no, amount: (paid.pay_amount / 100).toFixed(2) } })
    await expect.poll(async () => (await logs()).map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 1, 1])
    await server.query("delete from sms_template where event in ('join_refused', 'join_cancelled', 'team_approved')")
  })

  test('what the shop did with their order, their refund, their evaluation, and that it gave them a coupon', async () => {
    const texts: Readonly<Record<string, string>> = {
      order_adjusted: `\${order_no} ¥\${amount} \${reason}`,
      order_closed: `\${order_no} \${reason}`,
      cancel_agreed: `\${order_no}`,
      cancel_refused: `\${order_no} \${reason}`,
      refund_return: `\${order_no} \${address} \${deadline}`,
      refund_refused: `\${order_no} \${reason}`,
      refund_rejected: `\${order_no} \${reason}`,
      coupon_given: `\${coupon} x \${quantity}`,
      evaluate_replied: `\${order_no} \${reply}`,
    }
    const known = new Map<string, number>()
    for (const [event, content] of Object.entries(texts)) {
      for (const [, name = ''] of content.matchAll(/\$\{(\w+)\}/g)) {
        const [found] = await server.query<{ id: number }>('select id from sms_variable where name = $1', [name])
        known.set(name, found?.id ?? madeKey(await owner.post(`${variableUrl}/add`, { title: name, name, source: 'caller' })))
      }
      const variable_ids = [...content.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => known.get(name))
      const template = {
        title: event,
        code: event,
        event,
        content,
        provider_template: event,
        is_code: 0,
        status: 1,
        variable_ids,
      }
      madeKey(await owner.post(`${templateUrl}/add`, template))
    }
    const order = (call: string, values: object) => owner.post(`/admin/shop.order.Order/${call}`, values)
    const refund = (call: string, values: object) => owner.post(`/admin/shop.order.Refund/${call}`, values)
    /** The message of an event; others (money that has arrived) may come beside it. */
    const heard = async (event: string, answer: Promise<Answer>, values: object) => {
      expect((await answer).body, event).toMatchObject({ code: 1 })
      await expect.poll(() => bodies().find(({ template }) => template === event), { timeout: 15_000 }).toMatchObject({ values })
    }
    const unpaid = await findOrder(server, 'o.status = 1')
    const adjusted = { id: unpaid.id, adjust_amount: '-1.00', delivery_amount: '5.00', reason: '老客户' }
    await heard('order_adjusted', order('adjust', adjusted), { order_no: unpaid.order_no, reason: '老客户' })
    expect(bodies().find(({ template }) => template === 'order_adjusted')?.values.amount).toMatch(/^\d+\.\d\d$/)
    const closing = { id: unpaid.id, reason: 'risk', note: '地址不完整' }
    await heard('order_closed', order('close', closing), { order_no: unpaid.order_no, reason: '地址不完整' })
    const other = await findOrder(server, 'o.status = 1')
    const chosen = { id: other.id, reason: 'member_request', note: '' }
    expect((await order('close', chosen)).body).toMatchObject({ code: 1 })
    await expect
      .poll(() => bodies().find(({ values }) => values.order_no === other.order_no)?.values.reason, { timeout: 15_000 })
      .toBe('会员要求')
    const [agreed, kept] = [await findOrder(server, 'o.status = 7'), await findOrder(server, 'o.status = 7', 1)]
    await heard('cancel_agreed', order('cancel', { id: agreed.id, result: 'agree', reason: '' }), { order_no: agreed.order_no })
    const refused = { id: kept.id, result: 'refuse', reason: '已打包' }
    await heard('cancel_refused', order('cancel', refused), { order_no: kept.order_no, reason: '已打包' })
    const refundOf = async (where: string) =>
      (
        await server.query<{ id: number; order_no: string; amount: number; lines: number[] }>(
          `select r.id, o.order_no, r.amount::int, array(select g.id from shop_refund_goods g where g.refund_id = r.id) as lines
            from shop_refund r join shop_order o on o.id = r.order_id where ${where} order by r.id limit 1`,
        )
      )[0]
    const back = await refundOf('r.audit_status = 1 and r.type = 2')
    const lines = (back?.lines ?? []).map((id) => ({ id, restock: 1 }))
    const agreeing = { id: back?.id, result: 'agree', agree_amount: ((back?.amount ?? 0) / 100).toFixed(2), include_delivery: 0 }
    await heard('refund_return', refund('audit', { ...agreeing, address_id: 2, lines, audit_note: '' }), {
      order_no: back?.order_no,
      address: expect.stringMatching(/\S{6}/),
      deadline: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    })
    const asked = await refundOf('r.audit_status = 1 and r.type = 1')
    const refusing = { id: asked?.id, result: 'refuse', audit_note: '已超过期限', lines: [] }
    await heard('refund_refused', refund('audit', refusing), { order_no: asked?.order_no, reason: '已超过期限' })
    const sent = await refundOf('r.status = 1 and r.user_ship_status = 1')
    const rejecting = { id: sent?.id, result: 'reject', note: '影响二次销售', images: [], lines: [] }
    await heard('refund_rejected', refund('receive', rejecting), { order_no: sent?.order_no, reason: '影响二次销售' })
    const [evaluation] = await server.query<{ id: number; order_no: string }>(
      'select id, order_no from shop_evaluate where delete_time is null order by id limit 1',
    )
    const answering = owner.post('/admin/shop.order.Evaluate/reply', { id: evaluation?.id, reply: '感谢支持' })
    await heard('evaluate_replied', answering, { order_no: evaluation?.order_no, reply: '感谢支持' })
    const [coupon] = await server.query<{ id: number; title: string }>(
      'select id, title from shop_coupon where status = 1 and remaining > 20 and valid_type = 2 order by id limit 1',
    )
    const giving = { id: coupon?.id, target: 'users', user_ids: [7], quantity: 2, level_ids: [] }
    await heard('coupon_given', owner.post('/admin/shop.coupon.Coupon/send', giving), { coupon: coupon?.title, quantity: '2' })
    const told = () => bodies().filter(({ template }) => template === 'coupon_given')
    expect(told()).toHaveLength(1)
    // One that is given by itself, and those that a level comes with.
    const given = await owner.post('/admin/shop.coupon.Receive/add', { coupon_id: coupon?.id, user_id: 7 })
    expect(given.body, given.text).toMatchObject({ code: 1 })
    await expect.poll(() => told().length).toBe(2)
    await server.query(`update shop_user_level set coupon_ids = array[$1::int] where level = 2`, [coupon?.id])
    await server.query(
      `update shop_user set level_id = l.id, level_lock = 0, growth = g.growth from shop_user_level l, shop_user_level g
        where shop_user.id = 7 and l.level = 1 and g.level = 2`,
    )
    await server.query(`delete from shop_coupon_receive where user_id = 7 and coupon_id = $1 and source = 'level'`, [coupon?.id])
    const [lowest] = await server.query<{ id: number }>('select id from shop_user_level where level = 1')
    expect((await owner.post('/admin/shop.user.Level/recompute', { id: lowest?.id })).body.code).toBe(1)
    await expect.poll(() => told().length, { timeout: 15_000 }).toBe(3)
    expect(told().map(({ values }) => values.quantity)).toEqual(['2', '1', '1'])
    await server.query('delete from sms_template where event = any($1)', [Object.keys(texts)])
  })

  test('without waiting for the number, and no more than it may get', async () => {
    const competitionId = await makeCompetition(owner)
    const { userId, contestants } = await familyOf(server, 1)
    const [member] = await server.query<{ mobile: string }>('select mobile from "user" where id = $1', [userId])
    await owner.post(`${configUrl}/edit`, { id: viaGateway, day_limit_mobile: 1 })
    const joins: number[] = []
    for (const contestant of contestants.slice(0, 2))
      joins.push(madeKey(await registerFor(owner, competitionId, userId, [contestant])))
    const database = openDatabase(server.databaseUrl, { connections: 1 })
    await database.write.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor_sms ${member?.mobile}`}, 0))`.execute(trx)
      for (const id of joins) expect((await owner.post(`${urls.join}/audit`, { id, ...agree })).body.code).toBe(1)
      expect(gateway.calls).toEqual([])
    })
    await database.close()
    await expect
      .poll(async () => (await logs()).map(({ status, fault }) => [status, fault]))
      .toEqual([
        [1, null],
        [2, 'tooMany'],
      ])
    expect(gateway.calls).toHaveLength(1)
    await owner.post(`${configUrl}/edit`, { id: viaGateway, day_limit_mobile: 10 })
  })

  test('that coupons end in three days, once for all of them', async () => {
    const now = Math.floor(Date.now() / 1000)
    const [member] = await server.query<{ id: number; mobile: string }>(
      `select id, mobile from "user" where status = 'enable' order by id limit 1`,
    )
    await server.query('update shop_coupon_receive set remind_time = 1')
    const { id: before } = (await server.query<{ id: number }>('select max(id) as id from shop_coupon_receive'))[0] ?? { id: 0 }
    const [coupon] = await server.query<{ id: number }>(
      `update shop_coupon set per_limit = 100 where id = (
        select id from shop_coupon where status = 1 and remaining > 20 and valid_type = 2 order by id limit 1) returning id`,
    )
    const giving = { id: coupon?.id, target: 'users', user_ids: [member?.id], quantity: 4, level_ids: [] }
    expect((await owner.post('/admin/shop.coupon.Coupon/send', giving)).body).toMatchObject({ code: 1 })
    const given = await server.query<{ id: number }>(
      `update shop_coupon_receive set create_time = $2::int - 864000, valid_end = $2::int + 86400 * (id - $1)
        where id > $1 returning id`,
      [before, now],
    )
    expect(given).toHaveLength(4)
    const database = openDatabase(server.databaseUrl, { connections: 3 })
    const remind = () =>
      database.write.transaction().execute((trx) => runTimer(trx, 'reminder', { now, actor: { type: 'system' } }, 50))
    await Promise.all([remind(), remind(), remind()])
    await remind()
    await expect.poll(() => gateway.calls.length).toBe(1)
    expect(bodies()[0]).toMatchObject({ mobile: member?.mobile, values: { quantity: '3' } })
    await expect.poll(async () => (await logs()).map(({ status }) => status)).toEqual([1])
    expect(await server.query('select id from shop_coupon_receive where id > $1 and remind_time is null', [before])).toEqual([
      { id: before + 4 },
    ])
    expect(gateway.calls).toHaveLength(1)
    await database.close()
  })
})

describe('codes to a mobile number', () => {
  const send = async (body: object, who: Client) =>
    (await who.post('/api/Sms/send', { ...body, ...(await solvedCaptcha(server)) })).body
  let count = 0
  const member = async () => memberClient(server, (await registerMember(server, `smscoded${++count}`, 'Quiet-harbour-7')).token)
  const bind = (who: Client, mobile: string, captcha: unknown) =>
    who.post('/api/account/changeBind', { type: 'mobile', mobile, captcha, password: 'Quiet-harbour-7' })

  test('go by the template of the event, with length, letters and time as it is set up', async () => {
    const who = await member()
    expect(await send({ mobile: '13901391001', template_code: 'user_change_mobile' }, who)).toMatchObject({ code: 1 })
    const [told] = bodies()
    expect(told).toMatchObject({
      mobile: '13901391001',
      template: 'user_change_mobile',
      values: { minutes: '5', code: expect.stringMatching(/^\d{8}$/) },
    })
    const [row] = await server.query<{ left: number }>('select (expires_time - create_time)::int as left from verification_code')
    expect(row?.left).toBe(300)
    const bound = await bind(who, '13901391001', told?.values.code)
    expect(bound.body, bound.text).toMatchObject({ code: 1 })
    await server.query(`update sms_variable set charset = 'mixed', length = 4 where name = 'code'`)
    const other = await member()
    await send({ mobile: '13901391002', template_code: 'user_change_mobile' }, other)
    const letters = bodies()[1]?.values.code ?? ''
    expect(letters).toMatch(/^[2-9A-Z]{4}$/)
    expect((await bind(other, '13901391002', letters.toLowerCase())).body.code).toBe(1)
    await server.query(`update sms_variable set charset = 'digits', length = null where name = 'code'`)
    expect((await logs()).map(({ content_hash }) => content_hash)).toEqual(Array(2).fill((await logs())[0]?.content_hash))
  })

  test('can be asked for by the template’s own code, and only codes', async () => {
    const who = await member()
    await server.query(`update sms_template set code = 'bind_number' where event = 'user_change_mobile'`)
    expect(await send({ mobile: '13901391003', template_code: 'bind_number' }, who)).toMatchObject({ code: 1 })
    expect(await send({ mobile: '13901391004', template_code: 'order_shipped' }, who)).toMatchObject({ code: 0 })
    expect(bodies().map(({ mobile }) => mobile)).toEqual(['13901391003'])
    await server.query(`update sms_template set code = 'user_change_mobile' where event = 'user_change_mobile'`)
  })

  test('keep their distance, and one that was not sent need not be waited for', async () => {
    gateway.answer = { status: 200, body: '{"code":1}' }
    const who = await member()
    expect(await send({ mobile: '13901391005', template_code: 'user_change_mobile' }, who)).toMatchObject({
      code: 0,
      msg: 'The code could not be sent. Please try again later.',
    })
    gateway.answer = { status: 200, body: '{"code":0}' }
    expect(await send({ mobile: '13901391005', template_code: 'user_change_mobile' }, who)).toMatchObject({ code: 1 })
    await server.query('delete from verification_code')
    expect(await send({ mobile: '13901391005', template_code: 'user_change_mobile' }, await member())).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/^Wait [0-9]+ seconds before sending again/),
    })
  })

  test('are not offered where the provider has no templates for them', async () => {
    const ways = async () =>
      (await server.guest().get<{ accountVerificationType: string[] }>('/api/user/checkIn')).body.data.accountVerificationType
    const toSignIn = async () => (await server.guest().get<{ loginTypes: string[] }>('/api/user/checkIn')).body.data.loginTypes
    expect([await ways(), await toSignIn()]).toEqual([['mobile'], ['mobile']])
    await server.query(`update sms_config set driver = 'qiniu' where id = $1`, [viaGateway])
    expect([await ways(), await toSignIn()]).toEqual([['mobile'], ['mobile']])
    await server.query(`update sms_template set status = 0 where event = 'user_login'`)
    expect([await ways(), await toSignIn()]).toEqual([['mobile'], []])
    await server.query(`update sms_template set status = 1 where event = 'user_login'`)
    await server.query(`update sms_template set status = 0 where event = 'user_mobile_verify'`)
    expect(await ways()).toEqual([])
    await server.query(`update sms_template set status = 1 where event = 'user_mobile_verify'`)
    await server.query(`update sms_config set driver = 'http' where id = $1`, [viaGateway])
  })
})
