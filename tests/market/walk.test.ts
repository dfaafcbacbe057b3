import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { adminInfoKey, layoutKey } from '../../src/runtime/stores/keys.ts'
import { openBrowser } from '../harness/browser/browser.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { longTest } from '../harness/longTest.ts'
import { startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'

/** A module lives its whole life in the market's screen. */
const dir = mkdtempSync(join(tmpdir(), 'kontor-market-walk-'))
const server = await startProcess(join(dir, 'data'), { KONTOR_MODULES: '', KONTOR_DEMO: '0', KONTOR_PAYMENTS: 'sandbox' })
const browser = await openBrowser()
const owner = await signIn(server.url, 'admin', OWNER_PASSWORD)
afterEach(() => browser.expectNoProblems())
afterAll(async () => {
  await browser.close().finally(() => server.child.kill('SIGTERM'))
  await server.ended
  rmSync(dir, { recursive: true, force: true })
})

const patience = 300_000
const shots = process.env.KONTOR_SHOTS

interface Look {
  lang: 'en' | 'zh-cn'
  isDark?: boolean
  width?: number
}

async function openMarket({ lang, isDark = false, width = 1440 }: Look): Promise<Page> {
  const login = { username: 'admin', password: OWNER_PASSWORD, keep: false }
  const { body } = await owner.post<{ userInfo: object }>('/admin/Index/login', login)
  const value = JSON.stringify({ ...body.data.userInfo, super: false }) // what they may do is asked for at the start
  const layout = { name: layoutKey, value: JSON.stringify({ lang, isDark, followSystem: false }) }
  const localStorage = [{ name: adminInfoKey, value }, layout]
  const page = await browser.page({
    viewport: { width, height: 900 },
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
    allow: [/ws:\/\//, /404 \(Not Found\)/], // the build has the shop's half, which this server has not
  })
  page.setDefaultTimeout(30_000)
  await page.goto(`${server.url}/admin/moduleStore`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: join(shots, `market-${name}.png`) })
}
const words = {
  en: {
    module: 'Repair tickets',
    firstVersion: 'Install 1.0.0',
    install: 'Install',
    update: 'Update',
    newer: 'Update to 1.1.0',
    disable: 'Disable',
    enable: 'Enable',
    uninstall: 'Uninstall',
    download: 'Download data',
    drop: 'Delete its tables with all rows',
    brings: 'Add two tables, for tickets and parts',
    installed: 'Installed',
    disabled: 'Disabled',
    add: 'Add',
    save: 'Save',
    edit: 'Edit',
    more: /More/,
    remove: 'Delete',
    menu: 'Repairs',
    fields: { subject: 'Subject', device: 'Device', problem: 'Problem', urgency: 'Urgency' },
  },
  'zh-cn': {
    module: '报修工单',
    firstVersion: '安装 1.0.0',
    install: '安装',
    update: '更新',
    newer: '更新至 1.1.0',
    disable: '禁用',
    enable: '启用',
    uninstall: '卸载',
    download: '下载数据',
    drop: '同时删除数据表及全部数据',
    brings: '新建工单和配件两张数据表',
    installed: '已安装',
    disabled: '已禁用',
    add: '添加',
    save: '保存',
    edit: '编辑',
    more: /更多/,
    remove: '删除',
    menu: '报修',
    fields: { subject: '报修事项', device: '设备', problem: '故障描述', urgency: '紧急程度' },
  },
} as const

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first()

async function pressInRow(page: Page, row: Locator, name: string, more: RegExp) {
  await row.waitFor()
  const direct = row.getByRole('button', { name, exact: true })
  if ((await direct.count()) > 0) return direct.first().click()
  await row.getByRole('button', { name: more }).first().click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function liveWhole(lang: 'en' | 'zh-cn') {
  const say = words[lang]
  const page = await openMarket({ lang })
  await shoot(page, `all-${lang}`)
  await button(page, say.module).click()
  const drawer = page.getByRole('dialog', { name: say.module, exact: true })
  await button(drawer, say.firstVersion).click()
  const plan = page.getByRole('dialog').last()
  await plan.getByText(say.brings).waitFor()
  await shoot(page, `plan-${lang}`)
  await button(plan, say.install).click()
  await drawer.getByText(say.installed, { exact: true }).first().waitFor()
  await shoot(page, `installed-${lang}`)

  await page.goto(`${server.url}/admin/repair/ticket`)
  await page.getByText(say.menu, { exact: true }).first().waitFor()
  await button(page, say.add).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(say.fields.subject).fill('Dark screen')
  await form.getByLabel(say.fields.device).fill('Phone')
  await form.getByLabel(say.fields.problem).fill('Fell into the sea')
  await button(form, say.save).click()
  await pressInRow(page, page.getByRole('row', { name: /Dark screen/ }).first(), say.edit, say.more)
  await form.getByLabel(say.fields.device).fill('Tablet')
  await button(form, say.save).click()
  const row = page.getByRole('row', { name: /Tablet/ }).first()
  await row.waitFor()
  await pressInRow(page, row, say.remove, say.more)
  await page.getByRole('alertdialog').getByRole('button', { name: say.remove }).click()
  await row.waitFor({ state: 'detached' })

  await page.goto(`${server.url}/admin/moduleStore`)
  await button(page, say.module).click()
  await button(drawer, say.newer).click()
  await button(page.getByRole('dialog').last(), say.update).click()
  await drawer.getByText('1.0.0 → 1.1.0').waitFor()
  await button(drawer, say.disable).click()
  await button(page.getByRole('alertdialog'), say.disable).click()
  await drawer.getByText(say.disabled, { exact: true }).first().waitFor()
  await button(drawer, say.enable).click()
  await button(drawer, say.disable).click()
  await button(page.getByRole('alertdialog'), say.disable).click()
  await button(drawer, say.enable).waitFor()
  await button(drawer, say.uninstall).click()
  const last = page.getByRole('dialog').last()
  await last.getByRole('checkbox', { name: say.drop }).click()
  await last.getByRole('textbox').fill('repair-tickets')
  await shoot(page, `uninstall-${lang}`)
  const [file] = await Promise.all([page.waitForEvent('download'), button(last, say.download).click()])
  expect(file.suggestedFilename()).toBe('repair-tickets.zip')
  await button(last, say.uninstall).click()
  await button(drawer, say.firstVersion).waitFor()
  await page.context().close()
}

test(
  'a module is installed, worked with, updated, disabled, enabled and uninstalled in the market',
  () => liveWhole('en'),
  patience,
)

longTest('the same walk in English')('the same in Chinese', () => liveWhole('zh-cn'), patience)

test.runIf(shots)('the market in all looks', { timeout: patience }, async () => {
  for (const lang of ['en', 'zh-cn'] as const)
    for (const isDark of [false, true])
      for (const width of [1440, 1024, 390]) {
        const page = await openMarket({ lang, isDark, width })
        const name = `${lang}-${isDark ? 'dark' : 'light'}-${width}`
        await shoot(page, name)
        await button(page, lang === 'en' ? 'Invoices' : '发票管理').click()
        await page.getByRole('dialog').waitFor()
        await shoot(page, `drawer-${name}`)
        await page.context().close()
      }
})
