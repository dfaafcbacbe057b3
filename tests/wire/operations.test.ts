import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAdminInputs } from '../../src/schemas/buildadmin/kinds.ts'
import { fieldError, makeLimited, ok, refused } from '../auth/people.ts'
import type { Answer, Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MailServer, mailPassword, mailUser, sendThrough, startMailServer } from '../harness/services/mail.ts'

/** What BuildAdmin's own client does with the screens both have, on a server that is set up for it. Addresses and bodies are that client's. */
type Row = Record<string, unknown>
interface Rule extends Row {
  id: number
  name: string
  icon: string
  component: string
  children?: Rule[]
}
interface Item extends Row {
  id: number
  name: string
  type: string
  value: unknown
  rule: string
}

let server: TestServer
/** BuildAdmin's client, and Kontor's, both of the owner. */
let client: Client
let kontor: Client
let mail: MailServer
const foreign = (own: Client) => own.with({ token: own.token ?? '', headers: { 'x-kontor-strict': '' } })
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ database: 'seed', settings: { component: 'buildadmin', mailOwnNetwork: true } })
  kontor = await server.signIn('admin')
  client = foreign(kontor)
})
afterAll(async () => {
  await server?.close()
  await mail?.close()
})

const flat = (rules: readonly Rule[]): Rule[] => rules.flatMap((rule) => [rule, ...flat(rule.children ?? [])])
const stored = async (table: 'admin_rule' | 'user_rule', name: string) =>
  (await server.query<Rule>(`SELECT id, name, icon, component, menu_type FROM ${table} WHERE name = $1`, [name]))[0]

describe('rules of menus', () => {
  const rule = {
    type: 'menu',
    pid: 0,
    title: '脚本',
    icon: 'fa fa-circle-o',
    menu_type: 'tab',
    extend: 'none',
    weigh: 0,
    keepalive: 0,
    status: '1',
  }

  test.each([
    ['auth.Rule', 'backend/'],
    ['user.Rule', 'frontend/user/'],
  ])('%s: rows, choices and the form name icons and views as that client does', async (controller, folder) => {
    const { list } = ok(await client.get<{ list: Rule[] }>(`/admin/${controller}/index`))
    const { options } = ok(await client.get<{ options: Rule[] }>(`/admin/${controller}/index`, { select: true, isTree: true }))
    const all = [...flat(list), ...options]
    expect(all.filter(({ icon }) => icon !== '').length).toBeGreaterThan(10)
    for (const { icon, component } of all) {
      expect(icon).toMatch(/^$|^(fa fa-|el-icon-|local-|iconfont )/)
      expect(component).toMatch(new RegExp(`^$|^/src/views/${folder}.+\\.vue$`))
    }
    const [one] = all.filter(({ component }) => component !== '')
    const { row } = ok(await client.get<{ row: Rule }>(`/admin/${controller}/edit`, { id: one?.id }))
    expect([row.icon, row.component]).toEqual([one?.icon, one?.component])
  })

  test("Kontor's own client is sent its own names by the same server", async () => {
    const { list } = ok(await kontor.get<{ list: Rule[] }>('/admin/auth.Rule/index'))
    const found = flat(list).find(({ name }) => name === 'auth/admin')
    expect(found).toMatchObject({ icon: 'pi pi-user-edit', component: 'auth/admin' })
  })

  test('what was read is saved as it was: nothing changes', async () => {
    for (const [controller, table, name] of [
      ['auth.Rule', 'admin_rule', 'dashboard'],
      ['auth.Rule', 'admin_rule', 'auth/admin'],
      ['user.Rule', 'user_rule', 'account/overview'],
    ] as const) {
      const before = await stored(table, name)
      const { row } = ok(await client.get<{ row: Row }>(`/admin/${controller}/edit`, { id: before?.id }))
      const { _version, ...posted } = row
      ok(await client.post(`/admin/${controller}/edit`, posted))
      expect(await stored(table, name)).toEqual(before)
    }
  })

  test.each([
    ['/src/views/backend/auth/admin/index.vue', 'auth/admin', 'el-icon-UserFilled', 'pi pi-user'],
    ['\\src\\views\\backend\\dashboard.vue', 'dashboard', 'fa fa-dashboard', 'pi pi-gauge'],
    ['auth/group', 'auth/group', 'pi pi-users', 'pi pi-users'],
    ['/src/views/backend/module/index.vue', 'moduleStore', 'local-logo', 'local-logo'],
    ['/src/views/backend/own/thing.vue', '/src/views/backend/own/thing.vue', 'fa fa-anchor', 'fa fa-anchor'],
  ])('a rule with %s is stored as %s, and comes back in the form of each client', async (component, page, icon, own) => {
    const name = `wire/x${Math.abs([...component].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) | 0, 7))}`
    ok(await client.post('/admin/auth.Rule/add', { ...rule, name, path: name, component, icon }))
    const row = await stored('admin_rule', name)
    expect(row).toMatchObject({ component: page, icon: own })
    const seen = ok(await client.get<{ row: Rule }>('/admin/auth.Rule/edit', { id: row?.id })).row
    expect(seen.component).toMatch(/^\/src\/views\/backend\/.+\.vue$/)
    expect(seen.icon).toMatch(/^(fa fa-|el-icon-|local-)/)
    if (component.startsWith('/')) expect(seen.component).toBe(component)
  })

  test("a member's rule that names a view of BuildAdmin opens in both front ends", async () => {
    const component = '/src/views/frontend/user/account/overview.vue'
    ok(
      await client.post('/admin/user.Rule/add', {
        ...rule,
        name: 'again',
        path: 'again',
        type: 'nav',
        no_login_valid: 1,
        component,
      }),
    )
    expect(await stored('user_rule', 'again')).toMatchObject({ component: 'account/overview' })
    // as it stands in a database that came from BuildAdmin
    await server.query('UPDATE user_rule SET component = $1 WHERE name = $2', [component, 'again'])
    const { rules } = ok(await server.guest().get<{ rules: Rule[] }>('/api/index/index'))
    expect(rules.find(({ name }) => name === 'again')?.component).toBe(component)
  })

  test.each([
    ['auth.Rule', 'menu', { component: '' }, 'component'],
    ['auth.Rule', 'menu', {}, 'component'],
    ['auth.Rule', 'menu', { menu_type: '' }, 'menu_type'],
    ['auth.Rule', 'menu', { menu_type: null }, 'menu_type'],
    ['auth.Rule', 'menu', { menu_type: 'link' }, 'url'],
    ['user.Rule', 'menu', {}, 'component'],
    ['user.Rule', 'nav', { component: '' }, 'component'],
    ['user.Rule', 'nav_user_menu', {}, 'component'],
    ['user.Rule', 'nav_user_menu', { menu_type: '' }, 'menu_type'],
    ['user.Rule', 'route', { menu_type: 'link', url: '/x' }, 'component'],
    ['user.Rule', 'nav', { menu_type: 'iframe' }, 'url'],
  ])('%s refuses a %s with %j, which no client could open', async (controller, type, more, field) => {
    const answer = await client.post(`/admin/${controller}/add`, {
      ...rule,
      name: 'open/nothing',
      path: 'open/nothing',
      type,
      ...more,
    })
    expect(fieldError(answer, field), answer.text).toBeTruthy()
  })

  test('nor does an edit take the screen away, or turn a link into a tab without one', async () => {
    for (const [controller, table] of [
      ['auth.Rule', 'admin_rule'],
      ['user.Rule', 'user_rule'],
    ] as const) {
      const name = `linked${table.length}`
      ok(
        await client.post(`/admin/${controller}/add`, {
          ...rule,
          name,
          path: name,
          menu_type: 'link',
          url: 'https://example.com/',
        }),
      )
      const id = (await stored(table, name))?.id
      expect(fieldError(await client.post(`/admin/${controller}/edit`, { id, menu_type: 'tab' }), 'component')).toBeTruthy()
      ok(await client.post(`/admin/${controller}/edit`, { id, menu_type: 'tab', component: 'auth/admin' }))
      expect(fieldError(await client.post(`/admin/${controller}/edit`, { id, component: '' }), 'component')).toBeTruthy()
      ok(await client.post(`/admin/${controller}/edit`, { id, status: '0' }))
    }
  })
})

describe('the configuration', () => {
  const groups = async () => ok(await client.get<{ list: Record<string, { list: Item[] }> }>('/admin/routine.Config/index')).list
  const items = async () => Object.values(await groups()).flatMap(({ list }) => list)
  const item = async (name: string) => (await items()).find((each) => each.name === name)
  const add = (more: Row) =>
    client.post('/admin/routine.Config/add', {
      group: 'basics',
      weigh: 0,
      content: '',
      tip: '',
      rule: [],
      extend: '',
      inputExtend: '',
      title: String(more.name),
      ...more,
    })

  test('every item has an input in that client, with its check as a rule', async () => {
    const all = await items()
    expect(all.length).toBeGreaterThan(20)
    for (const { name, type } of all) expect(buildAdminInputs, name).toContain(type)
    const told = Object.fromEntries(all.map(({ name, type, rule, value }) => [name, [type, rule, value]]))
    expect(told).toMatchObject({
      site_name: ['string', 'required', 'Kontor'],
      cdn_url: ['string', 'url', ''],
      admin_login_retry: ['number', 'required,integer', 10],
      upload_quota: ['number', 'required,number', 2147483648],
      admin_login_captcha: ['switch', '', false],
      upload_suffixes: ['textarea', 'required', expect.any(String)],
      smtp_pass: ['password', '', ''],
      smtp_sender_mail: ['string', 'email', ''],
      smtp_verification: ['select', 'required', 'SSL'],
    })
  })

  test('what a tab shows is saved as it is, and what is changed is kept', async () => {
    for (const { list } of Object.values(await groups())) {
      const tab = Object.fromEntries(list.map(({ name, value }) => [name, value]))
      if (Object.keys(tab).length > 0) ok(await client.post('/admin/routine.Config/edit', tab))
    }
    ok(await client.post('/admin/routine.Config/edit', { admin_login_captcha: true, admin_login_retry: 12 }))
    expect([(await item('admin_login_captcha'))?.value, (await item('admin_login_retry'))?.value]).toEqual([true, 12])
    ok(await client.post('/admin/routine.Config/edit', { admin_login_captcha: false, admin_login_retry: '10' }))
    expect([(await item('admin_login_captcha'))?.value, (await item('admin_login_retry'))?.value]).toEqual([false, 10])
  })

  test('an address that is no whole one does not keep the tab from being saved', async () => {
    ok(await client.post('/admin/routine.Config/edit', { cdn_url: '/static' }))
    expect(await item('cdn_url')).toMatchObject({ type: 'string', rule: '', value: '/static' })
    ok(await client.post('/admin/routine.Config/edit', { cdn_url: '' }))
  })

  test('nor does a required secret that is saved and not sent', async () => {
    ok(await add({ name: 'api_key', type: 'password', rule: ['required'] }))
    expect(await item('api_key')).toMatchObject({ rule: 'required,password', value: '' })
    expect(fieldError(await client.post('/admin/routine.Config/edit', { api_key: 'short' }), 'api_key')).toBeTruthy()
    ok(await client.post('/admin/routine.Config/edit', { api_key: 'Long-enough-1' }))
    const made = await item('api_key')
    expect(made).toMatchObject({ rule: 'password', value: '' })
    ok(await client.post('/admin/routine.Config/edit', { site_name: 'Kontor', api_key: '' }))
    expect(await server.query("SELECT value FROM config WHERE name = 'api_key'")).toEqual([{ value: 'Long-enough-1' }])
    ok(await client.del('/admin/routine.Config/del', { ids: [made?.id] }))
  })

  const choices = { content: 'a=Apple\nb=Pear' }
  test.each<[string, Row, unknown, unknown?]>([
    ['string', {}, 'text'],
    ['password', {}, 'Hidden-1', ''],
    ['number', {}, 12.5],
    ['radio', choices, 'b'],
    ['checkbox', choices, ['a', 'b']],
    ['switch', {}, true],
    ['textarea', {}, 'one\ntwo'],
    ['array', {}, [{ key: 'k', value: 'v' }]],
    ['datetime', {}, '2026-03-04 05:06:07'],
    ['year', {}, '2026'],
    ['date', {}, '2026-03-04'],
    ['time', {}, '05:06:07'],
    ['select', choices, 'a'],
    ['selects', choices, ['b']],
    ['editor', {}, '<p>Hello</p>'],
    ['city', {}, [330_000, 330_100, 330_106]],
    ['image', {}, 'https://example.com/a.png'],
    ['images', {}, 'https://example.com/a.png,https://example.com/b.png'],
    ['file', {}, 'https://example.com/a.zip'],
    ['files', {}, 'https://example.com/a.zip,https://example.com/b.zip'],
    ['icon', {}, 'fa fa-users'],
    ['color', {}, '#ff0000'],
  ])('an item of type %s is added, filled in and read back in that form', async (type, more, value, shown = value) => {
    const name = `of_${type}`
    ok(await add({ name, type, ...more }))
    const made = await item(name)
    expect(made).toMatchObject({ type, group: 'basics', allow_del: 1, extend: [], input_extend: [] })
    expect(made?.content).toEqual(more.content ? { a: 'Apple', b: 'Pear' } : '')
    ok(await client.post('/admin/routine.Config/edit', { [name]: value }))
    expect((await item(name))?.value).toEqual(shown)
    ok(await client.del('/admin/routine.Config/del', { ids: [made?.id] }))
    expect(await item(name)).toBeUndefined()
  })

  test.each([
    ['string', ['required', 'mobile'], 'string', 'required,mobile', 'mobile'],
    ['string', ['idNumber'], 'string', 'idNumber', 'idnumber'],
    ['string', ['account'], 'string', 'account', 'account'],
    ['string', ['varName'], 'string', 'varName', 'varname'],
    ['string', ['url'], 'string', 'url', 'url'],
    ['string', ['email'], 'string', 'email', 'email'],
    ['string', ['password'], 'password', 'password', 'password'],
    ['password', ['password'], 'password', 'password', 'password'],
    ['string', ['integer'], 'number', 'integer', 'integer'],
    ['number', ['number'], 'number', 'number', 'number'],
    ['number', ['required', 'integer'], 'number', 'required,integer', 'integer'],
    ['number', ['float'], 'number', 'number', 'float'],
    ['date', ['date'], 'date', '', 'date'],
    ['editor', ['editorRequired'], 'editor', 'required', 'richtext'],
  ])('an item of type %s with the rules %j is one for both clients', async (type, rule, input, rules, kind) => {
    ok(await add({ name: 'ruled', type, rule }))
    const made = await item('ruled')
    expect(made).toMatchObject({ type: input })
    expect(String(made?.rule).split(',').sort()).toEqual(rules.split(',').sort())
    const own = ok(await kontor.get<{ items: { field: { name: string; kind: string } }[] }>('/admin/routine.Config/index')).items
    expect(own.find(({ field }) => field.name === 'ruled')?.field.kind).toBe(kind)
    ok(await client.del('/admin/routine.Config/del', { ids: [made?.id] }))
  })

  test('attributes of an item come back as an object; what no input has is refused beside the type', async () => {
    ok(await add({ name: 'limited', type: 'number', rule: ['integer'], inputExtend: 'min=1\nmax=9' }))
    const made = await item('limited')
    expect(made).toMatchObject({ extend: [], input_extend: { min: 1, max: 9 } })
    expect(fieldError(await client.post('/admin/routine.Config/edit', { limited: 10 }), 'limited')).toBeTruthy()
    ok(await client.del('/admin/routine.Config/del', { ids: [made?.id] }))
    for (const type of ['remoteSelect', 'remoteSelects', 'nothing'])
      expect(fieldError(await add({ name: 'no', type }), 'type')).toBeTruthy()
    expect(fieldError(await add({ name: 'no', type: 'string', rule: ['nothing'] }), 'rule')).toBeTruthy()
  })
})

describe('the test mail', () => {
  const onScreen = () => ({
    smtp_server: '127.0.0.1',
    smtp_port: mail.port,
    smtp_verification: 'none',
    smtp_user: mailUser,
    smtp_pass: mailPassword,
    smtp_sender_mail: 'shop@kontor.test',
    smtp_sender_name: 'The Shop',
  })
  const send = (more: Row = {}, who = client): Promise<Answer> =>
    who.post('/admin/routine.Config/sendTestMail', { ...onScreen(), testMail: 'boss@example.com', ...more })

  test('goes out with the values that were posted, which are not kept', async () => {
    const answer = await send()
    expect(answer.body).toMatchObject({ code: 1, msg: 'The test mail was sent.', data: null })
    expect(mail.mails.at(-1)).toMatchObject({ to: 'boss@example.com', from: 'The Shop <shop@kontor.test>' })
    expect(await server.query("select 1 from config where name = 'smtp_user' and value <> ''")).toEqual([])
  })

  test('takes the saved password where none is typed, and no other saved value in the place of one that was cleared', async () => {
    await sendThrough(server, mail)
    ok(await send({ smtp_pass: '' }))
    expect(fieldError(await send({ smtp_user: '' }), 'smtp_user')).toBeTruthy()
    await server.query("delete from config where name like 'smtp%'")
  })

  test.each([
    ['no recipient', { testMail: '' }, 'testMail'],
    ['no address', { testMail: 'nobody' }, 'testMail'],
    ['no such host', { smtp_server: 'mail.invalid' }, 'smtp_server'],
    ['no port', { smtp_port: 70_000 }, 'smtp_port'],
    ['a wrong sender', { smtp_sender_mail: 'x' }, 'smtp_sender_mail'],
    ['a wrong password', { smtp_pass: 'wrong' }, 'smtp_pass'],
    ['an encryption that the server has not', { smtp_verification: 'TLS' }, 'smtp_verification'],
  ])('is refused beside the field: %s', async (_what, more, field) => {
    const sent = mail.mails.length
    expect(fieldError(await send(more), field), JSON.stringify((await send(more)).body)).toBeTruthy()
    expect(mail.mails.length).toBe(sent)
  })

  test('needs its right, is recorded without the password, and is not a way to send without end', async () => {
    const reader = await makeLimited(server, kontor, 'reader', ['routine/config/index'])
    expect((await send({}, foreign(reader.client))).body.code).toBe(401)
    const [log] = await server.query<{ data: string; title: string }>(
      "SELECT title, data FROM admin_log WHERE url = '/admin/routine.Config/sendTestMail' ORDER BY id LIMIT 1",
    )
    expect(log?.title).toMatch(/^系统配置 - /)
    expect(JSON.parse(log?.data ?? '')).toMatchObject({ smtp_pass: '***', smtp_user: mailUser })
    expect(log?.data).not.toContain(mailPassword)
    let last = await send()
    for (let i = 0; i < 20 && last.body.code === 1; i++) last = await send()
    refused(last, /Too many test e-mails/)
    expect(fieldError(last, 'testMail')).toBeTruthy()
  })
})

test('a limited administrator of that client finds the own log after signing in', async () => {
  const person = await makeLimited(server, kontor, 'limited1', [
    'auth/adminLog/index',
    'routine/adminInfo/index',
    'routine/adminInfo/edit',
  ])
  const own = foreign(person.client)
  ok(await own.post('/admin/routine.AdminInfo/edit', { id: person.id, nickname: 'Limited' }))
  const params = { limit: 12, search: [{ field: 'admin_id', val: String(person.id), operator: 'eq' }] }
  const { list, total } = ok(await own.get<{ list: Row[]; total: number }>('/admin/auth.AdminLog/index', params))
  expect(total).toBe(2)
  expect(list[0]).toMatchObject({ url: '/admin/routine.AdminInfo/edit', admin_id: person.id, username: 'limited1' })
  expect(typeof list[0]?.data).toBe('string')
})

describe('a picture that nobody has', () => {
  test('is shown to that client as the silhouette, and never stored when it comes back', async () => {
    const silhouette = '/static/images/avatar.png'
    const { list } = ok(await client.get<{ list: Row[] }>('/admin/auth.Admin/index'))
    expect(list.map(({ avatar }) => avatar)).toContain(silhouette)
    const { row } = ok(await client.get<{ row: Row }>('/admin/auth.Admin/edit', { id: 1 }))
    const { _version, ...posted } = row
    ok(await client.post('/admin/auth.Admin/edit', posted))
    ok(await client.post('/admin/routine.AdminInfo/edit', { id: 1, avatar: silhouette }))
    expect(await server.query('SELECT avatar FROM admin WHERE id = 1')).toEqual([{ avatar: '' }])
    expect(ok(await kontor.get<{ row: Row }>('/admin/auth.Admin/edit', { id: 1 })).row.avatar).toBe('')
  })
})

describe('a member of that client', () => {
  let member: Client
  let info: Row
  beforeAll(async () => {
    ok(
      await client.post('/admin/user.User/add', {
        ...{ group_id: '1', gender: 0, money: '0', score: '0', status: 'enable', username: 'member1', nickname: 'Member' },
        ...{ password: 'Passw0rd-1', email: '', mobile: '', avatar: '', birthday: null, motto: '' },
      }),
    )
    const [made] = await server.query<{ id: number }>('SELECT id FROM "user" WHERE username = $1', ['member1'])
    ok(await client.post('/admin/user.MoneyLog/add', { user_id: String(made?.id), memo: 'first', money: 12.5 }))
    ok(await client.post('/admin/user.ScoreLog/add', { user_id: String(made?.id), memo: 'first', score: '5' }))
    const guest = server.guest({ headers: { 'x-kontor-strict': '' } })
    const signed = await guest.post<{ userInfo: Row }>('/api/user/checkIn', {
      ...{ tab: 'login', username: 'member1', password: 'Passw0rd-1', keep: false, captchaId: 'x', captchaInfo: '' },
      ...{ registerType: 'email', email: '', mobile: '', captcha: '' },
    })
    const token = String(ok(signed).userInfo.token)
    member = server.guest({ headers: { 'x-kontor-strict': '', 'ba-user-token': token } })
    info = ok(await member.get<{ userInfo: Row }>('/api/index/index', { requiredLogin: 1 })).userInfo
  })

  test('saves the profile as it was shown, without a picture', async () => {
    const { id, avatar, username, gender, birthday, motto } = info
    ok(await member.post('/api/account/profile', { id, avatar, username, nickname: '新名', gender, birthday, motto }))
    expect(await server.query('SELECT nickname, avatar FROM "user" WHERE id = $1', [id])).toEqual([
      { nickname: '新名', avatar: '' },
    ])
  })

  test('reads the own ledgers with what was there before', async () => {
    const ledger = async (name: string) =>
      ok(await member.get<{ list: Row[]; total: number }>(`/api/account/${name}`, { page: 1, limit: 10 }))
    expect(await ledger('balance')).toMatchObject({
      total: 1,
      list: [{ money: '12.50', before: '0.00', after: '12.50', memo: 'first' }],
    })
    expect(await ledger('integral')).toMatchObject({ total: 1, list: [{ score: 5, before: 0, after: 5, memo: 'first' }] })
  })
})
