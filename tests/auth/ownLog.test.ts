import { expect, test } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openSite, shot } from '../harness/browser/site.ts'
import type { Client } from '../harness/client.ts'

/** What somebody has done themselves, in My account. */

const { server, enterHome } = await openSite()
const path = '/admin/routine.OwnLog'

interface List {
  list: { id: number; admin_id: number; title: string }[]
  total: number
}
const list = async (client: Client, params: object = {}) =>
  (await client.get<List>(`${path}/index`, { limit: 100, ...params })).body.data

test('everybody sees their own records, a super administrator too, and nobody else’s by any way', async () => {
  const [owner, packer] = [await server.signIn('admin'), await server.signIn('packer')]
  for (const client of [owner, packer])
    expect((await client.post('/admin/routine.AdminInfo/edit', { motto: 'Hello' })).body).toMatchObject({ code: 1 })
  const [mine, theirs] = [await list(owner), await list(packer)]
  const ids = async (name: string) =>
    (
      await server.query<{ id: number }>('select l.id from admin_log l join admin a on a.id = l.admin_id where a.username = $1', [
        name,
      ])
    ).map(({ id }) => Number(id))
  expect(mine.list.map(({ id }) => id).sort()).toEqual((await ids('admin')).sort())
  expect(theirs.list.map(({ id }) => id).sort()).toEqual((await ids('packer')).sort())
  expect(theirs.list.length).toBeGreaterThan(0)
  expect(theirs.total).toBe(theirs.list.length)

  const foreign = mine.list[0]?.id
  expect((await packer.get(`${path}/edit`, { id: foreign })).body.code).not.toBe(1)
  expect((await list(packer, { search: [{ field: 'id', val: String(foreign), operator: 'eq' }] })).list ?? []).toEqual([])
  expect((await packer.get('/admin/auth.AdminLog/index')).body.code).toBe(401)
  for (const action of ['add', 'edit', 'del', 'export'])
    expect((await packer.post(`${path}/${action}`, { id: foreign, ids: [foreign] })).status, action).toBe(404)
})

test('a packer opens it from the menu under their name', async () => {
  const page = await enterHome({ lang: 'en' }, 'packer')
  await page.locator('.k-user').press('Enter')
  await page.getByRole('menuitem', { name: 'My activity' }).press('Enter')
  await page.waitForURL(/routine\/ownLog/)
  await page.getByRole('heading', { name: 'My activity' }).waitFor()
  await page.locator('[data-id]:visible').first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'own-log')
  await page.locator('[data-id]:visible').first().press('Enter')
  await page.getByRole('dialog').getByText('Request data').waitFor()
})
