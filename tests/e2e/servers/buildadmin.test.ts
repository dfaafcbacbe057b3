import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest'
import { openBrowser, type TestBrowser } from '../../harness/browser/browser.ts'
import { longTest } from '../../harness/longTest.ts'
import { exchanges, withoutMarks } from '../../wire/exchanges.ts'
import { type ReplayServer, startReplayServer } from '../../wire/replayServer.ts'

/**
 * In what this front end's calls may differ from those of BuildAdmin's own, each with its reason. Everything else it asks for and posts
 * must be as it was recorded; a call that has no recording at all is never right.
 */
const differences: readonly { in: RegExp; of: 'more' | 'less'; what: RegExp; why: string }[] = [
  {
    in: /index\?/,
    of: 'more',
    what: /^limit=(20|200|1)$/,
    why: 'lists ask for 20 rows, trees of choices for 200, names for as many as there are values',
  },
  { in: /select=true.*isTree/, of: 'less', what: /^initValue=0$/, why: 'who has no parent needs no name of it' },
  {
    in: /auth\.Group\/index\?select/,
    of: 'less',
    what: /^absoluteAuth=1$/,
    why: 'the nearest recording is that of another form',
  },
  { in: /select=true/, of: 'less', what: /^isTree=true$/, why: 'the groups of members are no tree' },
  {
    in: /user\.Group\/index\?select/,
    of: 'more',
    what: /^initValue\[\]=/,
    why: 'values are always asked for as a list, which BuildAdmin takes too',
  },
  {
    in: /user\.Group\/index\?select/,
    of: 'less',
    what: /^initValue=/,
    why: 'values are always asked for as a list, which BuildAdmin takes too',
  },
  {
    in: /\/edit$/,
    of: 'less',
    what: /^(group_name_arr|(last_login|join|update|create)_time|(last_login|join)_ip|login_failure|money|score)=/,
    why: 'what the form cannot change is not posted',
  },
  { in: /auth\.Group\/edit/, of: 'more', what: /^id=2$/, why: 'the recorded list is older than the group that was edited' },
  { in: /auth\.Group\/edit/, of: 'less', what: /^id=5$/, why: 'the recorded list is older than the group that was edited' },
  { in: /auth\.Rule\/edit/, of: 'more', what: /^id=2$/, why: 'the row that was switched was cut off the recorded list' },
  { in: /auth\.Rule\/edit/, of: 'less', what: /^id=76$/, why: 'the row that was switched was cut off the recorded list' },
]

/** Kontor's front end before a server that answers as a real BuildAdmin did. Each step goes on where the one before stopped. */
describe("this front end with BuildAdmin's recorded answers", () => {
  let server: ReplayServer
  let browser: TestBrowser
  let page: Page

  beforeAll(async () => {
    server = await startReplayServer({ dist: resolve('dist') })
    browser = await openBrowser()
    page = await browser.page({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    page.setDefaultTimeout(15_000)
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
    for (const call of server.calls.splice(0)) {
      expect(call.answeredBy, `${call.method} ${call.path} was never recorded`).not.toBeNull()
      const allowed = (of: 'more' | 'less') => (what: string) =>
        differences.some((each) => each.of === of && each.in.test(call.path) && each.what.test(what))
      const left = {
        more: call.more.filter((what) => !allowed('more')(what)),
        less: call.less.filter((what) => !allowed('less')(what)),
      }
      expect(left, `${call.method} ${call.path}, compared with recording ${call.answeredBy}`).toEqual({ more: [], less: [] })
    }
  })

  it('signs in with the recorded account; a wrong password shows the message of the server', async () => {
    await page.goto(`${server.url}/admin/login`)
    await page.getByLabel('用户名').fill('admin')
    await page.getByLabel(/^密码/).fill('Wrong12345')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: '密码不正确' }).waitFor()
    await page.getByLabel(/^密码/).fill('Admin123456')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL(/\/admin\/auth\/group$/)
    expectInOrder(1, 2, 3)
  })

  it('shows the recorded menu; an entry whose screen is not there says so', async () => {
    const menu = page.getByRole('navigation', { name: '菜单' })
    const top = ['控制台', '权限管理', '会员管理', '常规管理', '模块市场', '数据安全管理', 'CRUD代码生成']
    for (const title of top) await menu.getByText(title, { exact: true }).first().waitFor()
    await page.getByText('BA local').first().waitFor()
    await menu.getByRole('link', { name: '控制台', exact: true }).click()
    await page.getByText('没有这个页面', { exact: true }).waitFor()
    expect(await page.getByText('菜单指向页面“dashboard”').count()).toBe(1)
    expect(server.calls.filter(({ path }) => /dashboard/i.test(path))).toEqual([])
  })

  it('lists the administrators', async () => {
    await openMenu('管理员管理')
    await page.getByText('1,001 条').first().waitFor()
    await expectRows(5)
    const first = await rows().first().textContent()
    for (const part of ['staff2000', '周静秀', '三级管理员', '禁用', 'staff2000@example.com']) expect(first).toContain(part)
    expect(await brokenImages()).toEqual([])
  })

  it('finds them by the quick search and by the search panel', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('staff12')
    await expectRows(6)
    await page.getByText('100 条').first().waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await expectRows(5)
    await page.getByRole('button', { name: /^筛选/ }).click()
    const panel = page.getByRole('form', { name: '筛选' })
    // Groups live in a table of their own, by which BuildAdmin cannot search.
    expect(await panel.getByLabel('角色组').count()).toBe(0)
    await panel.getByLabel('用户名').fill('staff1')
    await panel.getByRole('button', { name: '搜索' }).click()
    await expectRows(8)
    expectInOrder(8)
    await panel.getByRole('button', { name: '清除条件' }).click()
    await expectRows(5)
    await page.getByRole('button', { name: /^筛选/ }).click()
  })

  it('sorts and pages them', async () => {
    await page.getByRole('columnheader', { name: '最后登录时间' }).getByRole('button').click()
    await expectAnswer(9)
    await page.getByRole('button', { name: '下一页' }).click()
    await expectRows(10)
    await page.goto(`${server.url}/admin/auth/admin?sort=last_login_time,asc&page=2&limit=100`)
    await expectRows(11)
  })

  it('edits one: the form shows the recorded values, and posts what was recorded', async () => {
    await rows().filter({ hasText: 'staff1900' }).getByRole('button', { name: '编辑' }).click()
    const form = page.getByRole('dialog')
    await expect.poll(() => form.getByLabel('用户名').inputValue()).toBe('staff1900')
    await expect.poll(() => form.getByLabel('角色组').textContent()).toContain('一级管理员')
    expect(await form.getByLabel('邮箱').inputValue()).toBe('staff1900@example.com')
    expect(await form.getByLabel(/^密码/).inputValue()).toBe('')
    expect(await form.getByRole('radio', { name: '启用' }).isChecked()).toBe(true)
    await form.getByLabel('昵称').fill('编辑后昵称')
    await form.getByRole('button', { name: '保存' }).click()
    await said('已保存“staff1900”')
    expectInOrder(12, 13, 14)
    const posted = server.calls.find(({ method }) => method === 'POST')?.body as Record<string, unknown>
    expect(posted).toMatchObject({ id: 1900, nickname: '编辑后昵称', status: '1', mobile: '13900001900' })
    expect(Object.keys(posted)).not.toContain('_version')
  })

  it('adds one, with a group out of the recorded choices', async () => {
    await page.getByRole('button', { name: '添加', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('用户名').fill('newadmin3063')
    await form.getByLabel('昵称').fill('新管理员')
    await form.getByLabel(/^密码/).fill('Passw0rd1')
    await form.getByLabel('角色组').click()
    // BuildAdmin draws the tree into the names (`└一级管理员`); here it is drawn by indenting.
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual(['超级管理组', '一级管理员', '二级管理员', '三级管理员'])
    await page.getByRole('option', { name: '一级管理员' }).click()
    await form.getByLabel('昵称').click()
    await page.keyboard.press('Control+Enter')
    await said('已添加“newadmin3063”')
    expectInOrder(17, 18)
  })

  longTest('runtime/servers/buildadmin.test in the headless runtime')('deletes one, and two at once', async () => {
    await page.goto(`${server.url}/admin/auth/admin?page=2&limit=100`)
    await expectRows(19)
    await rows().filter({ hasText: 'staff1901' }).getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await confirmDelete()
    await said('已删除“staff1901”')
    await expectAnswer(20)
    for (const name of ['staff1900', 'staff1899']) await rows().filter({ hasText: name }).getByRole('checkbox').check()
    await page.getByRole('button', { name: '删除', exact: true }).click()
    await confirmDelete()
    await expectAnswer(21)
  })

  longTest('runtime/servers/buildadmin.test in the headless runtime')(
    'shows the tree of groups; adding and editing one posts the ticked rights with all their ancestors',
    async () => {
      await openMenu('角色组管理')
      await expect.poll(() => namesIn(rows())).toEqual(['超级管理组', '一级管理员', '二级管理员', '三级管理员'])
      // Kontor's own columns are not drawn for a server that does not know them.
      expect(await page.getByRole('columnheader', { name: /数据范围|人数/ }).count()).toBe(0)
      await page.getByRole('button', { name: '添加', exact: true }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('上级分组').click()
      await page.getByRole('option', { name: '超级管理组' }).click()
      await form.getByLabel('组名').fill('测试组')
      await form.getByRole('treeitem', { name: '控制台' }).click()
      await form.getByRole('treeitem', { name: '角色组管理' }).click()
      await form.getByRole('button', { name: '保存' }).click()
      await said('已添加“测试组”')
      await expectAnswer(28)
      await rows().filter({ hasText: '一级管理员' }).getByRole('button', { name: '编辑' }).click()
      await expect.poll(() => form.getByLabel('组名').inputValue()).toBe('测试组')
      await form.getByRole('button', { name: '保存' }).click()
      await expectAnswer(31)
    },
  )

  longTest('runtime/servers/buildadmin.test in the headless runtime')(
    'shows the tree of menu rules, and switches one on and off',
    async () => {
      await openMenu('菜单规则管理')
      const row = rows().filter({ hasText: '权限管理' })
      await row.getByRole('switch').first().click()
      await expectAnswer(36)
      await row.getByRole('switch').first().click()
      await expectAnswer(37)
      await rows().filter({ hasText: '控制台' }).getByRole('button', { name: '编辑' }).click()
      const form = page.getByRole('dialog')
      await expect.poll(() => form.getByLabel('组件').inputValue()).toBe('/src/views/backend/dashboard.vue')
      await form.getByRole('button', { name: '保存' }).click()
      await expectAnswer(35)
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    },
  )

  longTest('runtime/servers/buildadmin.test in the headless runtime')('lists the members, and edits one', async () => {
    await openMenu('会员管理', '会员管理')
    await expectRows(39)
    const first = await rows().first().textContent()
    for (const part of ['member2000', '默认分组', '¥978.21', '3,654']) expect(first).toContain(part)
    expect(await rows().first().getByRole('switch', { name: '状态' }).getAttribute('aria-checked')).toBe('false')
    await rows().first().getByRole('button', { name: '编辑' }).click()
    const form = page.getByRole('dialog')
    await expect.poll(() => form.getByLabel('会员分组').textContent()).toContain('默认分组')
    expect(await form.getByLabel('余额').inputValue()).toBe('978.21')
    await form.getByRole('button', { name: '保存' }).click()
    await expectAnswer(42)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('signs out', async () => {
    await page.locator('.k-user').click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.waitForURL(/\/admin\/login/)
    await expect.poll(() => server.calls.map(({ path }) => path)).toContain('/admin/Index/logout')
  })

  /** Places of the recordings that answered, in order. */
  const answers = () => server.calls.map(({ answeredBy }) => answeredBy)
  /** These answered in this order; what an earlier step still asked for may stand between. */
  const expectInOrder = (...wanted: number[]) =>
    expect(
      answers()
        .filter((index) => typeof index === 'number' && wanted.includes(index))
        .slice(0, wanted.length),
    ).toEqual(wanted)
  const expectAnswer = (index: number) => expect.poll(answers).toContain(index)
  const rows = () => page.locator('tbody tr:visible')
  const said = (text: string) => page.getByText(text).first().waitFor()

  /** The list shows the rows of a recording, which also was the one that answered. */
  async function expectRows(index: number): Promise<void> {
    const { data } = withoutMarks(exchanges[index]?.response) as { data: { list: { username: string }[] } }
    await expect.poll(() => namesIn(rows())).toEqual(data.list.map(({ username }) => username))
    // The menu is asked for beside the list, before or after it.
    const pathOf = (answered: number | 'rules' | null | undefined) =>
      exchanges[typeof answered === 'number' ? answered : -1]?.path.split('?')[0]
    const lists = answers().filter((answered) => pathOf(answered) !== '/admin/Index/index')
    expect(pathOf(lists.at(-1))).toBe(pathOf(index))
  }

  /** What the first cell with a text says, row by row. */
  async function namesIn(all: Locator): Promise<string[]> {
    return all.evaluateAll((found) =>
      found.map(
        (row) =>
          [...row.querySelectorAll('td')]
            .map((cell) => cell.textContent?.trim() ?? '')
            .filter((text) => text !== '' && !/^\d+$/.test(text))[0] ?? '',
      ),
    )
  }

  async function openMenu(...titles: string[]): Promise<void> {
    const menu = page.getByRole('navigation', { name: '菜单' })
    for (const title of titles.slice(0, -1)) await menu.getByRole('button', { name: title, exact: true }).click()
    await menu.getByRole('link', { name: titles.at(-1) ?? '', exact: true }).click()
    await rows().first().waitFor()
    expect(new URL(page.url()).search, 'the filters of one screen are not those of another').toBe('')
  }

  async function confirmDelete(): Promise<void> {
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  }

  const brokenImages = () =>
    page.evaluate(() => [...document.images].filter((img) => img.complete && img.naturalWidth === 0).map((img) => img.src))
})
