import { expect, it } from 'vitest'
import { rule, std } from '../../crud/labPages.ts'
import { axeFaults } from '../../harness/browser/axe.ts'
import { holdRequests } from '../../harness/browser/hold.ts'
import { openOffice, soon } from '../../harness/browser/site.ts'
import { buildVariant } from '../../harness/browser/variant.ts'

/** A record that names rows of five other tables, one of them from a tree, one several, one narrowed by another. */
const links = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_links' },
  fields: {
    name: { kind: 'string', required: true },
    user_id: { kind: 'remoteSelect', page: 'user/user', show: 'nickname' },
    group_id: { kind: 'remoteSelect', page: 'user/group', show: 'name' },
    classify_id: { kind: 'remoteSelect', page: 'shop/goods/classify', show: 'name', tree: true },
    company_ids: { kind: 'remoteMultiSelect', page: 'shop/delivery/company', show: 'name', ordered: true },
    member_id: { kind: 'remoteSelect', page: 'user/user', show: 'username', depends: ['group_id'] },
  },
  table: { columns: ['id', 'name'], toolbar: ['add'], row: ['edit'], open: 'edit' },
}

const words = {
  title: 'Links',
  noun: 'link',
  fields: Object.fromEntries(Object.keys(links.fields).map((name) => [name, { label: name }])),
}
const variant = await buildVariant({
  'pages/lab/links/page.json': (json) => void Object.assign(json, links),
  'pages/lab/links/zh-cn.json': (json) => void Object.assign(json, words),
  'pages/lab/links/en.json': (json) => void Object.assign(json, words),
  'menus/admin.json': (menu) => void (menu as unknown as object[]).push(rule('lab/links', std)),
})
const { server, page } = await openOffice({ variant })
await server.query(
  `insert into lab_links (name, user_id, group_id, classify_id, company_ids, member_id) values ('all five', 7, 1, 10, '{2,3}', 9)`,
)
/** Questions for choices and labels, as they were asked. */
const asked: URL[] = []
page.on('request', (request) => {
  if (request.url().includes('/lab.Links/options')) asked.push(new URL(request.url()))
})

const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().locator(`[data-field=${name}]`)

/** Leaves the form before, with what is entered there, and opens it again. */
async function openForm() {
  if (!page.url().startsWith(server.url)) await page.goto(`${server.url}/admin/lab/links`)
  for (let open = await dialog().count(); open > 0; open = await dialog().count()) await page.keyboard.press('Escape')
  await page.locator('tr[data-id]').first().waitFor()
  asked.length = 0
  await page.locator('tr[data-id]').first().getByRole('button', { name: '编辑' }).click()
  await dialog().getByRole('textbox', { name: 'name' }).waitFor()
}

it('names what five remote selects hold with one request', async () => {
  const [names] = await server.query<Record<string, string>>(`select (select nickname from "user" where id = 7) as user_id,
    (select name from user_group where id = 1) as group_id, (select name from shop_goods_classify where id = 10) as classify_id,
    (select name from shop_delivery_company where id = 2) as company_ids, (select username from "user" where id = 9) as member_id`)
  await openForm()
  for (const [name, label] of Object.entries(names ?? {})) await soon(() => field(name).innerText()).toContain(label)
  expect(
    asked.map((url) => [...new Set([...url.searchParams.keys()].map((key) => key.replace(/^labels\[(\w+)\].*$/, '$1')))]),
  ).toEqual([['user_id', 'group_id', 'classify_id', 'company_ids', 'member_id', 'action']])
  await page.keyboard.press('Escape')
})

it('names what is chosen also when the answer is there before the browser has drawn that it is asked for', async () => {
  const [member] = await server.query<{ nickname: string }>('select nickname from "user" where id = 7')
  await openForm()
  await page.evaluate(answerAtOnce)
  await openForm()
  await soon(() => field('user_id').innerText()).toContain(member?.nickname ?? '')
  await page.reload()
})

/** Runs in the page: from now on a call is answered before `send` returns. */
function answerAtOnce(): void {
  const { open, send, setRequestHeader } = XMLHttpRequest.prototype
  const calls = new WeakMap<XMLHttpRequest, { address: [string, string | URL]; headers: [string, string][] }>()
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
    calls.set(this, { address: [method, url], headers: [] })
    open.call(this, method, url, true)
  }
  XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
    calls.get(this)?.headers.push([name, value])
    setRequestHeader.call(this, name, value)
  }
  XMLHttpRequest.prototype.send = function (body) {
    const call = calls.get(this)
    if (!call) return
    const whole = new XMLHttpRequest()
    open.call(whole, ...call.address, false)
    for (const header of call.headers) setRequestHeader.call(whole, ...header)
    send.call(whole, body)
    for (const name of ['readyState', 'status', 'statusText', 'responseURL', 'responseText', 'response'] as const)
      Object.defineProperty(this, name, { value: whole[name] })
    this.getAllResponseHeaders = () => whole.getAllResponseHeaders()
    this.onloadend?.(new ProgressEvent('loadend'))
  }
}

it('searches on the server, and brings more choices at the end of the list', async () => {
  await openForm()
  await field('user_id').getByRole('combobox').click()
  await soon(() => page.getByRole('option').count()).toBe(20)
  await page.getByRole('option').last().scrollIntoViewIfNeeded()
  await soon(() => page.getByRole('option').count()).toBeGreaterThan(20)
  const [member] = await server.query<{ nickname: string }>('select nickname from "user" order by id limit 1')
  await page.keyboard.type(member?.nickname ?? '')
  await soon(() => page.getByRole('option', { name: member?.nickname ?? '' }).count()).toBeGreaterThan(0)
  await soon(() => asked.some((url) => url.searchParams.get('quickSearch') === member?.nickname)).toBe(true)
  await page.keyboard.press('Escape')
})

it('Enter never chooses what was offered for a text that has changed since', async () => {
  const [oldest] = await server.query<{ nickname: string }>(
    `select nickname from "user" u where not exists (select 1 from "user" o where o.id <> u.id and o.nickname like u.nickname || '%')
     and id <> 7 order by id limit 1`,
  )
  const nickname = oldest?.nickname ?? '-'
  await openForm()
  await soon(() => field('user_id').innerText()).not.toContain('…')
  const before = await field('user_id').innerText()
  await field('user_id').getByRole('combobox').click()
  await soon(() => page.getByRole('option').count()).toBe(20)
  expect(await page.getByRole('option', { name: nickname }).count(), 'it is not among the first').toBe(0)
  const letThrough = await holdRequests(page, '**/lab.Links/options*')
  await page.keyboard.type(nickname)
  await page.keyboard.press('Enter')
  expect(await field('user_id').innerText()).toBe(before)
  letThrough()
  await page.getByRole('option', { name: nickname }).waitFor()
  await page.keyboard.press('Enter')
  await soon(() => field('user_id').innerText()).toContain(nickname)
  await page.reload()
})

it('empties a choice when what it depends on is changed, and offers only what fits then', async () => {
  const [other] = await server.query<{ id: number; name: string }>(
    'select id, name from user_group where id <> 1 order by id limit 1',
  )
  await openForm()
  await soon(() => field('member_id').innerText()).toContain('user')
  await field('group_id').getByRole('combobox').click()
  await page.getByRole('option', { name: other?.name ?? '' }).click()
  await soon(() => field('member_id').innerText()).not.toMatch(/user\d/)
  await field('member_id').getByRole('combobox').click()
  const fits = await server.query<{ username: string }>(
    'select username from "user" where group_id = $1 and delete_time is null order by id desc limit 20',
    [other?.id],
  )
  await soon(() => page.getByRole('option').allInnerTexts()).toEqual(fits.map((row) => row.username))
  await page.getByRole('option').first().click()
  await dialog().getByRole('button', { name: '保存' }).click()
  await dialog().waitFor({ state: 'detached' })
  const [saved] = await server.query<{ username: string }>(
    'select u.username from lab_links l join "user" u on u.id = l.member_id where l.group_id = $1',
    [other?.id],
  )
  expect(saved?.username).toBe(fits[0]?.username)
})

it('puts what is chosen in order by keyboard, keeps the focus on it, and stores that order', async () => {
  const [two, three] = await server.query<{ name: string }>(
    'select name from shop_delivery_company where id in (2, 3) order by id',
  )
  await openForm()
  const names = () => field('company_ids').getByRole('listitem').locator('.s-ordered-name').allInnerTexts()
  await soon(names).toEqual([two?.name, three?.name])
  expect(
    await field('company_ids')
      .getByRole('button', { name: `上移 ${two?.name}` })
      .isDisabled(),
  ).toBe(true)
  await field('company_ids')
    .getByRole('button', { name: `上移 ${three?.name}` })
    .press('Enter')
  await soon(names).toEqual([three?.name, two?.name])
  // It cannot go further up: the way down has the focus, and brings it back.
  await page.keyboard.press('Enter')
  await soon(names).toEqual([two?.name, three?.name])
  await page.keyboard.press('Enter')
  await soon(names).toEqual([three?.name, two?.name])
  expect(await axeFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: '保存' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await server.query('select company_ids from lab_links')).toEqual([{ company_ids: [3, 2] }])
})
