import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest'
import { openBrowser, type TestBrowser } from '../../harness/browser/browser.ts'
import { longTest } from '../../harness/longTest.ts'
import { type ReplayServer, startReplayServer } from '../../wire/replayServer.ts'

/** Kontor's front end before a server that keeps BuildAdmin's rules, screen by screen; each step goes on where the one before stopped. */
describe('screens that both have, before a BuildAdmin server', () => {
  let server: ReplayServer
  let browser: TestBrowser
  let page: Page

  beforeAll(async () => {
    server = await startReplayServer({ dist: resolve('dist'), standIn: true })
    browser = await openBrowser()
    // Its server has no shop window: what is not there is a 404 that the browser notes.
    page = await browser.page({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', allow: [/404.*shop\.Home/] })
    page.setDefaultTimeout(15_000)
    await page.goto(`${server.url}/admin/login`)
    await page.getByLabel('用户名').fill('admin')
    await page.getByLabel(/^密码/).fill('Admin123456')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL(/\/admin\/auth\/group$/)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(({ task }) => {
    const path = join(tmpdir(), `kontor-buildadmin-${task.name.replace(/\W+/g, '-').slice(0, 40)}.png`)
    onTestFailed(async () => {
      await page.screenshot({ path }).catch(() => {})
      console.error(`picture of the failure: ${path}`)
    })
  })
  afterEach(() => {
    browser.expectNoProblems()
    for (const call of server.calls.splice(0))
      if (!call.path.includes('shop.Home')) expect(call.answeredBy, `${call.method} ${call.path} is not there`).not.toBeNull()
  })

  longTest('runtime/servers/buildadminScreens.test in the headless runtime')(
    'finds changes of balances by the amounts that are shown',
    async () => {
      await openMenu('会员管理', '会员余额管理')
      await expect.poll(() => rows().count()).toBe(3)
      await page.getByPlaceholder('搜索会员账号、会员', { exact: true }).waitFor()
      expect(await page.getByRole('columnheader').allTextContents()).not.toContain('来源')
      await page.getByRole('button', { name: /^筛选/ }).click()
      const panel = page.getByRole('form', { name: '筛选' })
      const range = panel.getByRole('group', { name: '变动金额' })
      await range.getByRole('textbox').first().fill('10')
      await range.getByRole('textbox').last().fill('60')
      await panel.getByRole('button', { name: '搜索' }).click()
      await expect.poll(() => rows().count()).toBe(2)
      expect(await rows().first().textContent()).toContain('50.00')
      // Other calls (the groups of the next screen) may follow the list.
      const lists = server.calls.filter(({ path }) => path.includes('user.MoneyLog/index'))
      expect(lists.at(-1)?.path).toContain('search[0][val]=1000,6000')
      await shot('moneyLog')
      await panel.getByRole('button', { name: '清除条件' }).click()
      await expect.poll(() => rows().count()).toBe(3)
      expect(await rows().first().textContent()).toContain('退回 "A"')
    },
  )

  longTest('runtime/servers/buildadminScreens.test in the headless runtime')(
    'adds a change of a balance, seeing whose it is',
    async () => {
      await page.getByRole('button', { name: '添加', exact: true }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel(/^会员/).click()
      await page.getByRole('option').filter({ hasText: '王勇娜' }).click()
      await form.getByText('¥465.04').first().waitFor()
      await form.getByLabel('变动金额').fill('12.5')
      await form.getByLabel('备注').fill('测试变更')
      await form.getByRole('button', { name: '保存' }).click()
      await expect.poll(() => posted('/user.MoneyLog/add')).toMatchObject({ user_id: 1999, money: '12.50' })
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    },
  )

  longTest('runtime/servers/buildadminScreens.test in the headless runtime')(
    'shows files with pictures, and searches them by what that server knows',
    async () => {
      await openMenu('常规管理', '附件管理')
      await expect.poll(() => rows().count()).toBe(2)
      const pictures = rows().locator('img')
      await expect
        .poll(() => pictures.evaluateAll((all) => all.map((img) => new URL((img as HTMLImageElement).src).pathname)))
        .toEqual(['/api/ajax/buildSuffixSvg', '/storage/default/20261120/test.png'])
      await page.getByRole('button', { name: /^筛选/ }).click()
      const panel = page.getByRole('form', { name: '筛选' })
      expect(await panel.getByLabel('后缀').count()).toBe(0)
      await panel.getByLabel('名称').fill('plan')
      await panel.getByRole('button', { name: '搜索' }).click()
      await expect.poll(() => rows().count()).toBe(1)
      await shot('attachment')
      await rows().first().click()
      await page.getByRole('dialog').getByText('plan.pdf').first().waitFor()
      await page.keyboard.press('Escape')
    },
  )

  it('saves the tab of the configuration that is in front, and keeps what was typed on the others', async () => {
    await openMenu('常规管理', '系统配置')
    await page.getByLabel('站点名称').waitFor()
    await page.getByLabel('站点名称').fill('Mine')
    await page.getByRole('tab', { name: '邮件配置' }).click()
    await page.getByLabel('SMTP 服务器').fill('smtp.example.com')
    await shot('config-mail')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await said('当前页配置项更新成功')
    expect(posted('/routine.Config/edit')).toMatchObject({ smtp_server: 'smtp.example.com' })
    expect(posted('/routine.Config/edit')).not.toHaveProperty('site_name')
    await page.getByRole('tab', { name: '基础配置' }).click()
    await expect.poll(() => page.getByLabel('站点名称').inputValue()).toBe('Mine')
    await shot('config-basics')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(() => posts('/routine.Config/edit').length).toBe(2)
    expect(posted('/routine.Config/edit')).toMatchObject({ site_name: 'Mine', x_editor: '<p>a &amp; b</p>', x_year: '' })
  })

  longTest('runtime/servers/buildadminScreens.test in the headless runtime')(
    'adds an item to a group of that server, of one of its kinds, and takes one away',
    async () => {
      expect(await page.getByRole('button', { name: '删除配置项: 站点名称' }).count()).toBe(0)
      await page.getByRole('button', { name: '添加配置项' }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('分组').click()
      await page.getByRole('option', { name: '邮件配置' }).click()
      await form.getByLabel('变量名').fill('reply_to')
      await form.getByLabel('标题').fill('回复地址')
      await form.getByLabel('类型').click()
      expect(await page.getByRole('option').count()).toBe(24)
      await page.getByRole('option', { name: '多行文本' }).click()
      await shot('config-add')
      await form.getByRole('button', { name: '添加配置项' }).click()
      await expect.poll(() => posted('/routine.Config/add')).toMatchObject({ group: 'mail', name: 'reply_to', type: 'textarea' })
      await page.getByRole('button', { name: '删除配置项: 项目 switch' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: /删除/ }).click()
      await expect.poll(() => page.getByText('项目 switch').count()).toBe(0)
    },
  )

  it('sends a test message with what is entered', async () => {
    await page.getByRole('tab', { name: '邮件配置' }).click()
    await page.getByRole('button', { name: '发送测试邮件' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('收件邮箱').fill('me@example.com')
    await form.getByRole('button', { name: '发送测试邮件' }).click()
    await form.getByText('测试邮件发送成功').waitFor()
    expect(posted('/routine.Config/sendTestMail')).toMatchObject({ smtp_server: 'smtp.example.com', testMail: 'me@example.com' })
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  longTest('runtime/servers/buildadminScreens.test in the headless runtime')(
    'changes the own password where that server takes it',
    async () => {
      await openMenu('个人资料')
      await page.getByRole('button', { name: '修改密码' }).click()
      const form = page.getByRole('dialog')
      expect(await form.getByLabel('当前密码').count()).toBe(0)
      await form.getByLabel(/^新密码/).fill('Kontor-77-pass')
      await form.getByLabel('再次输入新密码').fill('Kontor-77-pas')
      await form.getByRole('button', { name: '修改密码' }).click()
      await form.getByText('两次输入的新密码不一致').first().waitFor()
      await shot('password')
      await form.getByLabel('再次输入新密码').fill('Kontor-77-pass')
      await form.getByRole('button', { name: '修改密码' }).click()
      await expect
        .poll(() => posted('/routine.AdminInfo/edit'))
        .toMatchObject({ id: 1, nickname: 'Admin', password: 'Kontor-77-pass' })
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    },
  )

  longTest('runtime/servers/buildadminScreens.test in the headless runtime')(
    'adds a menu rule with an icon and a file of that server',
    async () => {
      await openMenu('权限管理', '菜单规则管理')
      await page.getByPlaceholder('搜索规则标题', { exact: true }).waitFor()
      await page.getByRole('button', { name: '添加', exact: true }).click()
      const form = page.getByRole('dialog')
      expect(await form.getByLabel('英文标题').count()).toBe(0)
      await form.getByLabel('规则标题').fill('订单')
      await form.getByLabel('规则名称').fill('shop/order')
      await form.getByLabel('组件').fill('shop/order')
      await form.getByRole('button', { name: '保存' }).click()
      await expect
        .poll(() => posted('/auth.Rule/add'))
        .toMatchObject({
          path: 'shop/order',
          icon: 'fa fa-circle-o',
          component: '/src/views/backend/shop/order/index.vue',
        })
    },
  )

  it('a member signs in with the picture alone, and finds every screen of the member centre', async () => {
    await page.goto(`${server.url}/user/login`)
    await page.locator('input[name="username"]').fill('member1999')
    await page.locator('input[name="password"]').fill('Member123')
    await page.locator('input[name="password"]').press('Enter')
    const picture = page.locator('.k-captcha-picture')
    await picture.waitFor()
    expect(await page.getByRole('button', { name: /回答问题/ }).count()).toBe(0)
    await shot('captcha')
    await picture.click({ position: { x: 40, y: 40 } })
    await picture.click({ position: { x: 120, y: 90 } })
    await page.waitForURL(/\/user\/account\/overview$/)
    await page.getByRole('main').getByText('¥62.50').first().waitFor()
    await shot('overview')
    await memberMenu('积分记录')
    await page.getByText('签到').waitFor()
    await memberMenu('余额记录')
    await page
      .getByText(/50\.00/)
      .first()
      .waitFor()
    await shot('balance')
    await memberMenu('个人资料')
    await expect.poll(() => page.getByLabel('用户名').inputValue()).toBe('member1999')
    await page.getByLabel('昵称').fill('Nana')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(() => posted('/api/account/profile')).toMatchObject({ nickname: 'Nana' })
    expect(await page.getByRole('button', { name: '更换邮箱' }).count()).toBe(1)
    expect(await page.getByRole('button', { name: '绑定手机' }).count()).toBe(0)
    await shot('profile')
    await memberMenu('修改密码')
    await page.locator('input[type="password"]').nth(0).fill('Member123')
    await page.locator('input[type="password"]').nth(1).fill('Kontor-78-pass')
    await page.locator('input[type="password"]').nth(2).fill('Kontor-78-pass')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect
      .poll(() => posted('/api/account/changePassword'))
      .toEqual({ oldPassword: 'Member123', newPassword: 'Kontor-78-pass' })
    await page.waitForURL(/\/user\/login/)
  })

  const rows = () => page.locator('tbody tr:visible')
  const said = (text: string) => page.getByText(text).first().waitFor()
  const posts = (ending: string) => server.calls.filter(({ method, path }) => method === 'POST' && path.endsWith(ending))
  /** What was posted to an address last. */
  const posted = (ending: string) => posts(ending).at(-1)?.body

  async function openMenu(...titles: string[]): Promise<void> {
    const menu = page.getByRole('navigation', { name: '菜单' })
    for (const title of titles.slice(0, -1)) {
      const folder = menu.getByRole('button', { name: title, exact: true })
      if ((await folder.getAttribute('aria-expanded')) !== 'true') await folder.click()
    }
    await menu.getByRole('link', { name: titles.at(-1) ?? '', exact: true }).click()
  }

  async function memberMenu(title: string): Promise<void> {
    await page.getByRole('link', { name: title, exact: true }).first().click()
  }

  async function shot(name: string): Promise<void> {
    if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/buildadmin-${name}.png` })
  }
})
