import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeTarget } from '../../modules/shop/contract/noticeTargets.ts'
import { feedNotices } from '../../modules/shop/server/notices/inbox.ts'
import { openDatabase } from '../../server/core/db/connect.ts'
import { type Lab, startLab } from './lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await startLab()
})
afterAll(() => lab.close())

let made = 0
async function item(more: Record<string, unknown> = {}): Promise<number> {
  const row = { name: `effect ${++made}`, status: 2, level: 2, price: 1250, paid: 0, create_time: 1, update_time: 1, ...more }
  const names = Object.keys(row)
  const [found] = await lab.query<{ id: number }>(
    `insert into lab_item (${names.join(', ')}) values (${names.map((_n, i) => `$${i + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return found?.id ?? 0
}
const history = (id: number) => lab.query('select * from lab_history where item_id = $1 order by id', [id])
const notices = (id: number) =>
  lab.query<{ id: number; username: string; message: string; message_en: string; message_data: Record<string, unknown> }>(
    `select n.*, a.username from shop_notify n join admin a on a.id = n.admin_id where message_type = 'action'
      and message_data->>'value' = $1 order by n.id`,
    [String(id)],
  )

test('an action leaves a row in another table: of the row as it was, of its form, of who did it and when', async () => {
  const id = await item()
  expect((await lab.owner.post('/admin/lab.Item/flag', { id, why: 'look', level: '3' })).body).toMatchObject({
    code: 1,
    data: null,
  })
  const [owner] = await lab.query<{ id: number; nickname: string }>("select id, nickname from admin where username = 'admin'")
  const [now] = await lab.query<{ note: string; level: number; at: string }>(
    'select note, level, at from lab_item where id = $1',
    [id],
  )
  expect(now).toMatchObject({ note: 'look', level: 3 })
  expect(await history(id)).toEqual([
    expect.objectContaining({
      kind: 'flag',
      level: 2,
      text: 'look',
      admin_id: owner?.id,
      // As much of the name as the column takes.
      admin_name: [...(owner?.nickname ?? '')].slice(0, 3).join(''),
      at: now?.at,
    }),
  ])
})

test('what is refused leaves nothing, in any of several rows', async () => {
  const [open, closed] = [await item(), await item({ status: 4 })]
  expect((await lab.owner.post('/admin/lab.Item/flag', { ids: [open, closed], why: 'both' })).body.code).toBe(0)
  expect((await lab.owner.post('/admin/lab.Item/flag', { id: open, why: 'too long '.repeat(9) })).body.code).toBe(0)
  expect(await history(open)).toEqual([])
  expect(await notices(open)).toEqual([])
})

test('with a line for each row, each leaves a row with the values of its line', async () => {
  const [a, b] = [await item(), await item()]
  const lines = [
    { id: a, why: 'first' },
    { id: b, why: 'second' },
  ]
  expect((await lab.owner.post('/admin/lab.Item/tick', { lines })).body).toMatchObject({ code: 1, data: { done: 2 } })
  expect([await history(a), await history(b)]).toEqual([
    [expect.objectContaining({ kind: 'tick', text: 'first', admin_id: null })],
    [expect.objectContaining({ kind: 'tick', text: 'second' })],
  ])
})

test('a notice goes to members of the groups named who hold the node, in both languages, and leads to the row', async () => {
  await lab.admin('Listener', ['lab/item/ship', 'lab/item/index'])
  await lab.admin('Stranger', ['lab/item/ship', 'lab/item/index'])
  const id = await item({ status: 3 })
  expect((await lab.owner.post('/admin/lab.Item/flag', { id, why: 'tell' })).body).toMatchObject({ code: 1 })
  const told = await notices(id)
  expect(told.map((row) => row.username)).toEqual(['Listener'])
  const [owner] = await lab.query<{ nickname: string }>("select nickname from admin where username = 'admin'")
  expect(told[0]?.message_en).toBe(`${owner?.nickname}: effect ${made} at level options 2, 12.50`)
  expect(noticeTarget('action', told[0]?.message_data ?? {})).toBe(`/admin/lab/item?id=${id}`)
  const database = openDatabase(lab.databaseUrl, { connections: 1 })
  const sent = await feedNotices(
    database.write,
    told.map((row) => row.id),
  )
  await database.close()
  expect(sent.map(({ node }) => node)).toEqual(['lab/item/ship'])
})

test('the settings of notices hold for those of actions: no notice while they are off, one notice per row', async () => {
  await lab.admin('Second', ['lab/item/ship'])
  await lab.query("update admin_group set name = 'No Such Group' where name = 'g-Second'")
  const again = await item()
  await lab.owner.post('/admin/lab.Item/flag', { id: again, why: 'one' })
  await lab.owner.post('/admin/lab.Item/flag', { id: again, why: 'two' })
  expect((await notices(again)).map((row) => row.username)).toEqual(['Listener', 'Second'])
  expect(await history(again)).toHaveLength(2)
  await lab.query(`insert into shop_notify_setting (message_type, title, title_en, template, template_en, popup, sound, audio, volume, group_ids,
    merge_seconds, status, create_time, update_time) values ('action', 'a', 'a', '{text}', '{text}', 1, 1, '', 0.8, '{}', 60, 0, 1, 1)`)
  const quiet = await item()
  await lab.owner.post('/admin/lab.Item/flag', { id: quiet, why: 'off' })
  expect(await notices(quiet)).toEqual([])
  expect(await history(quiet)).toHaveLength(1)
})
