import { describe, expect, onTestFinished, test } from 'vitest'
import { memberOf } from '../../../src/runtime/app/member.ts'
import { createCrud } from '../../../src/runtime/crud/crud.ts'
import { fromSearchParams } from '../../../src/runtime/crud/query.ts'
import { memoryStorage } from '../../../src/runtime/platform.ts'
import { createDashboard } from '../../../src/runtime/screens/dashboard.ts'
import { createFormPage } from '../../../src/runtime/screens/formPage.ts'
import { buildAdminWire } from '../../../src/runtime/wire/buildadmin/wire.ts'
import { productSchema } from '../../harness/schemas.ts'
import { startReplayServer } from '../../wire/replayServer.ts'
import { testRuntime } from '../support.ts'

const schema = await productSchema()

/** The runtime before a server that keeps BuildAdmin's rules; as an administrator, or as a member. */
async function frontEnd(as: 'admin' | 'member' = 'admin') {
  const server = await startReplayServer({ standIn: true })
  onTestFinished(() => server.close())
  const one = testRuntime(server.url, {
    storage: memoryStorage(),
    path: as === 'admin' ? '/admin/login' : '/user/login',
    options: {
      wire: buildAdminWire,
      pageIds: [...schema.pages.keys()],
      fetchPage: async (id) => {
        const page = schema.pages.get(id)
        if (!page) throw new Error(`no page ${id}`)
        return { page, words: schema.words.page.get(id)?.en }
      },
      fetchWords: async () => [schema.words.shared.en],
    },
  })
  const { runtime } = one
  await runtime.start()
  const member = memberOf(runtime)
  if (as === 'admin') {
    await runtime.signIn({ username: 'admin', password: 'Admin123456', keep: true })
    one.at.path = '/admin/loading'
    await runtime.boot()
  } else {
    await member.signIn({ username: 'member1999', password: 'Member123', keep: false }, 'login')
    one.at.path = '/user/loading'
    await member.boot()
  }
  const list = async (id: string) => createCrud(runtime.screen(await runtime.page(id)))
  const form = async (id: string) =>
    createFormPage({ ...runtime.screen(await runtime.page(id)), renewOwn: async () => undefined })
  const called = (method: string, ending: string) =>
    server.calls.filter((call) => call.method === method && (call.path.split('?')[0] ?? '').endsWith(ending))
  return { ...one, server, member, list, form, called }
}

describe('lists before a BuildAdmin server', () => {
  test('a range of amounts finds what people see, though that server compares cents', async () => {
    const { list, server } = await frontEnd()
    const log = await list('user/moneyLog')
    await log.load()
    expect(log.state.rows.map(({ money }) => money)).toEqual([-550, 5000, 1250])
    await log.setSearch([{ field: 'money', operator: 'RANGE', value: ['10', '60'] }])
    expect(log.state.rows.map(({ memo }) => memo)).toEqual(['充值', '赠送'])
    expect(server.calls.at(-1)?.path).toContain('search[0][val]=1000,6000')
    await log.setSearch([{ field: 'after', operator: 'RANGE', value: ['62.5', ''] }])
    expect(log.state.rows.map(({ memo }) => memo)).toEqual(['充值'])
    const members = await list('user/user')
    await members.setSearch([{ field: 'money', operator: 'eq', value: '12.5' }])
    expect(members.state.rows.map(({ id }) => id)).toEqual([1998])
  })

  test('no search field, order or column of any screen is unknown to that server', async () => {
    const { list, said } = await frontEnd()
    const ids = ['auth/admin', 'auth/group', 'auth/rule', 'user/user', 'user/group', 'user/rule']
    for (const id of [...ids, 'user/moneyLog', 'user/scoreLog', 'routine/attachment']) {
      const crud = await list(id)
      await crud.load()
      for (const { field, operator } of crud.page.table.search)
        expect([id, field, await crud.setSearch([{ field, operator, value: operator === 'RANGE' ? ['1', '2'] : '1' }])]).toEqual([
          id,
          field,
          true,
        ])
      await crud.setSearch([])
      for (const { field } of crud.page.table.columns.filter(({ sortable }) => sortable))
        expect([id, field, await crud.setSort({ field, direction: 'asc' })]).toEqual([id, field, true])
    }
    expect(said()).toEqual([])
  })

  test('a filter or an order of an address that it does not know is left out, and said', async () => {
    const { list, said, server } = await frontEnd()
    const files = await list('routine/attachment')
    expect(fromSearchParams(new URLSearchParams('suffix=png'), files.page).unknown).toEqual(['suffix'])
    await files.setSort({ field: 'suffix', direction: 'asc' })
    expect([files.state.error, server.calls.at(-1)?.path.includes('order=')]).toEqual([null, false])
    expect(said()).toHaveLength(1)
  })

  test('files have a picture: their own, or that of their type', async () => {
    const { list } = await frontEnd()
    const files = await list('routine/attachment')
    await files.load()
    expect(files.state.rows.map(({ preview }) => preview)).toEqual([
      '/api/ajax/buildSuffixSvg?suffix=pdf&server=1',
      '/storage/default/20261120/test.png',
    ])
    expect(files.page.detail?.map(({ name }) => name)).not.toContain('places')
    expect(await files.info(1)).toMatchObject({ id: 1, name: 'test.png' })
  })

  test.each([
    ['auth/rule', ['title']],
    ['user/rule', ['title']],
    ['user/moneyLog', ['user.username', 'user.nickname']],
    ['user/user', ['username', 'nickname', 'id']],
    ['routine/attachment', ['name']],
  ])('the quick search of %s names what it looks at there', async (id, fields) => {
    const { list } = await frontEnd()
    expect((await list(id)).page.table.quickSearch).toEqual(fields)
  })

  test('texts are as people wrote them, and are posted so', async () => {
    const { list, called } = await frontEnd()
    const members = await list('user/user')
    await members.load()
    expect(members.state.rows.map(({ nickname }) => nickname)).toEqual(['王勇娜', 'R&D <lab>'])
    const form = await members.openForm('edit', [1999])
    expect(form?.state.values.motto).toBe('a & b')
    expect(await members.submit({ nickname: 'X' })).toBe(true)
    expect(called('POST', '/user.User/edit')[0]?.body).toMatchObject({ id: 1999, nickname: 'X', motto: 'a & b' })
  })

  test('an amount that is added shows whose it is, and goes in yuan', async () => {
    const { list, called } = await frontEnd()
    const log = await list('user/moneyLog')
    await log.openForm('add')
    expect(await log.lookup('user', 1999)).toMatchObject({ username: 'member1999', money: 46504 })
    expect(await log.submit({ user_id: 1999, money: 1250, memo: 'Gift' })).toBe(true)
    expect(called('POST', '/user.MoneyLog/add')[0]?.body).toEqual({ user_id: 1999, money: '12.50', memo: 'Gift' })
  })

  test('a log shows a row that it has listed without asking for a right to edit', async () => {
    const { list, server } = await frontEnd()
    const log = await list('user/moneyLog')
    await log.load()
    server.calls.length = 0
    expect(await log.info(2)).toMatchObject({ memo: '充值', money: 5000 })
    expect(server.calls).toEqual([])
  })

  test('new menu rules go with icons that server draws and files of its client', async () => {
    const { list, called } = await frontEnd()
    const rules = await list('auth/rule')
    await rules.load()
    for (const [component, icon] of [
      ['routine/attachment', 'pi pi-shopping-cart'],
      ['routine/adminInfo', 'fa fa-user'],
      ['account/overview', 'pi pi-circle'],
      ['/src/views/backend/dashboard.vue', 'el-icon-Grid'],
    ]) {
      await rules.openForm('add')
      expect(await rules.submit({ title: 'T', name: 'a/b', path: '', type: 'menu', menu_type: 'tab', component, icon })).toBe(
        true,
      )
    }
    expect(
      called('POST', '/auth.Rule/add').map(({ body }) => [
        (body as { component: string }).component,
        (body as { icon: string }).icon,
      ]),
    ).toEqual([
      ['/src/views/backend/routine/attachment/index.vue', 'fa fa-shopping-cart'],
      ['/src/views/backend/routine/adminInfo.vue', 'fa fa-user'],
      ['/src/views/frontend/user/account/overview.vue', 'fa fa-circle-o'],
      ['/src/views/backend/dashboard.vue', 'el-icon-Grid'],
    ])
    const [first] = called('POST', '/auth.Rule/add')
    expect(first?.body).toMatchObject({ name: 'a/b', path: 'a/b' })
    expect(first?.body).not.toHaveProperty('title_en')
  })
})

describe('the own account of an administrator', () => {
  test('a password goes to edit, with what that call needs; two entries that differ go nowhere', async () => {
    const { form, called } = await frontEnd()
    const { crud, load } = await form('routine/adminInfo')
    await load()
    const open = await crud.openForm('changePassword')
    expect(open?.fields.map(({ name }) => name)).toEqual(['password', 'password_confirm'])
    expect(await crud.submit({ password: 'Kontor-77-pass', password_confirm: 'other' })).toBe(false)
    expect(open?.state.errors).toEqual({ password_confirm: 'The new passwords do not match.' })
    expect(called('POST', '/edit')).toEqual([])
    expect(await crud.submit({ password: 'Kontor-77-pass', password_confirm: 'Kontor-77-pass' })).toBe(true)
    expect(called('POST', '/routine.AdminInfo/edit').map(({ body }) => body)).toEqual([
      { id: 1, nickname: 'Admin', email: 'admin@buildadmin.com', mobile: '18888888888', motto: '', password: 'Kontor-77-pass' },
    ])
  })

  test('a new picture does not swallow the other changes: it goes by itself', async () => {
    const { form, called, said } = await frontEnd()
    const page = await form('routine/adminInfo')
    await page.load()
    page.state.form.model.setAll({ nickname: 'Boss', avatar: '/storage/a.png' })
    expect(await page.submit()).toBe(true)
    expect(page.state.form.model.state.values).toMatchObject({ nickname: 'Boss', avatar: '/storage/a.png' })
    expect(called('POST', '/routine.AdminInfo/edit').map(({ body }) => Object.keys(body as object).sort())).toEqual([
      ['email', 'id', 'mobile', 'motto', 'nickname'],
      ['avatar', 'id'],
    ])
    expect(said()).toHaveLength(1)
  })
})

describe('the configuration', () => {
  test('every kind of item has its control and value, and saving a tab posts that tab alone', async () => {
    const { form, called, said, warnings } = await frontEnd()
    const page = await form('routine/config')
    await page.load()
    const kinds = Object.fromEntries(page.state.form.model.fields.map(({ name, kind }) => [name, kind]))
    expect(kinds).toMatchObject({
      x_switch: 'switch',
      x_selects: 'multiselect',
      x_editor: 'richtext',
      x_member: 'remoteSelect',
      smtp_sender_mail: 'email',
    })
    const { model, parts } = page.state.form
    expect(model.fields.find(({ name }) => name === 'x_secret')).toMatchObject({ kind: 'string', secret: true, help: true })
    expect(parts.loaded.find('fields.x_secret.help')).toBe('只给 <财务> 看')
    expect(model.state.values).toMatchObject({
      x_switch: 1,
      x_checkbox: ['a'],
      x_number: 12,
      x_time: '08:30:00',
      x_member: '1999',
    })
    model.setAll({ site_name: 'Mine', x_switch: 0, smtp_server: 'smtp.example.com' })
    expect(await page.submit('basics')).toBe(true)
    const [posted] = called('POST', '/routine.Config/edit').map(({ body }) => body as Record<string, unknown>)
    expect(posted).toMatchObject({
      site_name: 'Mine',
      x_switch: 0,
      x_year: '',
      x_datetime: '2026-11-22 10:20:30',
      x_editor: '<p>a &amp; b</p>',
    })
    expect(Object.keys(posted ?? {}).filter((name) => name.startsWith('smtp_') || name === 'x_secret')).toEqual([])
    // What was typed on the other tab is there still, not saved.
    expect(page.state.form.model.state).toMatchObject({
      dirty: true,
      values: { smtp_server: 'smtp.example.com', site_name: 'Mine' },
    })
    expect([said(), warnings]).toEqual([['当前页配置项更新成功！'], []])
  })

  test('new items use its groups and kinds; deletable ones are marked and can be deleted', async () => {
    const { form, called } = await frontEnd()
    const page = await form('routine/config')
    await page.load()
    const { crud } = page
    const open = await crud.openForm('addItem')
    const groups = await crud.options('group', { action: 'addItem' })
    expect(groups.list).toEqual([
      { value: 'basics', label: '基础配置' },
      { value: 'mail', label: '邮件配置' },
      { value: 'config_quick_entrance', label: '快捷配置入口' },
    ])
    const kinds = open?.fields.find(({ name }) => name === 'type')?.options?.map(({ value }) => value) ?? []
    expect(kinds).toHaveLength(24)
    for (const kind of kinds)
      expect([kind, crud.loaded.find(`actions.addItem.fields.type.options.${kind}`)]).not.toContain(undefined)
    expect(await crud.submit({ group: 'mail', name: 'reply_to', title: 'Reply to', type: 'editor' })).toBe(true)
    expect(called('POST', '/routine.Config/add')[0]?.body).toMatchObject({ group: 'mail', type: 'editor', rule: [], content: '' })
    await expect.poll(() => page.state.form.parts.items.some(({ field }) => field.name === 'reply_to')).toBe(true)
    const items = page.state.form.parts.items.map(({ field }) => field.name)
    expect(items).toContain('x_switch')
    expect(items).not.toContain('site_name')
    const [gone] = page.state.form.parts.items
    expect(await page.deleteItem(gone?.id ?? 0)).toBe(true)
    expect(page.state.form.parts.page.fields).not.toHaveProperty('x_switch')
  })

  test('a test message goes out with what is entered, the kept password included', async () => {
    const { form, called } = await frontEnd()
    const page = await form('routine/config')
    await page.load()
    page.state.form.model.set('smtp_user', 'shop@example.com')
    expect(page.crud.can('testMail').visible).toBe(true)
    await page.crud.ask('testMail', [], page.state.form.model)
    const asked = page.crud.state.answer?.form
    asked?.set('test_mail', 'me@example.com')
    expect(await asked?.submit()).toBe(true)
    expect(called('POST', '/sendTestMail')[0]?.body).toMatchObject({
      smtp_server: 'smtp.qq.com',
      smtp_user: 'shop@example.com',
      smtp_pass: '',
      testMail: 'me@example.com',
    })
    expect(page.crud.state.answer?.values).toEqual({ sent: '测试邮件发送成功~' })
  })
})

describe('the member centre of a BuildAdmin server', () => {
  test('its menu opens the screens that are here', async () => {
    const { runtime, member } = await frontEnd('member')
    expect(runtime.stores.memberCentre.viewRoutes.map(({ pageId }) => pageId)).toEqual([
      'account/overview',
      'account/profile',
      'account/changePassword',
      'account/integral',
      'account/balance',
    ])
    expect(member.booted()).toBe(true)
  })

  test('lists are read where that server has them', async () => {
    const { list, server } = await frontEnd('member')
    const balance = await list('account/balance')
    expect(await balance.load()).toBe(true)
    expect(balance.state.rows).toMatchObject([{ memo: '充值', money: 5000 }])
    expect(server.calls.at(-1)?.path).toBe('/api/account/balance?page=1&limit=20')
    expect([balance.page.table.search, balance.page.table.tabs]).toEqual([[], null])
    expect(balance.page.table.columns.map(({ field }) => field)).toEqual(['memo', 'money', 'before', 'after', 'create_time'])
    const points = await list('account/integral')
    await points.load()
    expect(points.state.rows).toMatchObject([{ memo: '签到', score: 30 }])
  })

  test('the overview shows what the member has, and the last seven days', async () => {
    const { runtime } = await frontEnd('member')
    const page = await runtime.page('account/overview')
    const board = createDashboard(runtime.screen(page))
    await board?.load()
    expect(board?.state.cards).toMatchObject({ balance: { value: '62.50' }, points: { value: 30 } })
    expect(board?.state.charts.balanceDays?.points.map(({ figures }) => figures[0])).toEqual(
      '0.00 12.50 50.00 0.00 0.00 -5.50 0.00'.split(' '),
    )
    expect(Object.keys(page.page.dashboard?.cards ?? {})).toEqual(['balance', 'points'])
  })

  test('the profile is read and saved, and its address bound with the code that was sent', async () => {
    const { form, called } = await frontEnd('member')
    const page = await form('account/profile')
    await page.load()
    expect(page.editable).toBe(true)
    expect(page.state.form.model.state.values).toMatchObject({ username: 'member1999', motto: 'R&D' })
    page.state.form.model.set('nickname', 'Nana')
    expect(await page.submit()).toBe(true)
    expect(called('POST', '/api/account/profile')[0]?.body).toMatchObject({
      nickname: 'Nana',
      username: 'member1999',
      motto: 'R&D',
    })
    const can = (name: string) => page.crud.can(name, page.state.row).visible
    expect([can('changeEmail'), can('bindEmail'), can('bindMobile')]).toEqual([true, false, false])
    await page.crud.openForm('changeEmail')
    expect(
      await page.crud.submit({ password: 'Member123', own_captcha: 'AB12', email: 'new@example.com', captcha: 'CD34' }),
    ).toBe(true)
    expect(called('POST', '/account/changeBind')[0]?.body).toMatchObject({
      type: 'email',
      email: 'new@example.com',
      captcha: 'CD34',
      accountVerificationToken: 'pass-1',
    })
  })

  test('a new password goes where that server takes it', async () => {
    const { form, called } = await frontEnd('member')
    const page = await form('account/changePassword')
    await page.load()
    const { model } = page.state.form
    model.setAll({ oldPassword: 'Member123', newPassword: 'Kontor-78-pass', confirm: 'Kontor-79-pass' })
    expect(await page.submit()).toBe(false)
    expect(model.state.errors).toEqual({ confirm: 'The new passwords do not match.' })
    model.set('confirm', 'Kontor-78-pass')
    await page.submit()
    expect(called('POST', '/api/account/changePassword').map(({ body }) => body)).toEqual([
      { oldPassword: 'Member123', newPassword: 'Kontor-78-pass' },
    ])
  })
})
