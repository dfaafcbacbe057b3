import { expect, test } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { openSite, shot, soon } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'
import { memberClient, registerMember, signInMember } from '../../../../tests/member/people.ts'

/** What an administrator does with members in their list. */

const { server, enter } = await openSite()
/** The owner's page, for all tests that need no other. */
const page = await enter({ lang: 'en' })
const password = 'Quiet-harbour-7'

async function newMember(name: string) {
  const pair = await registerMember(server, name, password)
  const [row] = await server.query<{ id: number }>('select id from "user" where username = $1', [name])
  const codeOf = async () => (await memberClient(server, pair.token).get('/api/account/overview')).body.code
  expect(await codeOf()).toBe(1)
  return { id: row?.id ?? 0, codeOf }
}

async function openList(...ids: number[]): Promise<void> {
  await page.goto(`${server.url}/admin/user/user${ids.length === 1 ? `?id=${ids[0]}` : ''}`)
  await page.locator(`[data-id="${ids[0]}"]`).waitFor()
}

async function press(id: number, action: string): Promise<void> {
  await page.locator(`[data-id="${id}"]`).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const statusOf = async (...ids: number[]) =>
  server.query('select status, disable_reason as reason from "user" where id = any($1::int[]) order by id', [ids])

longTest('member/administration.test over HTTP; one is switched off, which ends their sessions, in this file')(
  'signing a member out ends their sessions, after a question that names them',
  async () => {
    const member = await newMember('button_kick')
    await openList(member.id)
    await press(member.id, 'Sign out')
    const question = page.getByRole('alertdialog')
    await question.getByText('End all sessions of button_kick?').waitFor()
    await question.getByRole('button', { name: 'Sign out' }).press('Enter')
    await soon(member.codeOf).toBe(303)
    await signInMember(server, 'button_kick', password)
  },
)

test('a member is switched off and on in the list: off ends the sessions and the way in', async () => {
  const member = await newMember('button_switch')
  await openList(member.id)
  const toggle = page.locator(`[data-id="${member.id}"]`).getByRole('switch')
  await toggle.press('Space')
  await soon(() => statusOf(member.id)).toEqual([{ status: 'disable', reason: '' }])
  await soon(member.codeOf).toBe(303)
  await expect(signInMember(server, 'button_switch', password)).rejects.toThrow()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'members-switch')
  await toggle.press('Space')
  await soon(() => statusOf(member.id)).toEqual([{ status: 'enable', reason: '' }])
  await signInMember(server, 'button_switch', password)
  // Who may only look has no switch to press.
  const packer = await enter({ lang: 'en' }, 'service')
  await packer.goto(`${server.url}/admin/user/user?id=${member.id}`)
  expect(await packer.getByRole('switch').and(packer.locator(':enabled')).count()).toBe(0)
})

longTest('one is switched off and on in this file; several are in renderers/list/bulk.test')(
  'several are disabled with one reason, and enabled again',
  async () => {
    const [one, two] = [await newMember('button_one'), await newMember('button_two')]
    await openList(one.id, two.id)
    const choose = async () => {
      for (const { id } of [one, two]) await page.locator(`[data-id="${id}"]`).getByRole('checkbox').first().check()
    }
    await choose()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Reason').fill('Chargebacks')
    await form.getByRole('button', { name: 'Disable' }).click()
    const off = { status: 'disable', reason: 'Chargebacks' }
    await soon(() => statusOf(one.id, two.id)).toEqual([off, off])
    await soon(async () => [await one.codeOf(), await two.codeOf()]).toEqual([303, 303])
    await choose()
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    const on = { status: 'enable', reason: '' }
    await soon(() => statusOf(one.id, two.id)).toEqual([on, on])
  },
)

test('the balance, the points and the name lead to their logs and to the profile in the shop', async () => {
  const member = await newMember('button_links')
  const owner = await server.signIn('admin')
  const booked = await owner.post('/admin/user.MoneyLog/add', { user_id: member.id, money: '12.50', memo: 'gift' })
  expect(booked.body).toMatchObject({ code: 1 })
  for (const [column, screen] of [
    ['money', 'user/moneyLog'],
    ['score', 'user/scoreLog'],
    ['nickname', 'shop/user/user'],
  ]) {
    await openList(member.id)
    await page.locator(`[data-id="${member.id}"] [data-col="${column}"]`).getByRole('button').click()
    await page.waitForURL(new RegExp(`${screen}(/|\\?\\w*id=)${member.id}$`))
  }
})

longTest('the customer’s page is opened from members and customers in this file')(
  'a customer’s name leads to the customer’s page from what they ordered and from all four ledgers',
  async () => {
    const held = await server.query<{ table: string; id: number }>(
      `select 'shop/order/order' as table, user_id as id from shop_order where id = (select max(id) from shop_order)
      union all select 'shop/order/refund', user_id from shop_refund where id = (select max(id) from shop_refund)
      union all select unnest(array['user/moneyLog', 'shop/user/moneyLog']), user_id from user_money_log where id = (select max(id) from user_money_log)
      union all select unnest(array['user/scoreLog', 'shop/user/score']), user_id from user_score_log where id = (select max(id) from user_score_log)`,
    )
    expect(held).toHaveLength(6)
    // Customer service sees customers and not the accounts of members.
    const [owner, service] = [await enter({ lang: 'en' }), await enter({ lang: 'en' }, 'service')]
    for (const { table, id } of held) {
      const page = table.startsWith('shop/order') ? service : owner
      await page.goto(`${server.url}/admin/${table}?user_id=${id}`)
      await page.locator('[data-id] [data-col="user.nickname"]').first().getByRole('button').last().click()
      await page.waitForURL(new RegExp(`shop/user/user/${id}$`))
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
  },
  90_000,
)

longTest('the same buttons are pressed in the list in this file; columns.test draws lists as cards')(
  'on a phone the cards of members lead to the customer’s page and to the balance log',
  async () => {
    const [member] = await server.query<{ id: number }>('select id from "user" where money > 0 order by id limit 1')
    const page = await enter({ lang: 'en', width: 390, hasTouch: true })
    for (const [column, screen] of [
      ['nickname', 'shop/user/user'],
      ['money', 'user/moneyLog'],
    ]) {
      await page.goto(`${server.url}/admin/user/user?id=${member?.id}`)
      const card = page.locator(`[data-id="${member?.id}"]:visible`)
      await card.locator(`[data-col="${column}"]`).getByRole('button').click()
      await page.waitForURL(new RegExp(`${screen}(/|\\?\\w*id=)${member?.id}$`))
    }
    await page.goto(`${server.url}/admin/user/user?id=${member?.id}`)
    await page.locator(`[data-id="${member?.id}"]:visible`).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'member-card')
  },
)

test('the customer’s page, from the members and from the customers, has the account and all of its logs', async () => {
  const [held] = await server.query<{ id: number }>(
    `select user_id as id from shop_refund intersect select user_id from shop_order intersect select user_id from shop_coupon_receive
      intersect select user_id from user_money_log intersect select user_id from user_score_log order by 1 limit 1`,
  )
  const id = held?.id ?? 0
  await openList(id)
  await page.locator(`[data-id="${id}"] [data-col="nickname"]`).getByRole('button').click()
  await page.waitForURL(new RegExp(`/shop/user/user/${id}$`))
  const detail = page.getByRole('main')
  for (const label of ['Account status', 'Balance', 'Points'])
    await detail.getByText(label, { exact: true }).filter({ visible: true }).first().waitFor()
  for (const heading of ['Latest orders', 'Refunds', 'Coupons', 'Balance log', 'Points log'])
    await detail.getByRole('heading', { name: heading }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'customer')
})

longTest('memberDeletion.test over HTTP; others are refused with a reason in conflicts.test')(
  'a member with an open refund of a finished order is not deleted, and the reason is said',
  async () => {
    const [held] = await server.query<{ id: number; username: string; refund_no: string; money: number; score: number }>(
      `select u.id, u.username, r.refund_no, u.money::int, u.score::int from shop_refund r join shop_order o on o.id = r.order_id
      join "user" u on u.id = r.user_id where r.status = 1 and o.status in (4, 5)
        and not exists (select from shop_order x where x.user_id = u.id and x.status in (1, 2, 3, 7)) order by u.id limit 1`,
    )
    if (!held) throw new Error('the demo shop has no such member')
    const { id, username, money, score } = held
    const owner = await server.signIn('admin')
    const book = (log: string, values: object) =>
      owner.post(`/admin/user.${log}/add`, { user_id: id, memo: 'paid out', ...values })
    if (money > 0) expect((await book('MoneyLog', { money: (-money / 100).toFixed(2) })).body.code).toBe(1)
    if (score > 0) expect((await book('ScoreLog', { score: -score })).body.code).toBe(1)
    await openList(id)
    await press(id, 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByText(held.refund_no).waitFor()
    expect(await server.query('select username from "user" where id = $1', [id])).toEqual([{ username }])
  },
)

test('under the log of one member stands their balance, and it goes with the filter', async () => {
  const member = await newMember('button_balance')
  const owner = await server.signIn('admin')
  expect((await owner.post('/admin/user.MoneyLog/add', { user_id: member.id, money: '31.07', memo: 'by hand' })).body.code).toBe(
    1,
  )
  await page.goto(`${server.url}/admin/user/moneyLog?user_id=${member.id}`)
  const figures = page.getByRole('region', { name: 'Total', exact: true })
  await figures.getByText('Balance', { exact: true }).waitFor()
  await soon(() => figures.locator('dd').first().innerText()).toBe('¥31.07')
  await page.locator('.s-tools-chips').getByText('button_balance').waitFor()
  await shot(page, 'member-balance')
  await page.getByRole('button', { name: 'Remove filter Member' }).click()
  await soon(() => figures.getByText('Balance', { exact: true }).count()).toBe(0)
  await figures.getByText('Total in').waitFor()
})

longTest('security/records/sensitiveNotices.test over HTTP; actions.test opens forms of every kind')(
  'the form of a sensitive field rule asks whether super administrators are told',
  async () => {
    await page.goto(`${server.url}/admin/security/sensitiveData`)
    await page.locator('[data-id]').first().getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByRole('switch', { name: 'Notify' }).waitFor()
  },
)
