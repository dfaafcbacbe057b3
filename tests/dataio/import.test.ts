import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/core/db/connect.ts'
import { purgePrivateFiles } from '../../server/modules/dataio/purge.ts'
import { createPrivateFiles } from '../../server/modules/files/privateFiles.ts'
import type { ImportForm } from '../../src/schemas/api/importing.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { person } from '../security/people.ts'
import { csvRecords, exported } from './files.ts'
import { checked, csv, ends, ran, sendFile, standing, templateOf } from './imports.ts'

const companies = 'shop.delivery.Company'
const classes = 'shop.goods.Classify'
const members = 'user.User'
const nodes = [
  'shop/delivery/company/index',
  'shop/delivery/company/import',
  'shop/delivery/company/add',
  'shop/delivery/company/edit',
]

let server: TestServer
let owner: Client
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-import-'))
  server = await startTestServer({ database: 'demo', settings: { dataDir } })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await server?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const company = async (code: string) =>
  (await server.query<Record<string, unknown>>('SELECT * FROM shop_delivery_company WHERE code = $1', [code]))[0]
const counts = { inserted: 0, updated: 0, failed: 0 }

describe('a file becomes rows', () => {
  test('a check writes nothing and says what a run would do; the run does it', async () => {
    const file = csv(
      ['Name', 'Code', 'Phone', 'On', 'status'],
      ['Alpha', 'alpha', '123', '', 'Yes'],
      ['Beta', 'beta', '', '', '0'],
    )
    const judged = await checked(owner, server, companies, file)
    expect(judged).toMatchObject({ ...counts, status: 2, inserted: 2, total: 2, faults: [], report: false })
    expect(await company('alpha')).toBeUndefined()
    expect(await ran(owner, judged.id)).toMatchObject({ ...counts, status: 4, inserted: 2, done: 2, progress: 100 })
    expect(await company('alpha')).toMatchObject({ name: 'Alpha', phone: '123', status: 1 })
    expect(await company('beta')).toMatchObject({ name: 'Beta', phone: '', status: 0 })
    const audits = await server.query<{ action: string }>(
      `SELECT action FROM audit WHERE action = 'shop/delivery/company/add' AND detail::jsonb->>'import' = $1`,
      [String(judged.id)],
    )
    expect(audits.length).toBe(2)
    expect((await owner.post('/admin/dataio.Import/start', { id: judged.id })).body.code).toBe(0)
  })

  test('columns are known by their titles in either language, and by the names of their fields', async () => {
    const draft = await sendFile(
      owner,
      server,
      members,
      csv(['用户名', 'Nickname', 'group_id', '备注', 'Gender'], ['x', 'x', '', '', '']),
    )
    expect(draft.data.mapping).toEqual(['username', 'nickname', 'group_id', '', 'gender'])
    expect(draft.data).toMatchObject({ rows: 1, encoding: 'utf-8', head: ['用户名', 'Nickname', 'group_id', '备注', 'Gender'] })
  })

  test('names of rows, words of options in both languages, days', async () => {
    const [group] = await server.query<{ id: number; name: string }>(
      'SELECT id, name FROM user_group WHERE status = 1 ORDER BY id LIMIT 1',
    )
    const name = group?.name ?? ''
    const file = csv(
      ['Username', 'Nickname', 'group_id', 'gender', 'birthday', 'status', 'Password'],
      ['imp_one', 'One', name, 'male', '1990/2/3', 'Enabled', 'Impo-rted1'],
      ['imp_two', 'Two', name, '女', '1991-02-03', '禁用', 'Impo-rted1'],
      ['imp_three', 'Three', String(group?.id), '0', '', 'enable', 'Impo-rted1'],
      ['imp_four', 'Four', name, '', '1990-02-30', '', 'Impo-rted1'],
      ['imp_five', 'Five', name, '', '', '', 'short'],
    )
    const judged = await checked(owner, server, members, file)
    expect(judged.faults.map(({ line, field, value }) => [line, field, value])).toEqual([
      [5, 'birthday', '1990-02-30'],
      [6, 'password', ''],
    ])
    expect(await ran(owner, judged.id)).toMatchObject({ status: 5, inserted: 3 })
    // A file with passwords in it is not kept, and the one of faulty lines has none.
    const [left] = await server.query<{ file: string; error_file: string }>(
      'SELECT file, error_file FROM dataio_import WHERE id = $1',
      [judged.id],
    )
    expect(left?.file).toBe('')
    expect(readFileSync(join(dataDir, 'vault', left?.error_file ?? ''), 'utf8')).not.toMatch(/Impo-rted1|short/)
    const rows = await server.query<Record<string, unknown>>(
      `SELECT group_id, gender, birthday::text, status FROM "user" WHERE username LIKE 'imp\\_%' ORDER BY id`,
    )
    expect(rows).toEqual([
      { group_id: group?.id, gender: 1, birthday: '1990-02-03', status: 'enable' },
      { group_id: group?.id, gender: 2, birthday: '1991-02-03', status: 'disable' },
      { group_id: group?.id, gender: 0, birthday: null, status: 'enable' },
    ])
  })

  test('rows made further up may be named further down', async () => {
    const file = csv(['Name', 'pid'], ['Imported top', ''], ['Imported child', 'Imported top'])
    const judged = await checked(owner, server, classes, file)
    expect(judged).toMatchObject({ inserted: 2, failed: 0, faults: [] })
    await ran(owner, judged.id)
    const [child] = await server.query<{ parent: string }>(
      `SELECT p.name AS parent FROM shop_goods_classify c JOIN shop_goods_classify p ON p.id = c.pid WHERE c.name = 'Imported child'`,
    )
    expect(child?.parent).toBe('Imported top')
  })

  test('rows are found by what no two share: changed, and made where there are none; empty cells leave them as they are', async () => {
    await ran(owner, (await checked(owner, server, companies, csv(['Name', 'Code', 'Phone'], ['Gamma', 'gamma', '1']))).id)
    const file = csv(['Name', 'Code', 'Phone'], ['Gamma 2', 'gamma', ''], ['Delta', 'delta', '2'])
    const judged = await checked(owner, server, companies, file, { mode: 'upsert', match: 'code' })
    expect(judged).toMatchObject({ inserted: 1, updated: 1, failed: 0 })
    await ran(owner, judged.id)
    expect(await company('gamma')).toMatchObject({ name: 'Gamma 2', phone: '1' })
    const only = await checked(owner, server, companies, csv(['Code', 'Phone'], ['gamma', '9'], ['nobody', '9'], ['', '9']), {
      mode: 'update',
      match: 'code',
    })
    expect(only).toMatchObject({ inserted: 0, updated: 1, failed: 2 })
    expect(only.faults.map(({ line, message }) => [line, message])).toEqual([
      [3, 'Code: row not found.'],
      [4, expect.stringContaining('Code')],
    ])
    expect(await ran(owner, only.id)).toMatchObject({ status: 5, updated: 1, failed: 2 })
    expect(await company('gamma')).toMatchObject({ phone: '9' })
  })

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${csv(['名称', '编码'], ['顺丰一', 'enc_a'])}`), 'auto', 'utf-8'],
    [
      'GBK',
      Buffer.concat([
        Buffer.from('"'),
        Buffer.from([0xc3, 0xfb, 0xb3, 0xc6]),
        Buffer.from('","Code"\r\n"'),
        Buffer.from([0xcb, 0xb3, 0xb7, 0xe1]),
        Buffer.from('","enc_b"'),
      ]),
      'auto',
      'gbk',
    ],
    ['UTF-16', Buffer.from(`\ufeffName\tCode\nx\tenc_c`, 'utf16le'), 'auto', 'utf-16le'],
    ['semicolons', Buffer.from('Name;Code\nx;enc_d'), 'utf-8', 'utf-8'],
  ])('read from %s', async (_what, file, asked, encoding) => {
    const draft = await sendFile(owner, server, companies, file, { encoding: asked })
    expect(draft.data).toMatchObject({ rows: 1, encoding })
    expect(draft.data.head.length).toBe(2)
    if (encoding === 'gbk') expect(draft.data).toMatchObject({ head: ['名称', 'Code'], sample: [['顺丰', 'enc_b']] })
  })

  test('what an export wrote comes back as it was, workbook or CSV, and formulas are nothing but text', async () => {
    const payloads = ['=1+1', '@SUM(A1)', '+1', '-1', "'=x"]
    const file = csv(['Name', 'Code'], ...payloads.map((text, i) => [text, `formula_${i}`]))
    const names = async () =>
      (
        await server.query<{ name: string }>(`SELECT name FROM shop_delivery_company WHERE code LIKE 'formula\\_%' ORDER BY code`)
      ).map(({ name }) => name)
    await ran(owner, (await checked(owner, server, companies, file)).id)
    const written = await names()
    expect(written.slice(0, 4)).toEqual(payloads.slice(0, 4))
    await server.query(`UPDATE "user" SET motto = '=1+1', nickname = '=2+2' WHERE username = 'imp_one'`)
    for (const format of ['csv', 'xlsx']) {
      const columns = ['id', 'username', 'nickname', 'gender', 'status', 'email']
      const list = await exported(owner, server, members, { format, columns, query: { quickSearch: 'imp_' } })
      const judged = await checked(owner, server, members, list, { name: `members.${format}`, mode: 'update', match: 'username' })
      expect(judged).toMatchObject({ status: 2, updated: 3, failed: 0 })
      await ran(owner, judged.id)
      const [one] = await server.query<{ nickname: string }>(`SELECT nickname FROM "user" WHERE username = 'imp_one'`)
      expect(one?.nickname).toBe('=2+2')
    }
  })

  test('a template holds the titles and what may be chosen, and its example can be read', async () => {
    const { body } = await owner.get<ImportForm>(`/admin/${companies}/import`)
    expect(body.data.matches.map(({ value }) => value)).toEqual(expect.arrayContaining(['name', 'code', 'id']))
    const { book, rows, options } = await templateOf(owner, companies)
    const [head = [], example = []] = rows
    expect(head).toEqual(expect.arrayContaining(['Name*', 'Code*', 'Phone']))
    expect(example.length).toBeGreaterThan(2)
    expect(options.map(([first]) => first)).toEqual(['Status', 'Enabled', 'Disabled'])
    const draft = await sendFile(owner, server, companies, book, { name: 'template.xlsx' })
    expect(draft.data.mapping).not.toContain('')
    expect(draft.data.rows).toBe(1)
  })

  test('JSON is read by the names of its members, whichever an object has, and long numbers lose nothing', async () => {
    const text = '[{"name": "Json 1", "code": "json_1", "phone": 900719925474099312}, {"code": "json_2", "Name": "Json 2"}]'
    const draft = await sendFile(owner, server, companies, text, { name: 'rows.json' })
    expect(draft.data).toMatchObject({ head: ['name', 'code', 'phone', 'Name'], rows: 2, mapping: ['name', 'code', 'phone', ''] })
    const judged = await checked(owner, server, companies, text, { name: 'rows.json' })
    expect(judged).toMatchObject({ inserted: 1, failed: 1 })
    await ran(owner, judged.id)
    expect(await company('json_1')).toMatchObject({ name: 'Json 1', phone: '900719925474099312' })
    for (const wrong of ['{"name": "x"}', '[1]', '[', '[[]]'])
      expect((await sendFile(owner, server, companies, wrong, { name: 'rows.json' })).code, wrong).toBe(0)
  })

  test('JSON that is nested too deep is refused with its row, in a file, a body and a field', async () => {
    server.logs.length = 0
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    for (const value of [deep, `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, '['.repeat(20_000)]) {
      const file = `[{"name":"Fine","code":"fine"},{"name":"Deep","code":${value}}]`
      expect(await sendFile(owner, server, companies, file, { name: 'rows.json' })).toMatchObject({
        code: 0,
        msg: 'Row 2 is nested deeper than 32 levels',
      })
      const answer = await fetch(`${server.url}/admin/${companies}/add`, {
        method: 'POST',
        headers: { origin: server.url, server: 'true', 'content-type': 'application/json', batoken: owner.token ?? '' },
        body: `{"name":${value}}`,
      })
      expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([200, 0])
    }
    expect((await sendFile(owner, server, companies, deep, { name: 'rows.json' })).code).toBe(0)
    expect((await owner.post('/admin/routine.Config/edit', { record: deep, site_name: [deep] })).body.code).toBe(0)
    expect(server.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
  })

  test('a file without titles begins with its first line, cells are parted by the sign that was said', async () => {
    const { data } = await sendFile(owner, server, companies, 'Tab 1;x\ttab_1\n\ttab_2', { delimiter: 'tab', header: false })
    expect(data).toMatchObject({
      head: ['Column 1', 'Column 2'],
      sample: [
        ['Tab 1;x', 'tab_1'],
        ['', 'tab_2'],
      ],
      rows: 2,
    })
    const body = { id: data.id, mapping: ['name', 'code'], mode: 'insert', match: '', on_error: 'skip' }
    expect((await owner.post('/admin/dataio.Import/check', body)).body.code).toBe(1)
    const judged = await ends(owner, data.id, 1)
    expect(judged.faults.map(({ line, field }) => [line, field])).toEqual([[2, 'name']])
    const ticket = await owner.post<{ url: string }>('/admin/dataio.Import/fetch', { id: data.id })
    const report = csvRecords(Buffer.from(await (await fetch(server.url + ticket.body.data.url)).arrayBuffer()))
    expect(report.map((row) => row['Column 2'])).toEqual(['tab_2'])
    await ran(owner, data.id)
    expect(await company('tab_1')).toMatchObject({ name: 'Tab 1;x' })
    expect((await sendFile(owner, server, companies, 'a\tb', { delimiter: 'pipe' })).code).toBe(0)
  })
})

describe('what was sent before', () => {
  test('can be gone on with by who sent it, as they left it, until it is run', async () => {
    const judged = await checked(owner, server, companies, csv(['Name', 'Code'], ['Kept', 'kept_1']), {
      mode: 'upsert',
      match: 'code',
      on_error: 'stop',
    })
    const kept = await owner.get('/admin/dataio.Import/draft', { id: judged.id })
    expect(kept.body.data).toMatchObject({
      target: 'shop/delivery/company',
      head: ['Name', 'Code'],
      sample: [['Kept', 'kept_1']],
      mapping: ['name', 'code'],
      mode: 'upsert',
      match: 'code',
      onError: 'stop',
    })
    const other = await person(server, [...nodes, 'dataio/import/index', 'dataio/import/add'])
    expect((await other.get('/admin/dataio.Import/draft', { id: judged.id })).body.code).toBe(0)
    await ran(owner, judged.id)
    expect((await owner.get('/admin/dataio.Import/draft', { id: judged.id })).body.code).toBe(0)
  })

  test('its faulty lines become an import of their own, which is right once what they lacked is there', async () => {
    const file = csv(['Name', 'Code', 'pid'], ['Top', '', ''], ["=Later's", '', 'Not there yet'], ['Never', '', 'Nowhere'])
    const judged = await checked(owner, server, classes, file)
    expect(judged.failed).toBe(2)
    await ran(owner, judged.id)
    const other = await person(server, ['dataio/import/index', 'dataio/import/add'])
    expect((await other.post('/admin/dataio.Import/retry', { id: judged.id })).body.code).toBe(0)
    await server.query(
      `INSERT INTO shop_goods_classify (pid, name, status, create_time, update_time) VALUES (0, 'Not there yet', 1, 1, 1)`,
    )
    expect((await owner.post('/admin/dataio.Import/retry', { id: judged.id })).body.code).toBe(1)
    const [again] = await server.query<{ id: number }>('SELECT max(id) AS id FROM dataio_import')
    expect(await ends(owner, again?.id ?? 0, 1)).toMatchObject({ status: 2, total: 2, inserted: 1, failed: 1 })
    expect(await ran(owner, again?.id ?? 0)).toMatchObject({ status: 5, inserted: 1 })
    expect(await server.query(`SELECT 1 FROM shop_goods_classify WHERE name = '=Later''s'`)).toHaveLength(1)
    expect((await owner.post('/admin/dataio.Import/retry', { id: again?.id })).body.code).toBe(1)
  })
})

describe('the lists that take files', () => {
  test('are those of the catalogue, for who may write them', async () => {
    const choices = async (who: Client) =>
      (
        await who.get<{ list: { value: string }[] }>('/admin/dataio.Import/options', {
          field: 'target',
          limit: 100,
        })
      ).body.data.list.map(({ value }) => value)
    expect((await choices(owner)).sort()).toEqual([
      'points/goods',
      'shop/coupon/receive',
      'shop/delivery/company',
      'shop/goods/classify',
      'shop/goods/goods',
      'shop/goods/paramsTemplate',
      'shop/order/parcel',
      'shop/team/chengji',
      'shop/user/contestant',
      'user/user',
    ])
    expect(await choices(await person(server, [...nodes, 'dataio/import/index']))).toEqual(['shop/delivery/company'])
  })

  test('parameters of goods are names and values in one cell', async () => {
    const file = csv(['Name', 'params'], ['Shirts', 'Colour=red; Size：L；Cut='], ['Odd', '=x'])
    const judged = await checked(owner, server, 'shop.goods.ParamsTemplate', file)
    expect(judged.faults.map(({ line, field }) => [line, field])).toEqual([[3, 'params']])
    await ran(owner, judged.id)
    const [row] = await server.query(`SELECT params FROM shop_goods_params_template WHERE name = 'Shirts'`)
    expect(row).toEqual({
      params: [
        { key: 'Colour', value: 'red' },
        { key: 'Size', value: 'L' },
        { key: 'Cut', value: '' },
      ],
    })
  })

  test('coupons are given by the lines of a file, as many as are left, and none to who is disabled', async () => {
    const [coupon] = await server.query<{ id: number; received: number }>(
      `UPDATE shop_coupon SET remaining = 2, total = received + 2 WHERE id = (SELECT min(id) FROM shop_coupon WHERE status = 1 AND valid_type = 2)
       RETURNING id, received`,
    )
    const people = await server.query<{ id: number }>(
      `SELECT id FROM "user" WHERE status = 'enable' AND delete_time IS NULL ORDER BY id LIMIT 3`,
    )
    const [off] = await server.query<{ id: number }>(
      `SELECT id FROM "user" WHERE status = 'disable' AND delete_time IS NULL LIMIT 1`,
    )
    expect(off, 'the demo shop has one').toBeDefined()
    const lines = [off, ...people].map((user) => [coupon?.id ?? 0, user?.id ?? 0])
    const judged = await checked(owner, server, 'shop.coupon.Receive', csv(['coupon_id', 'user_id'], ...lines))
    expect(judged).toMatchObject({ inserted: 2, failed: 2 })
    expect(judged.faults.map(({ line }) => line)).toEqual([2, 5])
    expect(await ran(owner, judged.id)).toMatchObject({ status: 5, inserted: 2 })
    const [after] = await server.query(`SELECT received, remaining FROM shop_coupon WHERE id = $1`, [coupon?.id])
    expect(after).toEqual({ received: (coupon?.received ?? 0) + 2, remaining: 0 })
    const receipts = await server.query(
      `SELECT r.user_id, r.source, r.status, l.action, l.actor FROM shop_coupon_receive r JOIN shop_coupon_log l ON l.receive_id = r.id
       WHERE r.coupon_id = $1 ORDER BY r.id DESC LIMIT 2`,
      [coupon?.id],
    )
    expect(receipts).toEqual(
      [people[1], people[0]].map((user) => ({ user_id: user?.id, source: 'send', status: 1, action: 'send', actor: 'admin' })),
    )
  })
})

describe('what is wrong with lines', () => {
  test('is said by line, field and value, as the form says it, and comes as a file to be mended', async () => {
    const file = csv(
      ['Name', 'Code', 'Website', 'status', 'Phone'],
      ['', 'bad_1', '', '', ''],
      ['Good', 'good_1', '', '', ''],
      ['Bad 2', 'no code!', '', '', ''],
      ['Bad 3', 'bad_3', 'javascript:alert(1)', '', ''],
      ['Bad 4', 'bad_4', '', 'perhaps', ''],
      ['Good', 'bad_5', '', '', ''],
      ['Bad 6', 'bad_6', '', '', `${'x'.repeat(20)}\n=1+1`],
    )
    const judged = await checked(owner, server, companies, file)
    expect(judged).toMatchObject({ status: 2, inserted: 1, failed: 6, report: true })
    expect(judged.faults.map(({ line, field, value }) => [line, field, value])).toEqual([
      [2, 'name', ''],
      [4, 'code', 'no code!'],
      [5, 'website', 'javascript:alert(1)'],
      [6, 'status', 'perhaps'],
      [7, 'name', 'Good'],
      [8, 'phone', `${'x'.repeat(20)}\n=1+1`],
    ])
    const form = await owner.post(`/admin/${companies}/add`, { name: '', code: 'bad_1' })
    expect(judged.faults[0]?.message).toBe((form.body.data as unknown as { errors: Record<string, string> }).errors.name)
    const ticket = await owner.post<{ url: string }>('/admin/dataio.Import/fetch', { id: judged.id })
    const answer = await fetch(server.url + ticket.body.data.url)
    const report = csvRecords(Buffer.from(await answer.arrayBuffer()))
    expect(report.map((row) => row.Code)).toEqual(['bad_1', 'no code!', 'bad_3', 'bad_4', 'bad_5', 'bad_6'])
    expect(report.at(-1)?.Phone).toBe(`${'x'.repeat(20)}\n'=1+1`) // guarded on its second line, and in one cell
    expect(report.every((row) => row.error_field !== '' && row.error_message !== '')).toBe(true)
    expect((await fetch(server.url + ticket.body.data.url)).status).toBe(404)
    expect(await ran(owner, judged.id)).toMatchObject({ status: 5, inserted: 1, failed: 6 })
  })

  test('the same key twice is refused, and a name that several rows have, and one that none has', async () => {
    const twice = await checked(owner, server, companies, csv(['Name', 'Code'], ['T1', 'twice'], ['T2', 'twice']), {
      mode: 'upsert',
      match: 'code',
    })
    expect(twice.faults).toEqual([
      { line: 3, field: 'code', title: 'Code', value: 'twice', message: 'Code: line 2 has the same value.' },
    ])
    const tops = await server.query<{ id: number }>('SELECT id FROM shop_goods_classify WHERE pid = 0 LIMIT 2')
    for (const { id } of tops)
      await server.query(
        `INSERT INTO shop_goods_classify (pid, name, status, create_time, update_time) VALUES ($1, 'Same name', 1, 1, 1)`,
        [id],
      )
    const named = await checked(
      owner,
      server,
      classes,
      csv(['Name', 'pid'], ['C1', 'Same name'], ['C2', 'Nobody'], ['C3', '99999999']),
    )
    expect(named.faults.map(({ line, field }) => [line, field])).toEqual([
      [2, 'pid'],
      [3, 'pid'],
      [4, 'pid'],
    ])
    expect(named.faults[0]?.message).toContain('several')
  })

  test('with "save nothing" no line is saved when one is faulty, even if it became so after the check', async () => {
    const file = csv(['Name', 'Code'], ['Whole 1', 'whole_1'], ['Whole 2', 'whole_2'])
    const judged = await checked(owner, server, companies, file, { on_error: 'stop' })
    await server.query(
      `INSERT INTO shop_delivery_company (name, code, status, create_time, update_time) VALUES ('W', 'whole_2', 1, 1, 1)`,
    )
    expect(await ran(owner, judged.id)).toMatchObject({ status: 6, error: expect.stringContaining('Line 3') })
    expect(await company('whole_1')).toBeUndefined()
    const faulty = await checked(owner, server, companies, csv(['Name', 'Code'], ['W3', 'whole_3'], ['', 'x']), {
      on_error: 'stop',
    })
    expect((await owner.post('/admin/dataio.Import/start', { id: faulty.id })).body.code).toBe(0)
    expect(await company('whole_3')).toBeUndefined()
  })
})

describe('what is refused at once', () => {
  const good = csv(['Name', 'Code'], ['a', 'b'])
  test.each([
    ['no file', '', 'rows.csv'],
    ['a strange suffix', good, 'rows.exe'],
    ['bytes that are no text', Buffer.from([0x41, 0, 0xff, 0xff]), 'rows.csv'],
    ['titles alone', 'Name,Code', 'rows.csv'],
    ['quotes that do not match', 'Name,Code\n"a,b\nc,d', 'rows.csv'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'rows.xlsx'],
    ['a broken workbook', Buffer.from('PK\u0003\u0004nothing'), 'rows.xlsx'],
    ['more columns than may be', `${'a,'.repeat(200)}\n${'b,'.repeat(200)}`, 'rows.csv'],
  ])('%s', async (_what, content, name) => {
    const before = readdirSync(join(dataDir, 'vault')).length
    const answer = await sendFile(owner, server, companies, content, { name })
    expect(answer.code).toBe(0)
    expect(answer.msg).not.toMatch(/^errors\.|^$/)
    expect(readdirSync(join(dataDir, 'vault')).length).toBe(before)
  })

  test('a file may be larger than what the site allows for public uploads, up to a limit of its own', async () => {
    const limit = async () => (await owner.get<ImportForm>(`/admin/${companies}/import`)).body.data.maxSize
    expect(await limit()).toBe(512 * 1024 * 1024)
    await server.query(`INSERT INTO config (name, value, create_time, update_time) VALUES ('upload_max_size', '1000', 0, 0)`)
    try {
      expect(await limit()).toBe(512 * 1024 * 1024)
      expect(await sendFile(owner, server, companies, `Name,Code\n${'x'.repeat(1000)},y`)).toMatchObject({ code: 1 })
    } finally {
      await server.query(`DELETE FROM config WHERE name = 'upload_max_size'`)
    }
  })

  test('a further file, where those of one’s imports take as much room as they may', async () => {
    const one = await person(server, nodes)
    const { data } = await sendFile(one, server, companies, good)
    const [row] = await server.query<{ file: string }>('SELECT file FROM dataio_import WHERE id = $1', [data.id])
    truncateSync(join(dataDir, 'vault', row?.file ?? ''), 4 * 1024 ** 3) // of holes
    expect(await sendFile(one, server, companies, good)).toMatchObject({ code: 0, msg: expect.stringContaining('4 GB') })
    expect((await sendFile(owner, server, companies, good)).code).toBe(1)
    expect((await owner.del('/admin/dataio.Import/del', { ids: [data.id] })).body.code).toBe(1)
  })

  test('what the columns cannot mean', async () => {
    const { data } = await sendFile(owner, server, companies, good)
    const body = { id: data.id, mapping: ['name', 'code'], mode: 'insert', match: '', on_error: 'skip' }
    for (const wrong of [
      { mapping: ['name', 'parcel_count'] },
      { mapping: ['name', 'name'] },
      { mapping: ['', ''] },
      { mapping: ['__proto__', 'code'] },
      { mapping: ['name', ''] },
      { mode: 'delete' },
      { mode: 'update', match: '' },
      { mode: 'update', match: 'phone' },
      { mode: 'update', match: 'id' },
      { on_error: 'perhaps' },
    ])
      expect((await owner.post('/admin/dataio.Import/check', { ...body, ...wrong })).body.code, JSON.stringify(wrong)).toBe(0)
    expect((await standing(owner, data.id)).status).toBe(0)
  })
})

describe('whose it is', () => {
  test('a list without import has no such address; without the right of the list there is none', async () => {
    const other = await person(server, ['shop/delivery/company/index', 'shop/delivery/company/add'])
    expect((await sendFile(other, server, companies, 'Name\nx')).code).toBe(401)
    expect((await other.get(`/admin/${companies}/import`)).body.code).toBe(401)
    expect((await owner.get('/admin/auth.Rule/import')).status).toBe(404)
  })

  test('who may not edit changes nothing; nobody touches the import of another', async () => {
    const adder = await person(
      server,
      nodes.filter((node) => !node.endsWith('/edit')),
    )
    expect((await adder.get<ImportForm>(`/admin/${companies}/import`)).body.data.modes).toEqual(['insert'])
    await expect(
      checked(adder, server, companies, csv(['Code', 'Phone'], ['gamma', '666']), { mode: 'update', match: 'code' }),
    ).rejects.toThrow('rights')
    const judged = await checked(adder, server, companies, csv(['Name', 'Code'], ['Own', 'own_1']))
    for (const answer of [
      await owner.get('/admin/dataio.Import/mine', { id: judged.id }),
      await owner.post('/admin/dataio.Import/start', { id: judged.id }),
      await owner.post('/admin/dataio.Import/run', { id: judged.id }),
      await owner.post('/admin/dataio.Import/stop', { id: judged.id }),
    ])
      expect(answer.body.code).toBe(0)
    expect((await adder.post('/admin/dataio.Import/stop', { id: judged.id })).body.code).toBe(1)
    // Checked it was whole; done was nothing.
    expect((await adder.get('/admin/dataio.Import/mine', { id: judged.id })).body.data).toMatchObject({
      status: 7,
      progress: 0,
      inserted: 0,
    })
    expect(await company('own_1')).toBeUndefined()
  })

  test('a list imports one file at a time and names the other, no matter who sent it', async () => {
    const one = await person(server, nodes)
    const first = await checked(one, server, companies, csv(['Name', 'Code'], ['Slow', 'slow_1']), { name: 'slow.csv' })
    const second = await checked(owner, server, companies, csv(['Name', 'Code'], ['Quick', 'quick_1']))
    await server.query(
      `INSERT INTO job (kind, ref_id, lease, lease_time, attempts, create_time, update_time)
       VALUES ('import', $1, 'held', 99999999999, 1, 0, 0)`,
      [first.id],
    )
    expect((await one.post('/admin/dataio.Import/start', { id: first.id })).body.code).toBe(1)
    for (const action of ['start', 'run'])
      expect((await owner.post(`/admin/dataio.Import/${action}`, { id: second.id })).body).toMatchObject({
        code: 0,
        msg: expect.stringMatching(`“slow.csv” by ${one.username}`),
      })
    expect(await standing(owner, second.id)).toMatchObject({ status: 2, inserted: 1 })
    const elsewhere = await checked(owner, server, classes, csv(['Name', 'Code'], ['Elsewhere', '']))
    expect(await ran(owner, elsewhere.id)).toMatchObject({ status: 4 })
    expect((await one.post('/admin/dataio.Import/stop', { id: first.id })).body.code).toBe(1)
    expect(await ran(owner, second.id)).toMatchObject({ status: 4, inserted: 1 })
  })

  test('a right that is taken away between the check and the run ends it', async () => {
    const one = await person(server, nodes)
    const judged = await checked(one, server, companies, csv(['Name', 'Code'], ['Late', 'late_1']))
    const [held] = await server.query<{ id: number }>(
      `INSERT INTO job (kind, ref_id, lease, lease_time, attempts, create_time, update_time)
       VALUES ('import', $1, 'held', 99999999999, 1, 0, 0) RETURNING id`,
      [judged.id],
    )
    expect((await one.post('/admin/dataio.Import/start', { id: judged.id })).body.code).toBe(1)
    await server.query(
      `UPDATE admin_group SET rules = (SELECT array_agg(id::text) FROM admin_rule WHERE name IN ('shop/delivery/company/index', 'shop/delivery/company/import')) WHERE name = $1`,
      [one.username],
    )
    await server.query(`SELECT pg_notify('kontor_access', '*')`)
    await server.query('UPDATE job SET lease_time = 1 WHERE id = $1', [held?.id])
    expect(await ends(one, judged.id, 3)).toMatchObject({ status: 6, error: expect.stringContaining('rights') })
    expect(await company('late_1')).toBeUndefined()
  })
})

test('the screen shows imports, runs one that was checked, calls one off, and takes the files with its rows', async () => {
  const judged = await checked(owner, server, companies, csv(['Name', 'Code'], ['Screen', 'screen_1'], ['', 'x']))
  const list = await owner.get<{ list: Record<string, unknown>[] }>('/admin/dataio.Import/index')
  const [row = {}] = list.body.data.list
  expect(row).toMatchObject({ id: judged.id, status: '2', target_text: 'Delivery companies', failed: 1 })
  for (const name of ['file', 'error_file', 'ticket', 'faults']) expect(Object.keys(row)).not.toContain(name)
  expect((await owner.post('/admin/dataio.Import/run', { id: judged.id })).body.code).toBe(1)
  expect(await ends(owner, judged.id, 3)).toMatchObject({ status: 5, inserted: 1 })
  const { data } = await sendFile(owner, server, companies, csv(['Name', 'Code'], ['Off', 'off_1']))
  expect((await owner.post('/admin/dataio.Import/cancel', { id: data.id })).body.code).toBe(1)
  expect(await standing(owner, data.id)).toMatchObject({ status: 7 })
  const files = () => readdirSync(join(dataDir, 'vault')).length
  const before = files()
  expect((await owner.del('/admin/dataio.Import/del', { ids: [judged.id] })).body.code).toBe(1)
  await expect.poll(files).toBe(before - 2)
  const kept = files()
  const database = openDatabase(server.databaseUrl)
  await purgePrivateFiles(database, createPrivateFiles(dataDir), Date.now() + 24 * 3_600_000)
  const named = await server.query<{ n: number }>(
    `SELECT (SELECT count(*) FROM dataio_import WHERE file <> '')::int + (SELECT count(*) FROM dataio_import WHERE error_file <> '')::int
       + (SELECT count(*) FROM dataio_export WHERE file <> '')::int AS n`,
  )
  expect(files()).toBe(named[0]?.n)
  expect(files()).toBe(kept)
  await server.query('UPDATE dataio_import SET expire_time = 1 WHERE id = $1', [data.id])
  await purgePrivateFiles(database, createPrivateFiles(dataDir))
  expect(files()).toBe(kept - 1)
  await database.close()
})
