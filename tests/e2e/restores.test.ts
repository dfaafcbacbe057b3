import { expect, test } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openOffice, shot, soon } from '../harness/browser/site.ts'
import { longTest } from '../harness/longTest.ts'
import { everyNth, sampleOf } from '../harness/sampling.ts'

/** What was deleted or changed comes back through the screens that an administrator has for it. */

const { server, page } = await openOffice({ look: { lang: 'en' } })

/** The lists that show what was deleted in them, and the tables in which it stays. */
const lists = [
  ['points/goods', 'points_goods'],
  ['shop/coupon/coupon', 'shop_coupon'],
  ['shop/delivery/template', 'shop_delivery_template'],
  ['shop/goods/goods', 'shop_goods'],
  ['shop/order/evaluate', 'shop_evaluate'],
  ['shop/recharge/plan', 'shop_recharge_plan'],
  ['shop/team/competition', 'shop_competition'],
  ['shop/team/team', 'shop_team'],
  ['shop/user/contestant', 'shop_contestant'],
] as const

const rowsOf = (table: string) =>
  server.query<{ row: unknown }>(`select to_jsonb(t) - array['update_time', 'version'] as row from "${table}" t order by id`)

/** Presses an action of a row, beside it or in its menu, and answers the question. */
async function press(id: number, action: string, yes = action): Promise<void> {
  const row = page.locator(`[data-id="${id}"]`)
  await row.waitFor()
  const own = row.getByRole('button', { name: action, exact: true })
  if (await own.count()) await own.click()
  else {
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: yes, exact: true }).click()
  await question.waitFor({ state: 'detached' })
}

/** The address of a call of a page. */
function callOf(path: string, call: string): string {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  return `/admin/${[...parts, name.charAt(0).toUpperCase() + name.slice(1)].join('.')}/${call}`
}

/** Deletes the first row that nothing hangs on. */
async function deleteOne(path: string, table: string): Promise<number> {
  const owner = await server.signIn('admin')
  for (const { id } of await server.query<{ id: number }>(`select id from "${table}" where delete_time is null order by id`)) {
    const { body } = await owner.del(callOf(path, 'del'), { ids: [id] })
    if (body.code === 1) return id
  }
  throw new Error(`${path}: no row can be deleted`)
}

test.each(sampleOf('lists whose rows are restored', lists, everyNth(lists.length)))(
  'a row deleted in %s is seen there and restored',
  async (path, table) => {
    if (path === 'shop/delivery/template') await addTemplate() // the others are used by products
    const before = await rowsOf(table)
    const id = await deleteOne(path, table)
    await page.goto(`${server.url}/admin/${path}`)
    await page.getByRole('button', { name: 'Deleted records' }).press('Enter')
    await press(id, 'Restore')
    await page.locator(`[data-id="${id}"]`).waitFor({ state: 'detached' })
    expect(await rowsOf(table)).toEqual(before)
    await page.goto(`${server.url}/admin/${path}?id=${id}`)
    await page.locator(`[data-id="${id}"]`).waitFor()
  },
)

async function addTemplate(): Promise<void> {
  const owner = await server.signIn('admin')
  const areas = [{ is_default: 1, first_quantity: 1, first_fee: '5.00', continue_quantity: 1, continue_fee: '1.00' }]
  const { body } = await owner.post(callOf('shop/delivery/template', 'add'), { name: 'Spare', areas })
  expect(body).toMatchObject({ code: 1 })
}

test('a class that is deleted in its list is put back from the recycle bin', async () => {
  const owner = await server.signIn('admin')
  const added = await owner.post<{ id: number }>('/admin/shop.goods.Classify/add', { pid: 0, name: 'Bonsai' })
  const { id } = added.body.data
  const before = await rowsOf('shop_goods_classify')
  await page.goto(`${server.url}/admin/shop/goods/classify?quickSearch=Bonsai`)
  await press(id, 'Delete')
  await page.locator(`[data-id="${id}"]`).waitFor({ state: 'detached' })
  await page.goto(`${server.url}/admin/security/dataRecycleLog`)
  const entry = page.getByRole('row', { name: /Bonsai/ })
  await entry.getByText('In bin').waitFor()
  const log = Number(await entry.getAttribute('data-id'))
  await press(log, 'Restore')
  await page.getByText('The record is back.').waitFor()
  await entry.getByText('Restored', { exact: true }).waitFor()
  expect(await rowsOf('shop_goods_classify')).toEqual(before)
})

longTest('security/records/recycleBin.test over HTTP; a class is put back from its log in the same way in this file')(
  'a number that is changed in a form is rolled back from the log of sensitive changes',
  async () => {
    const mobileOf = async () =>
      (await server.query<{ id: number; mobile: string }>('select id, mobile from "user" order by id limit 1'))[0]
    const before = await mobileOf()
    await page.goto(`${server.url}/admin/user/user?id=${before?.id}`)
    const row = page.locator(`[data-id="${before?.id}"]`)
    await row.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Mobile').fill('13900005678')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    expect((await mobileOf())?.mobile).toBe('13900005678')
    await page.goto(`${server.url}/admin/security/sensitiveDataLog`)
    const entry = page.locator('[data-id]').first()
    await entry.getByText('139****5678').waitFor()
    await press(Number(await entry.getAttribute('data-id')), 'Roll back')
    await page.getByText('The former value is back.').waitFor()
    expect(await mobileOf()).toEqual(before)
  },
)

test('the history of a record gives back one field, or all of them', async () => {
  const owner = await server.signIn('admin')
  const url = '/admin/shop.goods.Service'
  const first = { name: 'Wrapping', description: 'in paper', status: 1 }
  const { id } = (await owner.post<{ id: number }>(`${url}/add`, first)).body.data
  await owner.post(`${url}/edit`, { id, name: 'Gift wrapping', description: 'in silk' })
  const now = async () => (await server.query('select name, description, status from shop_goods_service where id = $1', [id]))[0]
  await page.goto(`${server.url}/admin/shop/goods/service?id=${id}`)
  await page.locator(`[data-id="${id}"]`).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'History', exact: true }).click()
  const drawer = page.getByRole('dialog')
  const answer = async () => {
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
    await question.waitFor({ state: 'detached' })
  }
  await drawer.getByRole('button', { name: 'Restore Name' }).first().press('Enter')
  await answer()
  await soon(now).toEqual({ ...first, description: 'in silk' })
  await soon(() => drawer.getByRole('listitem').count()).toBe(3)
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'history-restored')
  await drawer.getByRole('button', { name: 'Restore the record to before this change' }).first().press('Enter')
  await answer()
  await soon(now).toEqual(first)
})
