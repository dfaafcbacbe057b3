import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/core/db/connect.ts'
import { readKeyValues } from '../../server/crud/keyValue/keyValues.ts'
import { parseField } from '../../src/schemas/language/entity/parseField.ts'
import { parseItem } from '../../src/schemas/language/items/parseItem.ts'
import { itemKinds } from '../../src/schemas/language/items/parseItems.ts'
import { axeFaults } from '../harness/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../harness/browser/browser.ts'
import type { Answer, Client } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

type Row = Record<string, unknown>
interface FormAnswer {
  row: Row
  items: { id: number; group: string; field: { name: string; kind: string; required: boolean }; words: Row }[]
  unread?: Record<string, string>
}

const path = '/admin/routine.Config'
const empty = { group: 'basics', content: '', tip: '', rule: [], extend: '', inputExtend: '', weigh: 0 }
let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
})
afterAll(() => server?.close())

const form = async (client = owner) => (await client.get<FormAnswer>(`${path}/index`)).body.data
const itemOf = async (name: string) => (await form()).items.find((item) => item.field.name === name)
const add = (item: Row) => owner.post(`${path}/add`, { ...empty, ...item })
const errorsOf = (answer: Answer): unknown => (answer.body.data as { errors?: unknown } | null)?.errors

describe('the configuration', () => {
  it('starts with the values that the server goes by, and with the item of the demo', async () => {
    const { row, items } = await form()
    expect(row).toMatchObject({ site_name: 'Kontor', upload_max_size: 10_485_760, service_phone: '13800138000' })
    expect(items.map(({ field, group, words }) => [field.name, field.kind, group, words.label])).toEqual([
      ['service_phone', 'mobile', 'basics', '客服电话'],
    ])
  })

  it('is followed: the site is called as it says, and takes files as it says', async () => {
    const { _version } = (await form()).row
    const saved = await owner.post(`${path}/edit`, { site_name: 'Corner', upload_suffixes: 'png', _version })
    expect(saved.body, JSON.stringify(saved.body)).toMatchObject({ code: 1 })
    const init = await owner.get<{ siteConfig: { siteName: string; upload: { allowedSuffixes: string } } }>('/admin/Index/index')
    expect(init.body.data.siteConfig).toMatchObject({ siteName: 'Corner', upload: { allowedSuffixes: 'png' } })
  })

  it('locks an account for as long as it says', async () => {
    await owner.post(`${path}/edit`, { admin_login_retry: 1, admin_login_lock_minutes: 7 })
    await expect(server.signIn('finance', 'Wrong-12345')).rejects.toThrow()
    const [lock] = await server.query<{ seconds: string }>(
      "select until_time - last_time as seconds from login_throttle where name = 'account:finance'",
    )
    expect(Number(lock?.seconds)).toBe(420)
    await owner.post(`${path}/edit`, { admin_login_retry: 10, admin_login_lock_minutes: 1440 })
  })
})

describe('an item that people make', () => {
  it('appears in the form, is validated like a field of the page, is saved, and is deleted with its value', async () => {
    expect(
      (
        await add({
          name: 'opening',
          title: 'Open from',
          type: 'integer',
          rule: ['required'],
          extend: 'min=6\nmax=12\ndefault=9',
        })
      ).body.code,
    ).toBe(1)
    expect((await form()).row.opening).toBe(9)
    expect(errorsOf(await owner.post(`${path}/edit`, { opening: 13 }))).toEqual({ opening: 'Open from must be at most 12.' })
    expect(errorsOf(await owner.post(`${path}/edit`, { opening: '' }))).toEqual({ opening: 'Open from required' })
    expect((await owner.post(`${path}/edit`, { opening: 8 })).body.code).toBe(1)
    expect((await form()).row.opening).toBe(8)
    expect(await server.query("select value from config where name = 'opening'")).toEqual([{ value: '8' }])
    const gone = await owner.del(`${path}/del`, { ids: [(await itemOf('opening'))?.id] })
    expect(gone.body).toMatchObject({ code: 1, data: { done: 1 } })
    expect((await form()).row).not.toHaveProperty('opening')
    expect(await server.query("select 1 from config where name = 'opening'")).toEqual([])
    expect(errorsOf(await owner.post(`${path}/edit`, { opening: 8 }))).toHaveProperty('opening')
  })

  it('may be of every kind that needs nothing but its choices', async () => {
    expect(itemKinds).toEqual(
      expect.arrayContaining(['string', 'richtext', 'select', 'multiselect', 'city', 'images', 'array', 'password']),
    )
    for (const [i, type] of itemKinds.entries()) {
      const answer = await add({ name: `kind${i}`, title: type, type, content: 'a=Apple\nb=Pear', group: 'upload' })
      expect(answer.body, `${type} ${JSON.stringify(answer.body)}`).toMatchObject({ code: 1 })
    }
    const { items, row } = await form()
    for (const [i, type] of itemKinds.entries()) {
      expect(items.find(({ field }) => field.name === `kind${i}`)?.field.kind).toBe(type)
      expect(row).toHaveProperty(`kind${i}`)
    }
    const choice = `kind${itemKinds.indexOf('multiselect')}`
    expect((await owner.post(`${path}/edit`, { [choice]: ['b'] })).body.code).toBe(1)
    expect((await form()).row[choice]).toEqual(['b'])
    expect(errorsOf(await owner.post(`${path}/edit`, { [choice]: ['c'] }))).toHaveProperty(choice)
    const secret = `kind${itemKinds.indexOf('password')}`
    expect((await owner.post(`${path}/edit`, { [secret]: 'Do-not-tell-1' })).body.code).toBe(1)
    expect((await form()).row[secret]).toBe('')
    expect(await server.query('select value from config where name = $1', [secret])).toEqual([{ value: 'Do-not-tell-1' }])
    const ids = (await form()).items.filter(({ field }) => field.name.startsWith('kind')).map(({ id }) => id)
    expect((await owner.del(`${path}/del`, { ids })).body.code).toBe(1)
  })

  it('takes the rule of another kind for a text', async () => {
    expect((await add({ name: 'contact', title: 'Contact', type: 'string', rule: ['required', 'email'] })).body.code).toBe(1)
    expect(errorsOf(await owner.post(`${path}/edit`, { contact: 'nobody' }))).toEqual({
      contact: 'Contact must be an e-mail address.',
    })
    await owner.del(`${path}/del`, { ids: [(await itemOf('contact'))?.id] })
  })

  it.each([
    [{ name: 'site_name' }, 'name', /already in use/],
    [{ name: 'kept_elsewhere' }, 'name', /already in use/],
    [{ name: 'SERVICE_PHONE' }, 'name', /already in use/],
    [{ name: '9lives' }, 'name', /letters, digits/],
    [{ type: 'remoteSelect' }, 'type', /not one of the options/],
    [{ type: 'select' }, 'content', /required/],
    [{ type: 'select', content: 'a=1\na=2' }, 'content', /a=2.*each key once/],
    [{ extend: 'maxLenght=3' }, 'extend', /did you mean "maxLength"/],
    [{ extend: 'pattern=(a+)+' }, 'extend', /pattern/],
    [{ extend: 'maxLength=many' }, 'extend', /expected (int|number)/],
    [{ extend: 'maxLength' }, 'extend', /key=value/],
    [{ rule: ['mobile', 'email'] }, 'rule', /at most one rule/],
    [{ type: 'switch', rule: ['email'] }, 'rule', /only for text/],
    [{ group: 'nowhere' }, 'group', /not one of the options/],
  ])('is refused beside what is wrong: %j', async (wrong, field, says) => {
    await server.query("insert into config (name, value) values ('kept_elsewhere', 'x') on conflict do nothing")
    const errors = errorsOf(await add({ name: 'fresh', title: 'Fresh', type: 'string', ...wrong }))
    expect(errors).toEqual({ [field]: expect.stringMatching(says) })
    expect(await itemOf('fresh')).toBeUndefined()
  })

  it('is nothing that a delete of anything else could take', async () => {
    const before = await server.query('select name from config order by name')
    for (const ids of [[0], [-1], [99_999], []]) expect((await owner.del(`${path}/del`, { ids })).body.code).toBe(0)
    expect(await server.query('select name from config order by name')).toEqual(before)
  })

  it('is made and taken away by who holds the nodes only', async () => {
    const packer = await server.signIn('packer')
    for (const answer of [
      await packer.post(`${path}/add`, empty),
      await packer.del(`${path}/del`, { ids: [1] }),
      await packer.get(`${path}/index`),
    ])
      expect(answer.body.code).toBe(401)
  })

  it('shows an error in the form when the stored value does not fit its kind, and falls back to the default', async () => {
    await add({ name: 'pairs', title: 'Pairs', type: 'array' })
    await server.query("insert into config (name, value) values ('pairs', '[{\"key\": ')")
    const { row, unread } = await form()
    expect(row.pairs).toEqual([])
    expect(unread).toEqual({ pairs: 'Pairs: the saved value cannot be read, so the default is shown. Saving replaces it.' })
    expect((await owner.post(`${path}/edit`, { pairs: [{ key: 'a', value: 'b' }] })).body.code).toBe(1)
    expect(await form()).not.toHaveProperty('unread')
    await owner.del(`${path}/del`, { ids: [(await itemOf('pairs'))?.id] })
  })

  it('for data, shows an error when the stored text is not JSON', async () => {
    const schema = await productSchema()
    const page = schema.pages.get('routine/config')
    const field = parseField('blob', { kind: 'json' }, [], [])
    if (!page || !field) throw new Error('there is no such page or kind')
    await server.query("insert into config (name, value) values ('blob', 'no {json')")
    const database = openDatabase(server.databaseUrl, { connections: 1 })
    const read = () => readKeyValues(database.read, schema, { ...page, fields: { blob: field } })
    expect(await read()).toEqual({ values: { blob: null }, unread: ['blob'] })
    await server.query(`update config set value = '{"a": 1}' where name = 'blob'`)
    expect(await read()).toEqual({ values: { blob: { a: 1 } }, unread: [] })
    await database.close()
    await server.query("delete from config where name = 'blob'")
  })

  it('whose row became none is left out, and the rest of the form stays', async () => {
    await server.query(
      `insert into config_item (name, title, type, "group", content, tip, rule, extend, input_extend, weigh, create_time, update_time)
       values ('odd', 'Odd', 'nothing', 'basics', '', '', '', '', '', 0, 0, 0), ('version', 'Mine', 'string', 'basics', '', '', '', '', '', 0, 0, 0)`,
    )
    const { items, row } = await form()
    expect(items.map(({ field }) => field.name)).toEqual(['service_phone'])
    expect(row.version).toBe('0.1.0')
    await server.query("delete from config_item where name in ('odd', 'version')")
  })

  it('never throws while it is parsed, whatever its row holds', () => {
    const texts = [
      '',
      '=',
      'a',
      'a=',
      '=b',
      'a=b',
      'default=x',
      'min=9\nmax=1',
      'options=1',
      '__proto__=1',
      'constructor=1',
      'a=b\n\n\nc=d',
    ]
    const base = { id: 1, name: 'x', group: '', title: 'X', tip: '', rule: [] }
    for (const type of [...itemKinds, 'json', 'subtable', '__proto__', 'toString'])
      for (const extend of texts)
        for (const content of texts) {
          const made = parseItem({ ...base, type, extend, content, inputExtend: '' })
          expect('item' in made || Object.keys(made.faults).length > 0).toBe(true)
        }
  })
})

describe('in the browser', () => {
  let browser: TestBrowser
  let page: Page
  beforeAll(async () => {
    browser = await openBrowser()
    page = await browser.page({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      allow: [/ws:\/\/127\.0\.0\.1:2828/],
    })
    page.setDefaultTimeout(20_000)
    await page.addInitScript(
      (text) => localStorage.setItem('storeConfig_v2', text),
      JSON.stringify({ lang: 'en', isDark: false }),
    )
    await page.goto(`${server.url}/admin/login`)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/admin\/(?!login|loading)/)
  })
  afterAll(() => browser?.close())

  it('creates an item, fills it in, shows its errors, saves it and deletes it', async () => {
    await page.goto(`${server.url}/admin/routine/config`)
    await page.getByRole('textbox', { name: '客服电话' }).waitFor()
    await page.getByLabel('Site name').fill('Typed before')
    await page.getByRole('button', { name: 'Add item' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('[data-field=name] input').fill('city_shop')
    await dialog.locator('[data-field=title] input').fill('Town')
    expect(await dialog.locator('[data-field=content]').count()).toBe(0)
    await dialog.locator('[data-field=type]').getByRole('combobox').click()
    await page.getByRole('option', { name: 'Drop-down', exact: true }).click()
    await dialog.locator('[data-field=content] textarea').fill('a=Aachen')
    await dialog.locator('[data-field=rule]').getByRole('combobox').click()
    await page.getByRole('option', { name: 'Required' }).click()
    await page.keyboard.press('Escape')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add item' }).click()
    await page.locator('[data-field=city_shop]').waitFor()
    // What was typed while the item was made is still there.
    expect(await page.getByLabel('Site name').inputValue()).toBe('Typed before')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('Town required').first().waitFor()
    await page.locator('[data-field=city_shop]').getByRole('combobox').click()
    await page.getByRole('option', { name: 'Aachen' }).click()
    await page.getByRole('textbox', { name: '客服电话' }).fill('123')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('Please enter the correct mobile number').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('textbox', { name: '客服电话' }).fill('13900139000')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => server.query("select name, value from config where name in ('city_shop', 'service_phone') order by name"))
      .toEqual([
        { name: 'city_shop', value: 'a' },
        { name: 'service_phone', value: '13900139000' },
      ])
    await page.getByRole('button', { name: 'Delete item: Town' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete item' }).click()
    await expect.poll(() => page.locator('[data-field=city_shop]').count()).toBe(0)
    expect(await page.getByRole('textbox', { name: '客服电话' }).inputValue()).toBe('13900139000')
    expect(await server.query("select 1 from config where name = 'city_shop'")).toEqual([])
    browser.expectNoProblems()
  })

  it('warns about a stored value that cannot be read', async () => {
    await add({ name: 'pairs', title: 'Pairs', type: 'array', group: 'basics' })
    await server.query("insert into config (name, value) values ('pairs', 'oops')")
    await page.goto(`${server.url}/admin/routine/config`)
    await page.locator('[data-field=pairs]').getByText('the saved value cannot be read').waitFor()
    expect(await axeFaults(page)).toEqual([])
    browser.expectNoProblems()
  })
})
