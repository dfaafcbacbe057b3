import { describe, expect, it } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openSite, shot, soon } from '../harness/browser/site.ts'

const { server, enter } = await openSite()

describe('the API reference', () => {
  it('shows who may open it their calls, by screen and by search, with what each takes and answers', async () => {
    const page = await enter({ lang: 'en' })
    await page.goto(`${server.url}/admin/crud/api`)
    const groups = page.getByRole('navigation', { name: 'Screens' })
    await groups.getByRole('button', { name: /^Orders/ }).click()
    await page.getByRole('heading', { name: 'Orders shop/order/order' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search calls' }).fill('shop.order.Order/delivery post')
    const calls = page
      .getByRole('list')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
      .getByRole('listitem')
    await soon(() => calls.allTextContents()).toEqual(['POST/admin/shop.order.Order/deliveryShip'])
    await calls.getByRole('button').click()
    await page.getByText('shop/order/order/order-delivery').waitFor()
    const body = page.getByRole('region', { name: 'Body', exact: true })
    await body.getByRole('rowheader', { name: /idempotency_key/ }).waitFor()
    await body.getByRole('button', { name: 'object[]' }).first().click()
    await body.getByRole('rowheader', { name: /quantity/ }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'api-en-1440')

    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
    expect(file.suggestedFilename()).toBe('openapi.json')
    await page.getByRole('searchbox', { name: 'Search calls' }).fill('nothing at all')
    await page.getByText('No calls found').waitFor()
    await page.context().close()
  }, 120_000)

  it('speaks the language of the person, and is for nobody without its right', async () => {
    type Document = {
      tags: { name: string; description: string }[]
      paths: Record<string, Record<string, { summary: string }>>
    }
    const titles = async (lang: 'en' | 'zh-cn') => {
      const owner = (await server.signIn('admin')).with({ lang })
      const { tags, paths } = (await owner.get<{ document: Document }>('/admin/crud.Api/document')).body.data.document
      const screen = tags.find(({ name }) => name === 'auth/admin')?.description
      return [screen, paths['/admin/auth.Admin/index']?.get?.summary, paths['/admin/auth.Admin/saveView']?.post?.summary]
    }
    expect(await titles('en')).toEqual(['Administrators', 'The list', 'Save a view'])
    expect(await titles('zh-cn')).toEqual(['管理员管理', '列表', '保存视图'])
    const manager = await server.signIn('manager')
    expect((await manager.get('/admin/crud.Api/document')).body.code).toBe(401)
  })
})
