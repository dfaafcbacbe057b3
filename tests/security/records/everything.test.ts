import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryAnswer } from '../../../src/schemas/api/history.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Client } from '../../harness/client.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'
import { productSchema } from '../../harness/schemas.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

const { pages } = await productSchema()
const lists = [...pages.values()].filter((page) => page.kind === 'crud' && page.area === 'admin' && page.entity.history)
const tables = new Map(lists.filter(({ actions }) => actions.delete).map((page) => [page.entity.table, page]))

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 300_000)
afterAll(() => server?.close())

/** Tables that say what was done, and what lives beside the records. */
const besides = /_log$|^(audit|record_change|idempotency|site_visit|admin_session|shop_notify.*|job)$/

/** One text for each table with its rows, but for times and secrets. */
async function everything(): Promise<Record<string, string>> {
  const names = (
    await server.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public' order by 1")
  ).flatMap(({ name }) => (besides.test(name) ? [] : [name]))
  const parts = names.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(row, '|' order by row), '')) as hash from (select (to_jsonb(t) - '{update_time,password}'::text[])::text as row from "${name}" t) r`,
  )
  const rows = await server.query<{ name: string; hash: string }>(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

const keysOf = async ({ entity }: Page, most: number) =>
  (
    await server.query<{ key: string }>(
      `select ${entity.key}::text as key from "${entity.table}" ${entity.softDelete ? 'where delete_time is null' : ''} order by ${entity.key} desc limit ${most}`,
    )
  ).map(({ key }) => key)

const isOwnRule = async (key: string) =>
  (await server.query('select 1 from security_data_recycle where id = $1 and data_table = $2', [key, 'security_data_recycle']))
    .length > 0

const address = (page: Page, call: string) => `/admin/${page.controller}/${call}`

/** Erasing a member takes the personal data away for good. */
const erased = ['user']
/** In the demo something uses each of these; recycleBin.test.ts deletes new ones. */
const kept: readonly string[] = [
  'shop_delivery_template',
  'shop_goods_classify',
  'shop_goods_service',
  'shop_user_level',
  'sms_variable',
  'user_group',
]

describe('whatever is deleted comes back as it was', () => {
  test.each(
    sampleOf(
      'deletions taken back',
      [...tables.keys()].filter((table) => !erased.includes(table)),
      everyNth(4),
    ),
  )('%s', async (table) => {
    const page = tables.get(table)
    if (!page) throw new Error(table)
    if (!page.entity.softDelete)
      await server.query(
        `insert into security_data_recycle (name, screen, data_table, connection, primary_key, keep_days, status, create_time, update_time)
         values ($1, $2, $1, 'main', 'id', 90, 1, 0, 0) on conflict do nothing`,
        [table, page.id],
      )
    for (const key of await keysOf(page, 30)) {
      if (table === 'security_data_recycle' && (await isOwnRule(key))) continue
      const before = await everything()
      if ((await owner.del(address(page, 'del'), { ids: [key] })).body.code !== 1) continue
      expect((await everything())[table]).not.toBe(before[table])
      if (page.entity.softDelete) {
        expect((await owner.post(address(page, 'restore'), { ids: [key] })).body).toMatchObject({ code: 1 })
      } else {
        const [entry] = await server.query<{ id: number }>(
          'select id from security_data_recycle_log where data_table = $1 and row_key = $2 order by id desc limit 1',
          [table, key],
        )
        const restored = await owner.post('/admin/security.DataRecycleLog/restore', { ids: [entry?.id] })
        expect(restored.body, restored.text).toMatchObject({ code: 1 })
      }
      expect(await everything()).toEqual(before)
      expect(kept).not.toContain(table)
      return
    }
    expect(kept).toContain(table)
  })
})

/** Of these the demo has none whose text may be changed alone. */
const unchanged: readonly string[] = []

describe('whatever is changed in a form is taken back by the history', () => {
  const editable = lists.flatMap((page) => {
    const text = Object.values(page.fields).find(
      (field) =>
        ['string', 'textarea'].includes(field.kind) &&
        !field.readOnly &&
        !field.unique &&
        !field.virtual &&
        !field.secret &&
        !field.mask &&
        !field.node &&
        !field.pattern &&
        page.entity.fields[field.name] !== undefined,
    )
    return page.actions.edit && text ? [[page.id, text.name] as const] : []
  })

  test.each(sampleOf('changes taken back', editable, everyNth(4)))('%s: %s', async (id, name) => {
    const page = pages.get(id)
    if (!page) throw new Error(id)
    for (const key of await keysOf(page, 10)) {
      const { row } = (await owner.get<{ row: Record<string, unknown> }>(address(page, 'edit'), { id: key })).body.data ?? {}
      if (!row || typeof row[name] !== 'string') continue
      const before = await everything()
      const value = row[name] === 'Changed' ? 'Changed again' : 'Changed'
      if ((await owner.post(address(page, 'edit'), { id: key, [name]: value })).body.code !== 1) continue
      const { list } = (await owner.get<HistoryAnswer>(address(page, 'history'), { id: key })).body.data
      const field = list[0]?.fields.find((each) => each.name === name)
      expect(field).toMatchObject({ after: value, restorable: true })
      const back = await owner.post(address(page, 'restoreVersion'), { id: key, change: list[0]?.id, fields: [name] })
      expect(back.body, back.text).toMatchObject({ code: 1 })
      expect(await everything()).toEqual(before)
      expect(unchanged).not.toContain(id)
      return
    }
    expect(unchanged).toContain(id)
  })
})
