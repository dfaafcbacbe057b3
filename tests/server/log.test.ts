import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/core/db/connect.ts'
import { brokenAuditRows, setupLog } from '../../server/core/log/setup.ts'
import { insertAudits } from '../../server/core/transaction/auditRows.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  owner = await server.signIn('admin')
})
afterAll(() => server.close())

async function addGroup(name: string) {
  const [rule] = await server.query<{ id: number }>("SELECT id FROM admin_rule WHERE name = 'user/user'")
  const body = { pid: 1, name, rules: [String(rule?.id)], status: '1' }
  return owner
    .with({ token: owner.token ?? '', headers: { 'x-kontor-strict': '0', 'user-agent': 'Test <script>\r\n'.trim() } })
    .post('/admin/auth.Group/add', body)
}
const broken = async () => {
  const database = openDatabase(server.databaseUrl)
  try {
    return await brokenAuditRows(database.read)
  } finally {
    await database.close()
  }
}
const count = async (table: string) => (await server.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n ?? 0

test('a change by an administrator appears in the readable log and in the audit, with the values changed', async () => {
  expect((await addGroup('Night shift')).body.code).toBe(1)
  const [log] = await server.query<Record<string, string>>(
    'SELECT username, url, title, data FROM admin_log ORDER BY id DESC LIMIT 1',
  )
  expect(log).toMatchObject({ username: 'admin', url: '/admin/auth.Group/add' })
  expect(log?.title).toMatch(/ - /)
  expect(JSON.parse(log?.data ?? '')).toMatchObject({ name: 'Night shift' })
  const [audit] = await server.query('SELECT username, action FROM audit ORDER BY id DESC LIMIT 1')
  expect(audit).toEqual({ username: 'admin', action: 'auth/group/add' })
})

test('what was refused leaves no row that says it was done', async () => {
  await addGroup('Twice')
  const before = [await count('admin_log'), await count('audit')]
  await server.signIn('admin')
  const signedIn = [await count('admin_log'), await count('audit')]
  expect(signedIn).toEqual(before.map((n) => n + 1)) // the sign-in itself
  expect((await owner.post('/admin/auth.Group/add', { name: '' })).body.code).toBe(0)
  expect([await count('admin_log'), await count('audit')]).toEqual(signedIn)
})

test('rows of the audit cannot be changed or deleted, also not by the application', async () => {
  await expect(server.query("UPDATE audit SET username = 'x'")).rejects.toThrow(/never changed/)
  await expect(server.query('DELETE FROM audit')).rejects.toThrow(/never changed/)
  await expect(server.query('TRUNCATE audit')).rejects.toThrow(/never changed/)
})

test('rows written at once form one chain; a changed or missing row is found', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => addGroup(`Group ${i}`)))
  const rows = await server.query<{ id: string }>('SELECT id FROM audit ORDER BY id')
  expect(rows.map((row) => Number(row.id))).toEqual(rows.map((_, i) => i + 1))
  expect(await broken()).toEqual([])
  // whoever owns the database can get round the triggers, but not round the chain
  await server.query('ALTER TABLE audit DISABLE TRIGGER kontor_audit_refuse')
  await server.query("UPDATE audit SET username = 'somebody else' WHERE id = 5")
  expect(await broken()).toEqual([5])
  await server.query('DELETE FROM audit WHERE id = 5')
  expect(await broken()).toEqual([6])
})

test('many rows of one transaction are one chain, also where some of them were undone, and names that were cut', async () => {
  const database = openDatabase(server.databaseUrl)
  const entries = (n: number) =>
    Array.from({ length: n }, (_, i) => ({ adminId: 1, username: `${'😀'.repeat(24)} 😀`, action: 'many', key: i }))
  const before = await count('audit')
  const found = await broken()
  await Promise.all(
    [0, 1].map(() =>
      database.write.transaction().execute(async (trx) => {
        await insertAudits(trx, entries(600))
        await sql`savepoint undone`.execute(trx)
        await insertAudits(trx, entries(600))
        await sql`rollback to savepoint undone`.execute(trx)
        await insertAudits(trx, entries(3))
      }),
    ),
  )
  await database.close()
  expect(await count('audit')).toBe(before + 1206)
  const [last] = await server.query('SELECT username, row_key FROM audit ORDER BY id DESC LIMIT 1')
  expect(last).toEqual({ username: `${'😀'.repeat(24)} \ufffd`, row_key: '2' })
  expect(await broken()).toEqual(found)
})

test('setting the log up again changes nothing', async () => {
  const database = openDatabase(server.databaseUrl)
  await setupLog(database.write)
  await database.close()
  await expect(server.query('DELETE FROM audit')).rejects.toThrow(/never changed/)
})

test('servers that start at once set it up together', async () => {
  const databases = Array.from({ length: 6 }, () => openDatabase(server.databaseUrl, { connections: 1 }))
  for (let round = 0; round < 5; round++) await Promise.all(databases.map(({ write }) => setupLog(write)))
  for (const database of databases) await database.close()
  await expect(server.query('DELETE FROM audit')).rejects.toThrow(/never changed/)
})
