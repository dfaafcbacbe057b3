import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { openOffice, shot } from '../harness/site.ts'

const { server, page, openList } = await openOffice({ look: { lang: 'en', reducedMotion: 'reduce' } })
const { keyboard } = page
const field = (name: string) => page.locator(`[data-field="${name}"]`)

/** Walks there by Tab alone. */
async function tabTo(target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let stops = 0; stops < 150; stops++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return
    await keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}
const press = async (target: Locator) => {
  await tabTo(target)
  await keyboard.press('Enter')
}
async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type(text)
}
/** Opens a remote select, types a name, and takes the choice that stands there then. */
async function choose(name: string, text: string): Promise<void> {
  await tabTo(field(name).getByRole('combobox'))
  await keyboard.press('ArrowDown')
  await keyboard.type(text)
  await page.getByRole('option', { name: text }).first().waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
}
async function save(): Promise<void> {
  await keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
/** An action of the first row, out of the menu of its further ones. */
async function further(title: string): Promise<void> {
  await press(page.locator('[data-id]').first().getByRole('button', { name: 'More actions' }))
  const item = page.getByRole('menuitem', { name: title, exact: true })
  await item.waitFor()
  for (let n = 0; n < 12 && !(await item.evaluate((element) => element === document.activeElement)); n++)
    await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
}

it('a registration is audited, a result entered and published, and a balance changed by keys alone', async () => {
  await openList('shop/team/join?status=2')
  const row = page.locator('[data-id]').first()
  const joinId = Number(await row.getAttribute('data-id'))
  await press(row.getByRole('button', { name: 'Audit', exact: true }))
  await field('result').waitFor()
  await save()
  const statusOf = async () =>
    (await server.query<{ status: number }>('select status from shop_team_join where id = $1', [joinId]))[0]?.status
  await expect.poll(statusOf).toBe(3)

  const [entry] = await server.query<{ id: number; bib_no: string; title: string }>(
    `select e.id, e.bib_no, c.title from shop_user_competition e join shop_competition c on c.id = e.competition_id
      where e.join_id = $1 order by e.id limit 1`,
    [joinId],
  )
  await server.query(`update shop_competition set result_type = 'time' where title = $1`, [entry?.title])
  await openList('shop/team/chengji')
  await press(page.getByRole('button', { name: 'Add', exact: true }))
  await field('competition_id').waitFor()
  await choose('competition_id', entry?.title ?? '')
  await choose('entry_id', entry?.bib_no ?? '')
  await type(field('time_result').locator('input'), '01:02:03.004')
  await shot(page, 'result-by-keys')
  await save()
  const resultOf = async () =>
    (await server.query('select time_result, rank, published from shop_team_chengji where entry_id = $1', [entry?.id]))[0]
  await expect.poll(resultOf).toEqual({ time_result: 3_723_004, rank: 1, published: 0 })
  await openList(`shop/team/chengji?entry_id=${entry?.id}`)
  await further('Publish')
  await page.getByRole('alertdialog').waitFor()
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }))
  await expect.poll(resultOf).toEqual({ time_result: 3_723_004, rank: 1, published: 1 })

  await openList('shop/user/user?id=7')
  const moneyOf = async () => (await server.query<{ money: number }>('select money::int from "user" where id = 7'))[0]?.money ?? 0
  const before = await moneyOf()
  await further('Balance')
  await type(field('money').locator('input'), '12.50')
  await type(field('memo').locator('input'), 'Goodwill')
  await save()
  await expect.poll(moneyOf).toBe(before + 1250)
})
