import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrlForTools } from '../../server/db/postgres/running.ts'
import { type Client, makeClient } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'
import { type FeedLine, openLine } from '../security/feedLine.ts'
import { raceAudit, refundUrl } from '../shop/races.ts'

/** Two server processes on one database. */
let first: ServerProcess
let second: ServerProcess
let owner: Client
const dirs = [mkdtempSync(join(tmpdir(), 'kontor-feed-')), mkdtempSync(join(tmpdir(), 'kontor-feed-'))] as const
beforeAll(async () => {
  first = await startProcess(dirs[0])
  second = await startProcess(dirs[1], { DATABASE_URL: databaseUrlForTools({ KONTOR_DATA: dirs[0] }) })
  owner = await signIn(first.url, 'admin', OWNER_PASSWORD)
}, 180_000)
afterAll(async () => {
  for (const each of [second, first]) {
    each?.child.kill('SIGTERM')
    await each?.ended
  }
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

async function bound(url: string, more: object = {}): Promise<FeedLine> {
  const line = await openLine(`${url.replace('http', 'ws')}/wss`, url)
  await line.bind(owner.token ?? '', more)
  return line
}

/** As a browser tells them: a notice that is pushed while it is told again is one. */
const told = (line: FeedLine) => [
  ...new Map(
    line.messages.flatMap(({ data, type }) => (type === 'notify' ? [[data?.message.id, data?.message.message_type]] : [])),
  ).values(),
]

test('100 who agree to a refund or refuse it at both have one effect', async () => {
  const both = [owner, makeClient(second.url, { token: owner.token ?? '' })]
  const search = [{ field: 'wait_audit', operator: 'eq', val: '1' }]
  const list = await owner.get<{ list: { id: number; amount: string }[] }>(`${refundUrl}/index`, { search, limit: 1 })
  const [refund] = list.body.data.list
  const id = refund?.id ?? 0
  expect(await raceAudit(both, id, refund?.amount ?? '')).toEqual({ done: 1, told: ['200 0 conflict'] })
  type Row = { status: string; logs: { action: string }[]; backs: object[] }
  const { row } = (await owner.get<{ row: Row }>(`${refundUrl}/info`, { id })).body.data
  expect(row.logs.filter(({ action }) => action === 'agree' || action === 'refuse')).toHaveLength(1)
  expect(row.backs.length).toBeLessThanOrEqual(1)
}, 90_000)

test('a notice made at one process reaches sockets at the other; where one is killed, the client hears at the other what it missed', async () => {
  const lines = [await bound(first.url), await bound(second.url)]
  const sample = (id: number) => owner.post('/admin/shop.notify.Setting/test', { id })
  expect((await sample(1)).body.code).toBe(1)
  for (const line of lines) await expect.poll(() => told(line), { timeout: 30_000 }).toEqual(['order'])
  const since = lines[1]?.messages.at(-1)?.data?.last
  second.child.kill('SIGKILL')
  expect(await lines[1]?.closed).toBe(1006)
  for (const id of [2, 5]) expect((await sample(id)).body.code).toBe(1)
  const again = await bound(first.url, { since })
  await expect.poll(() => told(again), { timeout: 30_000 }).toEqual(['order_cancel', 'low_stock'])
  expect(again.messages[0]?.data?.unread_count).toBe(lines[0]?.messages.at(-1)?.data?.unread_count)
}, 90_000)
