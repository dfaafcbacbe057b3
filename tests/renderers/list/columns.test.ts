import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { follow, openOffice, soon } from '../../harness/browser/site.ts'
import { buildVariant } from '../../harness/browser/variant.ts'
import { longTest } from '../../harness/longTest.ts'

interface PageJson {
  entity: Record<string, unknown>
  fields: Record<string, unknown>
  table: { columns: unknown[]; search: unknown[]; row: string[] } & Record<string, unknown>
}

/** The delivery companies as a shop might want them: kept when deleted, with a masked phone, a recording, papers and a best time. */
function extend(json: Record<string, unknown>): void {
  const { entity, fields, table } = json as unknown as PageJson
  entity.softDelete = true
  fields.phone = { kind: 'string', maxLength: 20, mask: 'middle' }
  fields.voice = { kind: 'file' }
  fields.papers = { kind: 'files' }
  fields.best = { kind: 'duration' }
  table.columns = [
    'id',
    { field: 'logo', cell: 'image' },
    'name',
    'phone',
    { field: 'voice', cell: 'audio' },
    'papers',
    { field: 'best', sortable: true },
    { field: 'status', cell: 'switch' },
  ]
  table.search.push('best')
  table.deleted = ['restore', 'destroy']
  table.view = ['table', 'cards']
  delete table.editable
}
const words = { voice: '录音', papers: '资料', best: '最快用时' }
function addWords(json: Record<string, unknown>): void {
  const fields = json.fields as Record<string, unknown>
  for (const [name, label] of Object.entries(words)) fields[name] = { label }
}
function addButtons(json: Record<string, unknown>): void {
  const rules = json as unknown as { name: string; buttons?: string[] }[]
  rules.find(({ name }) => name === 'shop/delivery/company')?.buttons?.push('restore', 'destroy', 'reveal')
}

const folder = 'modules/shop/pages/shop/delivery/company'
const variant = await buildVariant({
  [`${folder}/page.json`]: extend,
  [`${folder}/zh-cn.json`]: addWords,
  [`${folder}/en.json`]: addWords,
  'modules/shop/menus/admin.json': addButtons,
})
for (const name of ['a', 'b']) writeFileSync(join(variant.siteDir, `demo/${name}.wav`), silence(5))
const { server, page } = await openOffice({ variant })
await server.query(
  `update shop_delivery_company set phone = '13800138000', best = 723456, papers = '{/demo/rules.pdf,/demo/list.docx}'`,
)
await server.query(
  `update shop_delivery_company set best = id * 1000, voice = case id % 2 when 0 then '/demo/a.wav' else '/demo/b.wav' end`,
)

const rows = () => page.locator('tr[data-id]:visible')
const cards = () => page.locator('li.s-card[data-id]:visible')
const question = () => page.getByRole('alertdialog')
const dialog = () => page.getByRole('dialog')

/** A sound of this many seconds in which nothing is heard. */
function silence(seconds: number): Buffer {
  const rate = 8000
  const data = Buffer.alloc(rate * seconds, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

const list = 'shop/delivery/company'

async function open(path = list) {
  await page.goto(`${server.url}/admin/${path}`)
  await page.locator('[data-id]').first().waitFor()
}

/** Asks the list that is in front another question, without loading the product again. */
async function ask(query: string): Promise<void> {
  if (!page.url().includes(`/admin/${list}`)) await open()
  const { search } = new URL(page.url())
  if (search === query) return
  const read = page.waitForResponse((answer) => answer.url().includes('/shop.delivery.Company/index'))
  await follow(page, `/admin/${list}${query}`)
  await read
}

/** Puts a company that nothing has to do with on top of the list. */
const addCompany = (name: string, code: string) =>
  server.query(
    `insert into shop_delivery_company (name, code, weigh, status, create_time, update_time) values ($1, $2, 99999, 1, 0, 0)`,
    [name, code],
  )

/** Adds a company and deletes it through its menu. */
async function addAndDelete(name: string, code: string): Promise<void> {
  await addCompany(name, code)
  await open()
  const row = rows().filter({ hasText: name })
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await question().getByRole('button', { name: '删除' }).click()
  await soon(() => row.count()).toBe(0)
}
const showDeleted = () => page.getByRole('button', { name: '已删除的记录' }).click()

it('shows what was deleted, and brings it back from its row', async () => {
  const name = '山海快运'
  await addAndDelete(name, 'shanhai')
  await showDeleted()
  await page.getByRole('heading', { name: '：已删除' }).waitFor()
  await page.getByRole('columnheader', { name: '删除时间' }).waitFor()
  await soon(() => new URL(page.url()).searchParams.get('deleted')).toBe('1')
  const row = rows().filter({ hasText: name })
  expect(await row.locator('[data-col=delete_time]').innerText()).toMatch(/^\d{4}-\d\d-\d\d/)
  expect(await page.getByRole('button', { name: '添加', exact: true }).count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  await row.getByRole('button', { name: '恢复' }).click()
  await question().getByRole('button', { name: '恢复' }).click()
  await page.getByText('没有已删除的记录').waitFor()
  await showDeleted()
  await rows().filter({ hasText: name }).first().waitFor()
})

longTest('crud/deleted.test over HTTP; a row is brought back here')(
  'says which value is taken by now, and deletes chosen rows for good',
  async () => {
    const name = '云岭速递'
    await addAndDelete(name, 'yunling')
    await addCompany(name, 'another')
    await showDeleted()
    const row = rows().filter({ hasText: name })
    await row.getByRole('button', { name: '恢复' }).click()
    await question().getByRole('button', { name: '恢复' }).click()
    await page.getByText(`“${name}”已被其他记录使用`).first().waitFor()
    await row.getByRole('checkbox').click()
    await page.getByRole('toolbar').getByRole('button', { name: '彻底删除' }).click()
    await question().getByRole('button', { name: '彻底删除' }).click()
    await page.getByText('没有已删除的记录').waitFor()
    expect(await server.query('select 1 from shop_delivery_company where name = $1', [name])).toHaveLength(1)
  },
)

it('masks a value, shows it in full when asked, and keeps it when a form is saved without touching it', async () => {
  await ask('')
  const row = rows()
    .filter({ has: page.locator('[data-col=phone]', { hasText: '138****8000' }) })
    .first()
  const id = Number(await row.getAttribute('data-id'))
  await row.getByRole('button', { name: '查看明文' }).click()
  await question().getByText('查看明文会被记录，是否继续？').waitFor()
  await question().getByRole('button', { name: '取消' }).click()
  await question().waitFor({ state: 'detached' })
  expect(await row.locator('[data-col=phone]').innerText()).toContain('138****8000')
  await row.getByRole('button', { name: '查看明文' }).click()
  await question().getByRole('button', { name: '查看明文' }).click()
  await soon(() => page.locator(`tr[data-id="${id}"] [data-col=phone]`).innerText()).toContain('13800138000')
  const audit = `select 1 from audit where action = 'shop/delivery/company/reveal' and row_key = $1`
  expect(await server.query(audit, [String(id)])).toHaveLength(1)
  await page.locator(`tr[data-id="${id}"]`).getByRole('button', { name: '编辑' }).click()
  await soon(() => dialog().getByLabel('电话').inputValue()).toBe('138****8000')
  await dialog().getByLabel('最快用时').fill('12:03.456')
  await dialog().getByLabel('最快用时').press('Control+Enter')
  await dialog().waitFor({ state: 'detached' })
  expect(await server.query('select phone, best from shop_delivery_company where id = $1', [id])).toEqual([
    { phone: '13800138000', best: 723_456 },
  ])
  await soon(() => page.locator(`tr[data-id="${id}"] [data-col=best]`).innerText()).toBe('00:12:03.456')
  expect(await page.locator(`tr[data-id="${id}"] [data-col=phone]`).innerText()).toContain('138****8000')
})

it('finds a time to the millisecond, and sorts times as numbers', async () => {
  await ask('?best.gte=00:12:03.456')
  await soon(() => rows().count()).toBe(1)
  await ask('?sort=best,desc')
  await soon(() => rows().first().locator('[data-col=best]').innerText()).toBe('00:12:03.456')
})

it('plays one sound at a time, by the keyboard, and loads none before', async () => {
  await ask('?sort=best,asc')
  await soon(() => rows().first().locator('[data-col=best]').innerText()).not.toBe('00:12:03.456')
  const sounds = page.locator('audio.s-audio')
  expect(await sounds.first().evaluate((sound: HTMLAudioElement) => [sound.preload, sound.readyState])).toEqual(['none', 0])
  const plays = (n: number) => sounds.nth(n).evaluate((sound: HTMLAudioElement) => !sound.paused)
  for (const n of [0, 1]) {
    await sounds.nth(n).focus()
    await page.keyboard.press('Space')
    await soon(() => plays(n)).toBe(true)
  }
  await soon(() => plays(0)).toBe(false)
  const papers = rows().filter({ hasText: 'list.docx' }).first().locator('[data-col=papers] a')
  expect(await papers.nth(0).getAttribute('download')).toBeNull()
  expect(await papers.nth(1).getAttribute('download')).toBe('list.docx')
  expect(await papers.nth(1).getAttribute('rel')).toBe('noopener noreferrer')
})

it('draws the list as cards where the person wants it, with the same choice of rows and actions', async () => {
  await ask('')
  await page.getByRole('button', { name: '卡片视图' }).click()
  await cards().first().waitFor()
  await page.reload()
  await cards().first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  await cards().first().getByRole('checkbox').click()
  await page.getByRole('toolbar').getByText('已选 1 项').or(page.getByRole('toolbar').getByText('1')).first().waitFor()
  await page
    .getByLabel(/^选择.*公司|^选择/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await cards().first().getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '取消选择' }).click()
  await page.getByRole('button', { name: '表格视图' }).click()
  await rows().first().waitFor()
})

it('leads from an entry of the ledger to what it is about, by its source', async () => {
  await follow(page, '/admin/user/scoreLog?source.in=order')
  const link = rows().first().locator('[data-col=ref_no] .s-go')
  const number = await link.innerText()
  await link.click()
  await page.waitForURL(/shop\/order\/order\?order_no=/)
  expect(new URL(page.url()).searchParams.get('order_no')).toBe(number)
  await soon(() => rows().count()).toBe(1)
  await open('user/scoreLog?source.in=manual,register,sign_in,birthday')
  expect(await page.locator('[data-col=ref_no] .s-go').count()).toBe(0)
})
