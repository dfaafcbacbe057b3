import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase } from '../../server/core/db/connect.ts'
import { purgePrivateFiles } from '../../server/modules/dataio/purge.ts'
import { createPrivateFiles } from '../../server/modules/files/privateFiles.ts'
import { exportColumns, exportRows, exportScopes, exportsAtOnce } from '../../src/schemas/api/exporting.ts'
import { formatDateTime } from '../../src/schemas/kinds/clock.ts'
import type { Client } from '../harness/client.ts'
import { everyNth, sampleOf } from '../harness/sampling.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { person } from '../security/people.ts'
import { ask, csvRecords, csvRows, exported, fetchFile, reaches, sheetCells, standing, unzipped } from './files.ts'

let server: TestServer
let owner: Client
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-export-'))
  server = await startTestServer({ database: 'demo', settings: { dataDir } })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await server?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Makes the job of the next export one that a node took which is not heard of any more. Gives the id the export will have. */
async function heldNext(): Promise<number> {
  const [row] = await server.query<{ id: number }>(
    `WITH next AS (SELECT coalesce(max(id), 0) + 1 AS id FROM dataio_export), set AS (
       SELECT setval(pg_get_serial_sequence('dataio_export', 'id'), next.id, false) FROM next)
     INSERT INTO job (kind, ref_id, lease, lease_time, attempts, create_time, update_time)
     SELECT 'export', next.id, 'held', 99999999999, 1, 0, 0 FROM next, set RETURNING ref_id AS id`,
  )
  return row?.id ?? 0
}

/** The node that held it has been silent for longer than its lease. */
const leaseEnds = (id: number) => server.query(`UPDATE job SET lease_time = 1 WHERE kind = 'export' AND ref_id = $1`, [id])

const statusTwo = { search: [{ field: 'status', operator: 'IN', val: ['2'] }] }

describe('a file of a list', () => {
  test('holds what the list shows, in its order, with the words of the person', async () => {
    const query = { ...statusTwo, order: 'pay_amount,asc' }
    const columns = ['order_no', 'status', 'pay_amount', 'user.nickname', 'create_time']
    const list = await owner.get<{ list: Record<string, unknown>[]; total: number }>('/admin/shop.order.Order/index', {
      ...query,
      limit: 200,
    })
    const records = csvRecords(await exported(owner, server, 'shop.order.Order', { query, columns, zone: 'UTC' }))
    expect(records.length).toBe(list.body.data.total)
    expect(records.map((row) => row['Order number'])).toEqual(list.body.data.list.map((row) => row.order_no))
    expect(records.map((row) => row['Order total'])).toEqual(list.body.data.list.map((row) => row.pay_amount))
    expect(new Set(records.map((row) => row.Status))).toEqual(new Set(['To ship']))
    const first = list.body.data.list[0] as { create_time: number }
    const [head = []] = csvRows(await exported(owner, server, 'shop.order.Order', { query, columns, zone: 'UTC' }))
    expect(head.at(-1)).toMatch(/\(UTC\)$/)
    expect(Object.values(records[0] ?? {}).at(-1)).toBe(
      new Date(first.create_time * 1000).toISOString().slice(0, 19).replace('T', ' '),
    )
    const chinese = csvRecords(
      await exported(owner.with({ token: owner.token ?? '', lang: 'zh-cn' }), server, 'shop.order.Order', { query, columns }),
    )
    expect(new Set(chinese.map((row) => row.状态))).toEqual(new Set(['待发货']))
  })

  test('is UTF-8 with a byte order mark, and named for people', async () => {
    const id = await ask(owner, 'user.User', { name: '会员 "A/B"', columns: ['id', 'nickname'] })
    await reaches(owner, id, 2)
    const answer = await fetchFile(owner, server, id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('会员 _A_B_.csv')}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const file = Buffer.from(await answer.arrayBuffer())
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(file.toString()).toContain('\r\n')
  })

  test('as a workbook holds the same, with numbers that can be reckoned with', async () => {
    const columns = ['id', 'username', 'money', 'status']
    const lines = csvRows(await exported(owner, server, 'user.User', { columns }))
    const parts = await unzipped(await exported(owner, server, 'user.User', { columns, format: 'xlsx' }))
    const sheet = sheetCells(parts.get('xl/worksheets/sheet1.xml') ?? '')
    expect(sheet.map((row) => row.map(String))).toEqual(
      lines.map((row, i) => row.map((text, j) => (i > 0 && j === 2 ? String(Number(text)) : text))),
    )
    expect(typeof sheet[1]?.[0]).toBe('number')
    expect(typeof sheet[1]?.[2]).toBe('number')
    expect([...parts.keys()]).toContain('xl/workbook.xml')
  })

  test('as JSON is an array of the same rows by the names of the columns, and of none where there are none', async () => {
    const columns = ['id', 'username', 'mobile', 'money', 'status', 'create_time']
    const body = { columns, query: { order: 'id,asc' } }
    const lines = csvRows(await exported(owner, server, 'user.User', body)).slice(1)
    const text = (await exported(owner, server, 'user.User', { ...body, format: 'json' })).toString()
    const rows = JSON.parse(text) as Record<string, string | number>[]
    expect(rows.map((row) => Object.keys(row))).toEqual(lines.map(() => columns))
    expect(rows.map(({ money, ...row }) => Object.values({ ...row, money }).map(String))).toEqual(
      lines.map(([id, username, mobile, money, ...rest]) => [id, username, mobile, ...rest, String(Number(money))]),
    )
    expect(rows.some(({ mobile }) => /^1\d{2}\*{4}\d{4}$/.test(String(mobile)))).toBe(true)
    expect(text).toMatch(/"money":\d+\.\d\d[,}]/) // money keeps its two places
    const none = await exported(owner, server, 'user.User', { ...body, format: 'json', query: { quickSearch: 'nobody at all' } })
    expect(none.toString()).toBe('[]\n')
  })

  test('begins no formula', async () => {
    const payloads = [
      'two\n=lines',
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '＝1',
      '＋1',
      ' =1',
      '"=1',
      "'=1",
      '=cmd|/C calc!A0',
      '@x',
      '<a>&',
    ]
    const [group] = await server.query<{ id: number }>('SELECT id FROM user_group LIMIT 1')
    for (const [i, payload] of payloads.entries())
      await server.query(
        `INSERT INTO "user" (username, nickname, group_id, password, money, create_time, update_time) VALUES ($1, $2, $3, '', 0, 1, 1)`,
        [`formula${i}`, payload, group?.id],
      )
    const body = { query: { quickSearch: 'formula', order: 'id,asc' }, columns: ['username', 'nickname'] }
    const names = csvRecords(await exported(owner, server, 'user.User', body)).map((row) => Object.values(row)[1] ?? '')
    expect(names).toEqual(
      payloads.map((text) => (/^[<t]/.test(text) ? text.replace('\n', "\n'") : `'${text.replace(/^\r/, "\r'")}`)),
    )
    const parts = await unzipped(await exported(owner, server, 'user.User', { ...body, format: 'xlsx' }))
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
    expect(xml).not.toContain('<f>')
    expect(
      sheetCells(xml)
        .slice(1)
        .map((row) => row[1]),
    ).toEqual(payloads.map((text) => text.replaceAll('\r', '_x000D_')))
    const read = JSON.parse((await exported(owner, server, 'user.User', { ...body, format: 'json' })).toString()) as object[]
    expect(read.map((row) => Object.values(row)[1])).toEqual(payloads) // nothing that reads JSON reckons with it
    expect(
      csvRows(
        await exported(owner, server, 'user.MoneyLog', {
          columns: ['money'],
          query: { search: [{ field: 'money', operator: 'lt', val: '0' }] },
        }),
      )[1]?.[0],
    ).toMatch(/^-\d/)
  })
})

describe('the form of the page over all exports', () => {
  const add = (who: Client, body: object) =>
    who.post<{ id: number }>('/admin/dataio.Export/add', { name: '', format: 'json', mask_sensitive: 1, columns: [], ...body })
  const choices = async (who: Client, field: string, more: object = {}) =>
    (
      await who.get<{ list: { value: string; label: string; preselected?: boolean }[] }>('/admin/dataio.Export/options', {
        action: 'add',
        field,
        limit: 200,
        ...more,
      })
    ).body.data.list
  const nodes = ['user/user/index', 'user/user/export', 'user/moneyLog/export', 'dataio/export/index', 'dataio/export/add']

  test('offers the lists one may export, and the columns of the chosen one, of which those in sight are preselected', async () => {
    const who = await person(server, nodes)
    expect((await choices(who, 'target')).map(({ value }) => value)).toEqual(['user/user']) // a list that one cannot open is none
    const columns = await choices(who, 'columns', { target: 'user/user' })
    const preselected = columns.filter((column) => column.preselected).map(({ value }) => value)
    expect(preselected).toContain('username')
    expect(preselected).not.toContain('update_time')
    expect(columns.map(({ value }) => value)).toContain('update_time')
    expect(await choices(who, 'columns', { target: 'user/moneyLog' })).toEqual([])
    expect((await add(who, { target: 'user/user' })).body.code).toBe(1)
    const [made] = await server.query<{ id: number; name: string; columns: string[] }>(
      'SELECT id, name, columns FROM dataio_export WHERE admin_id = $1',
      [who.id],
    )
    expect(made?.name).toMatch(/^Members \d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(made?.columns).toEqual(preselected)
    await reaches(who, made?.id ?? 0, 2)
    const file = await (await fetchFile(who, server, made?.id ?? 0)).json()
    const [{ n } = { n: 0 }] = await server.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM "user" WHERE delete_time IS NULL',
    )
    expect(file).toHaveLength(n)
  })

  test.each([
    ['a list that one may not export', { target: 'user/moneyLog' }, 'target'],
    ['a screen without a list to export', { target: 'auth/rule' }, 'target'],
    ['a column of another list', { target: 'user/user', columns: ['username', 'order_no'] }, 'columns'],
    ['a strange format', { target: 'user/user', format: 'exe' }, 'format'],
    ['whole mobile numbers without the right', { target: 'user/user', mask_sensitive: 0 }, 'mask_sensitive'],
  ])('refuses %s beside the field', async (_what, body, field) => {
    const who = await person(server, nodes)
    const answer = await add(who, body)
    expect(answer.body).toMatchObject({ code: 0, data: { errors: { [field]: expect.any(String) } } })
    expect(await server.query('SELECT 1 FROM dataio_export WHERE admin_id = $1', [who.id])).toEqual([])
  })

  test('contains full mobile numbers for those who may see them, and runs at most two files at once', async () => {
    const who = await person(server, [...nodes, 'dataio/export/plain'])
    const first = await heldNext()
    expect((await add(who, { target: 'user/user', mask_sensitive: 0, columns: ['mobile'] })).body.code).toBe(1)
    const held = await heldNext()
    expect((await add(who, { target: 'user/user' })).body.code).toBe(1)
    expect((await add(who, { target: 'user/user' })).body).toMatchObject({ code: 0, msg: expect.stringContaining('2') })
    await leaseEnds(first)
    await reaches(who, first, 2)
    const rows = (await (await fetchFile(who, server, first)).json()) as { mobile: string }[]
    expect(rows.some(({ mobile }) => /^1\d{10}$/.test(mobile))).toBe(true)
    expect((await who.post('/admin/dataio.Export/stop', { id: held })).body.code).toBe(1)
  })

  test.each(['en', 'zh-cn'] as const)('says in %s how many rows and how many files there may be', async (lang) => {
    const schema = await productSchema()
    const help = schema.words.text(lang, 'dataio/export', 'fields.target.help')
    expect(help).toContain(exportRows.toLocaleString('en-US'))
    expect(help).toContain(String(exportsAtOnce))
  })
})

test('every list that offers it exports what it shows: filtered, in its order, with the visible columns', async () => {
  const schema = await productSchema()
  const pages = [...schema.pages.values()].filter(({ actions, area }) => actions.export && area === 'admin')
  expect(pages.length).toBeGreaterThan(20)
  for (const page of sampleOf('lists that are exported', pages, everyNth(6))) {
    const key = page.entity.key ?? 'id'
    const sorted = page.table.columns.find(({ sortable, field }) => sortable && field !== key && !field.includes('.'))
    const order = sorted ? { order: `${sorted.field},asc` } : {}
    const list = async (query: object) =>
      (
        await owner.get<{ list: Record<string, unknown>[]; total: number }>(`/admin/${page.controller}/index`, {
          ...query,
          limit: 200,
        })
      ).body.data
    const all = await list(order)
    // The rows up to the time of the middle one, where the list can be narrowed to that.
    const middle = all.list.map(({ create_time }) => Number(create_time)).sort((a, b) => a - b)[Math.floor(all.list.length / 2)]
    const isSearched = page.table.search.some(({ field }) => field === 'create_time')
    const until = formatDateTime(middle ?? 0)
    const search = isSearched && middle ? [{ field: 'create_time', operator: 'RANGE', val: `,${until}` }] : []
    const query = { ...order, search }
    // Until that second is over, what is asked for here may still be logged in it.
    if (middle) await expect.poll(() => Date.now() / 1000).toBeGreaterThan(middle + 1)
    const shown = await list(query)
    const columns = exportColumns(page).filter(({ of }) => !of.hidden)
    const names = [...new Set([key, ...columns.map(({ name }) => name)])].filter((name) =>
      exportColumns(page).some((column) => column.name === name),
    )
    const lines = csvRows(await exported(owner, server, page.controller, { query, columns: names, scope: exportScopes(page)[0] }))
    expect(lines.length - 1, page.id).toBe(shown.total)
    expect(lines[0]?.length, page.id).toBe(names.length)
    const at = exportColumns(page)
      .filter(({ name }) => names.includes(name))
      .findIndex(({ name }) => name === key)
    if (at >= 0)
      expect(
        lines.slice(1, 201).map((line) => line[at]),
        page.id,
      ).toEqual(shown.list.map((row) => String(row[key])))
  }
}, 180_000)

describe('what may be asked for', () => {
  test.each([
    ['a secret column', { columns: ['password'] }],
    ['a column that the list does not have', { columns: ['no_such_column'] }],
    ['no column', { columns: [] }],
    ['a strange format', { format: 'exe' }],
    ['a search by a secret field', { query: { search: [{ field: 'password', operator: 'LIKE', val: 'a' }] } }],
    ['an order by a secret field', { query: { order: 'password,asc' } }],
    ['a zone that is none', { zone: 'Mars/Olympus' }],
    ['a long name', { name: 'x'.repeat(101) }],
  ])('%s is refused at once', async (_what, body) => {
    const answer = await owner.post('/admin/user.User/export', { format: 'csv', ...body })
    expect(answer.body.code).toBe(0)
    expect(answer.body.msg).not.toBe('')
  })

  test('a list that offers no export has no such address', async () => {
    expect((await owner.post('/admin/auth.Rule/export', { format: 'csv' })).status).toBe(404)
  })

  test('only with the right of the list; and only what one may see of it', async () => {
    const without = await person(server, ['user/user/index'])
    expect((await without.post('/admin/user.User/export', { format: 'csv' })).body.code).toBe(401)
    const holder = await person(server, ['user/user/index', 'user/user/export'])
    expect(csvRows(await exported(holder, server, 'user.User', { columns: ['id'] })).length).toBeGreaterThan(1)
  })

  test('two at once for one person; a third when one of them is called off', async () => {
    const holder = await person(server, ['user/user/index', 'user/user/export'])
    const first = await heldNext()
    expect(await ask(holder, 'user.User', {})).toBe(first)
    const second = await heldNext()
    expect(await ask(holder, 'user.User', {})).toBe(second)
    const third = await holder.post('/admin/user.User/export', { format: 'csv' })
    expect(third.body).toMatchObject({ code: 0, msg: expect.stringContaining('2') })
    expect((await holder.post('/admin/dataio.Export/stop', { id: first })).body.code).toBe(1)
    expect(await standing(holder, first)).toMatchObject({ status: 4 })
    await reaches(holder, await ask(holder, 'user.User', {}), 2)
    await holder.post('/admin/dataio.Export/stop', { id: second })
  })
})

describe('whose it is', () => {
  test('nobody else asks for it, stops it or fetches it; a file is fetched once per ticket', async () => {
    const one = await person(server, ['user/user/index', 'user/user/export', 'dataio/export/index', 'dataio/export/add'])
    const id = await ask(one, 'user.User', { columns: ['id'] })
    await reaches(one, id, 2)
    const other = await person(server, ['user/user/index', 'user/user/export', 'dataio/export/index', 'dataio/export/add'])
    for (const answer of [
      await other.get('/admin/dataio.Export/mine', { id }),
      await other.post('/admin/dataio.Export/stop', { id }),
      await other.post('/admin/dataio.Export/fetch', { id }),
      await other.post('/admin/dataio.Export/download', { id }),
      await owner.post('/admin/dataio.Export/download', { id }),
    ])
      expect(answer.body.code).toBe(0)
    const list = await other.get<{ list: unknown[] }>('/admin/dataio.Export/index')
    expect(list.body.data.list).toEqual([])
    const ticket = await one.post<{ url: string }>('/admin/dataio.Export/download', { id })
    expect((await fetch(server.url + ticket.body.data.url)).status).toBe(200)
    expect((await fetch(server.url + ticket.body.data.url)).status).toBe(404)
    expect((await fetch(`${server.url}/admin/dataio.Export/file?ticket=${id}.${'a'.repeat(32)}`)).status).toBe(404)
    const row = (await one.get<{ list: Record<string, unknown>[] }>('/admin/dataio.Export/index')).body.data.list[0] ?? {}
    expect(row).toMatchObject({ id, status: '2', target: 'user/user', target_text: 'Members', progress: 100 })
    expect(Object.keys(row)).not.toContain('file')
    expect(Object.keys(row)).not.toContain('ticket')
  })

  test('who loses the right gets neither the file of a waiting export nor that of a finished one', async () => {
    const holder = await person(server, ['user/user/index', 'user/user/export'])
    const done = await ask(holder, 'user.User', { columns: ['id'] })
    await reaches(holder, done, 2)
    const waiting = await heldNext()
    expect(await ask(holder, 'user.User', { columns: ['id'] })).toBe(waiting)
    await server.query(
      `UPDATE admin_group SET rules = (SELECT array_agg(id::text) FROM admin_rule WHERE name = 'user/user/index')
       WHERE name = $1`,
      [holder.username],
    )
    await server.query(`SELECT pg_notify('kontor_access', '*')`)
    await leaseEnds(waiting)
    expect(await reaches(holder, waiting, 3)).toMatchObject({
      error: 'You do not have the right to export this list.',
    })
    await expect.poll(async () => (await holder.post('/admin/dataio.Export/fetch', { id: done })).body.code).toBe(0)
  })

  test('rows out of the person’s reach are not in it, as they stand when it is written', async () => {
    const one = await person(server, ['routine/attachment/index'])
    expect((await one.post('/admin/routine.Attachment/export', {})).status).toBe(404)
    const worker = await person(server, ['dataio/export/index', 'user/user/index', 'user/user/export'])
    const held = await heldNext()
    expect(await ask(worker, 'user.User', { columns: ['username'], query: { quickSearch: 'gone' } })).toBe(held)
    const [group] = await server.query<{ id: number }>('SELECT id FROM user_group LIMIT 1')
    await server.query(
      `INSERT INTO "user" (username, nickname, group_id, password, create_time, update_time, delete_time)
       VALUES ('gone1', 'x', $1, '', 1, 1, 1), ('gone2', 'x', $1, '', 1, 1, NULL)`,
      [group?.id],
    )
    await leaseEnds(held)
    await reaches(worker, held, 2)
    const file = Buffer.from(await (await fetchFile(worker, server, held)).arrayBuffer())
    expect(csvRows(file).slice(1)).toEqual([['gone2']])
  })
})

test('the live feed tells the owner, and nobody else, how far it is', async () => {
  const nodes = ['user/user/index', 'user/user/export', 'shop/notify/notify/index']
  const [one, other] = [await person(server, nodes), await person(server, nodes)]
  const heard = async (token: string) => {
    const messages: { type: string; data: Record<string, unknown> }[] = []
    const socket = new WebSocket(server.feedUrl, { origin: server.url })
    socket.on('message', (data) => messages.push(JSON.parse(data.toString())))
    await new Promise((open) => socket.on('open', open))
    socket.send(JSON.stringify({ pathInfo: 'shop/worker.notify/bind', ba_token: token }))
    await expect.poll(() => messages[0]?.type).toBe('bind')
    return { socket, works: () => messages.filter(({ type }) => type === 'work').map(({ data }) => data) }
  }
  const [mine, theirs] = [await heard(one.token), await heard(other.token)]
  const id = await ask(one, 'user.User', { columns: ['id'] })
  await expect.poll(() => mine.works().at(-1)).toMatchObject({ kind: 'export', id, status: 2, progress: 100 })
  expect(mine.works().map(({ status }) => status)).toEqual(expect.arrayContaining([1, 2]))
  expect(theirs.works()).toEqual([])
  mine.socket.terminate()
  theirs.socket.terminate()
})

describe('how it ends', () => {
  test('a job that took its nodes down three times is given up', async () => {
    const held = await heldNext()
    expect(await ask(owner, 'user.User', { columns: ['id'] })).toBe(held)
    await server.query('UPDATE job SET attempts = 3, lease_time = 1 WHERE ref_id = $1', [held])
    expect(await reaches(owner, held, 3)).toMatchObject({ error: 'Failed after 3 attempts.' })
    expect((await owner.post('/admin/dataio.Export/rerun', { id: held })).body.code).toBe(1)
    await reaches(owner, held, 2)
  })

  test('one that is called off while it runs stops, and leaves nothing on the disk', async () => {
    const [member] = await server.query<{ id: number }>('SELECT id FROM "user" LIMIT 1')
    await server.query(
      `INSERT INTO user_money_log (user_id, money, before, after, source, memo, create_time, update_time)
       SELECT $1, n, 0, n, 'manual', 'cancelled in the middle', 1, 1 FROM generate_series(1, 40000) n`,
      [member?.id],
    )
    const before = readdirSync(join(dataDir, 'vault')).length
    const id = await ask(owner, 'user.MoneyLog', {
      format: 'xlsx',
      query: { search: [{ field: 'memo', operator: 'LIKE', val: 'cancelled in the middle' }] },
    })
    await reaches(owner, id, 1)
    expect((await owner.post('/admin/dataio.Export/cancel', { id })).body.code).toBe(1)
    await expect.poll(() => readdirSync(join(dataDir, 'vault')).length, { timeout: 30_000 }).toBe(before)
    expect(await standing(owner, id)).toMatchObject({ status: 4 })
    expect(await server.query('SELECT 1 FROM job WHERE ref_id = $1', [id])).toEqual([])
    await server.query(`DELETE FROM user_money_log WHERE memo = 'cancelled in the middle'`)
  })

  test('one requested again while the previous run still writes does not see the progress of that run', async () => {
    const pool = new Pool({ connectionString: server.databaseUrl, max: 1 })
    const locker = await pool.connect()
    let id = 0
    try {
      await locker.query('BEGIN; LOCK TABLE points_goods IN ACCESS EXCLUSIVE MODE')
      id = await ask(owner, 'points.Goods', { columns: ['id'] })
      await reaches(owner, id, 1) // it waits for the table
      expect((await owner.post('/admin/dataio.Export/cancel', { id })).body.code).toBe(1)
      await server.query(
        `INSERT INTO job (kind, ref_id, lease, lease_time, attempts, create_time, update_time) VALUES ('export', $1, 'held', 99999999999, 1, 0, 0)`,
        [id],
      )
      expect((await owner.post('/admin/dataio.Export/rerun', { id })).body.code).toBe(1)
    } finally {
      await locker.query('ROLLBACK')
      locker.release()
      await pool.end()
    }
    const readers = () =>
      server.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%points_goods%'
        AND state <> 'idle' AND pid <> pg_backend_pid()`)
    await expect.poll(readers).toEqual([])
    expect(await server.query('SELECT status, total, progress FROM dataio_export WHERE id = $1', [id])).toEqual([
      { status: 0, total: 0, progress: 0 },
    ])
    await leaseEnds(id)
    expect((await reaches(owner, id, 2)).total).toBeGreaterThan(0)
  })

  test('its file goes with its row, and after seven days', async () => {
    const deleted = await ask(owner, 'user.User', { columns: ['id'] })
    await reaches(owner, deleted, 2)
    const count = () => readdirSync(join(dataDir, 'vault')).length
    const before = count()
    expect((await owner.del('/admin/dataio.Export/del', { ids: [deleted] })).body.code).toBe(1)
    await expect.poll(count).toBe(before - 1)
    const old = await ask(owner, 'user.User', { columns: ['id'] })
    await reaches(owner, old, 2)
    const [kept] = await server.query<{ days: number }>(
      'SELECT round((expire_time - create_time) / 86400.0)::int AS days FROM dataio_export WHERE id = $1',
      [old],
    )
    expect(kept?.days).toBe(7)
    await server.query('UPDATE dataio_export SET expire_time = 1 WHERE id = $1', [old])
    expect((await owner.post('/admin/dataio.Export/fetch', { id: old })).body.code).toBe(0)
    const database = openDatabase(server.databaseUrl)
    expect(await purgePrivateFiles(database, createPrivateFiles(dataDir))).toBe(1)
    // Nothing that a row still names goes, however old it is; what no row names does.
    await server.query(`UPDATE dataio_export SET file = '' WHERE id = (SELECT max(id) FROM dataio_export WHERE file <> '')`)
    expect(await purgePrivateFiles(database, createPrivateFiles(dataDir), Date.now() + 24 * 3_600_000)).toBe(1)
    await database.close()
    expect(await standing(owner, old)).toMatchObject({ status: 5 })
  })
})
