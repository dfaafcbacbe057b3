import { expect, it } from 'vitest'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { openSite, shot, soon } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'
import { type Message, notify } from '../../server/notices/notify.ts'

const { server, enter, enterHome } = await openSite()
const english = await enter({ lang: 'en' })

/** Leaves the owner with these unread, and nothing else. */
async function leaveUnread(...messages: Message[]): Promise<void> {
  await server.query('update shop_notify set status = 1 where admin_id = 1')
  await tell(...messages)
}

async function tell(...messages: Message[]): Promise<void> {
  const database = openDatabase(server.databaseUrl, { connections: 1 })
  const now = Math.floor(Date.now() / 1000)
  try {
    for (const message of messages)
      await database.write.transaction().execute((trx) => notify(trx, message, { now, actor: { type: 'system' } }))
  } finally {
    await database.close()
  }
}

let made = 0
const exportEnd = (): Message => ({
  type: 'order_export',
  data: { name: 'Orders' },
  texts: { 'zh-cn': '已完成', en: 'is ready' },
  key: `${++made} walk`,
  admins: [1],
})

async function orderNews(): Promise<{ message: Message; id: number; order_no: string }> {
  const [order] = await server.query<{ id: number; order_no: string }>(
    'select id, order_no from shop_order order by id offset 3 limit 1',
  )
  const { id = 0, order_no = '' } = order ?? {}
  return { id, order_no, message: { type: 'order', data: { order_no, amount: '1.00' }, key: `${order_no} walk`, admins: [1] } }
}

it('what is unread is shown beside the bell by the keyboard, and each line leads to its record', async () => {
  const news = await orderNews()
  await leaveUnread(...Array.from({ length: 6 }, exportEnd), news.message)
  const page = english
  await page.goto(`${server.url}/admin`)
  const bell = page.getByRole('button', { name: 'Notifications, 7 unread' })
  await bell.focus()
  await page.keyboard.press('ArrowDown')
  const panel = page.getByRole('dialog', { name: 'Unread notifications' })
  const exports = panel.getByRole('region', { name: 'Export completed, 6 unread' })
  await exports.waitFor()
  expect(await panel.getByRole('region').first().getAttribute('aria-label')).toContain('New order')
  expect(await exports.getByRole('listitem').count()).toBe(1)
  await shot(page, 'notices-panel-en')
  expect(await axeFaults(page)).toEqual([])
  await exports.getByRole('button', { name: '5 more' }).click()
  expect(await exports.getByRole('listitem').count()).toBe(6)

  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await bell.evaluate((button) => button === document.activeElement)).toBe(true)

  await page.keyboard.press('Shift+N')
  await panel.getByRole('link', { name: `New order ${news.order_no} to ship` }).click()
  await page.waitForURL(`**/admin/shop/order/order/${news.id}`)
  await page.getByRole('button', { name: 'Notifications, 6 unread' }).waitFor()
})

it('a kind and then everything is marked as read, and what comes in meanwhile is shown at once', async () => {
  await leaveUnread(...Array.from({ length: 3 }, exportEnd))
  const page = await enterHome({ lang: 'zh-cn', dark: true })
  await page.getByRole('button', { name: '查看未读消息' }).click()
  const panel = page.getByRole('dialog', { name: '未读消息' })
  await panel.getByRole('region', { name: '导出完成，3 条未读' }).waitFor()
  const news = await orderNews()
  await tell({ ...news.message, key: `${news.order_no} live` })
  await panel.getByRole('region', { name: '新订单，1 条未读' }).waitFor()
  await shot(page, 'notices-panel-zh-dark')
  await panel.getByRole('button', { name: '将“导出完成”全部标为已读' }).click()
  await panel.getByRole('region', { name: '导出完成' }).waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: '全部标为已读', exact: true }).click()
  await panel.getByText('没有未读消息').waitFor()
  await soon(() => server.query('select 1 from shop_notify where admin_id = 1 and status = 0')).toEqual([])
})

longTest('the panel opens by the keyboard in this file; walk.test goes to what is told')(
  'the pointer resting on the bell shows it too, and the bell itself leads to the list',
  async () => {
    await leaveUnread(exportEnd())
    const page = english
    await page.reload()
    const bell = page.getByRole('button', { name: 'Notifications, 1 unread' })
    await bell.hover()
    const panel = page.getByRole('dialog', { name: 'Unread notifications' })
    await panel.getByRole('listitem').first().waitFor()
    await page.mouse.move(300, 600)
    await panel.waitFor({ state: 'detached' })
    await bell.click()
    await page.waitForURL('**/admin/shop/notify/notify?status=0')
  },
)

longTest('heard.test opens the list of keys')('the help lists every shortcut as it is declared', async () => {
  const page = await enterHome({ lang: 'en' })
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const what of ['Undo the last change', 'Previous or next record', 'Show unread notifications', 'Save'])
    await help.getByText(what, { exact: true }).waitFor()
  await help.getByText('Ctrl Z', { exact: true }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'shortcuts-en')
})
