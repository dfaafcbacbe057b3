import { expect, it } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { holdRequests } from '../../../../tests/harness/browser/hold.ts'
import { openSite, shot, soon } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'

const { server, enter } = await openSite()
const english = await enter({ lang: 'en' })

async function idOf(table: string): Promise<number> {
  const [row] = await server.query<{ id: number }>(`select min(id) as id from ${table}`)
  return row?.id ?? 0
}

it('a colleague is mentioned from the keyboard in a comment on an order, which they are notified of', async () => {
  const [colleague] = await server.query<{ id: number; nickname: string }>(
    `select a.id, a.nickname from admin a join admin_group_access x on x.uid = a.id join admin_group g on g.id = x.group_id
     where a.id > 1 and a.status = 1 and g.status = 1 and g.rules && (
       select array_agg(id::text) from admin_rule where name = 'shop/order/order/index') order by a.id limit 1`,
  )
  const name = colleague?.nickname ?? ''
  const page = english
  await page.goto(`${server.url}/admin/shop/order/order/${await idOf('shop_order')}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const box = timeline.getByRole('textbox', { name: 'Comment' })
  await box.fill('Please pack this today, ')
  await box.press('End')
  await page.keyboard.type(`@${name.slice(0, 1)}`)
  await page.getByRole('option', { name }).first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'comments-mention-en')
  while ((await page.getByRole('option', { selected: true }).innerText()).includes(name) === false)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await box.inputValue()).toBe(`Please pack this today, @${name} `)
  await page.keyboard.type('thanks')
  await page.keyboard.press('Control+Enter')
  const newest = timeline.getByRole('listitem').first()
  await newest.getByText(`Please pack this today, @${name} thanks`).waitFor()
  expect(await box.inputValue()).toBe('')
  await soon(() =>
    server.query("select 1 from shop_notify where admin_id = $1 and message_type = 'mention'", [colleague?.id]),
  ).toHaveLength(1)
  await shot(page, 'comments-order-en')

  await newest.getByRole('button', { name: 'Edit comment' }).click()
  await page.getByRole('textbox', { name: 'Edit comment' }).fill('Please pack this tomorrow')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await newest.getByText('Please pack this tomorrow').waitFor()
  await newest.getByText('edited').waitFor()
  await newest.getByRole('button', { name: 'Delete comment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
  await timeline.getByText('Please pack this tomorrow').waitFor({ state: 'detached' })
})

it('what is typed while a comment or a remark is being sent stays in its box', async () => {
  const page = english
  await page.goto(`${server.url}/admin/shop/order/order/${await idOf('shop_order')}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  let give = () => {}
  await page.route('**', async (route) => {
    if (!route.request().postData()?.includes('Call first')) return route.fallback()
    await new Promise<void>((done) => {
      give = done
    })
    return route.fallback()
  })
  for (const name of ['Comment', 'Remark']) {
    if (name === 'Remark') await timeline.getByRole('button', { name, exact: true }).click()
    const box = timeline.getByRole('textbox')
    await box.fill('Call first')
    const asked = page.waitForRequest((request) => request.postData()?.includes('Call first') === true)
    await box.press('Control+Enter')
    await asked
    await box.press('End')
    await page.keyboard.type(' and leave it at the door')
    give()
    await soon(() => box.inputValue()).toBe('and leave it at the door')
    await box.fill('')
  }
  await page.unroute('**')
})

it('Enter never mentions somebody who was offered for a name that has changed since', async () => {
  const page = english
  await page.goto(`${server.url}/admin/shop/order/order/${await idOf('shop_order')}`)
  const box = page.getByRole('region', { name: 'Timeline' }).getByRole('textbox', { name: 'Comment' })
  await box.fill('Ask ')
  await box.press('End')
  await page.keyboard.type('@')
  await page.getByRole('option').first().waitFor()
  const letThrough = await holdRequests(page, '**/commentPeople*')
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  expect(await box.inputValue()).toBe('Ask @nobody\n')
  letThrough()
  await box.fill('')
})

longTest('comments.test over HTTP; a comment is written, changed and deleted in this file')(
  'a record without a timeline has its comments below',
  async () => {
    const page = await enter({ lang: 'zh-cn', width: 390 })
    await page.goto(`${server.url}/admin/shop/goods/goods/${await idOf('shop_goods')}`)
    const comments = page.getByRole('region', { name: '评论' })
    await comments.getByText('还没有评论').waitFor()
    await comments.getByRole('textbox', { name: '评论' }).fill('主图需要更换')
    await comments.getByRole('button', { name: '发表评论' }).click()
    await comments.getByRole('listitem').getByText('主图需要更换').waitFor()
    await comments.scrollIntoViewIfNeeded()
    await shot(page, 'comments-goods-zh-390')
  },
)

it('the palette does what the screen and the open record offer, and remembers the record', async () => {
  const id = await idOf('shop_order')
  const [order] = await server.query<{ order_no: string }>('select order_no from shop_order where id = $1', [id])
  const page = english
  await page.goto(`${server.url}/admin/shop/order/order/${id}`)
  await page.getByRole('heading', { level: 1, name: order?.order_no ?? '-' }).waitFor()
  await page.keyboard.press('Control+k')
  const option = (name: RegExp) => page.getByRole('option', { name })
  await page.getByRole('combobox').fill('remark')
  await option(new RegExp(`^Remark.*${order?.order_no}`)).waitFor()
  await shot(page, 'palette-actions-en')
  expect(await axeFaults(page)).toEqual([])
  await option(new RegExp(`^Remark.*${order?.order_no}`)).click()
  await page.getByRole('dialog', { name: /Remark/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /Remark/ }).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Orders', exact: true }).last().click()
  await page.locator('[data-id]').first().waitFor()
  await page.keyboard.press('Control+k')
  await option(/^Export.*Orders/).waitFor()
  expect(await page.getByRole('option').first().innerText()).toContain(order?.order_no)
  await page.getByRole('combobox', { name: 'Go to…' }).fill('keyboard')
  await option(/Keyboard shortcuts.*\?/).waitFor()
})
