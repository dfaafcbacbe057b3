import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readSettings } from '../../server/core/settings.ts'
import { createServer } from '../../server/main/server.ts'
import { type Client, makeClient } from '../harness/client.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { person } from '../security/people.ts'
import { ask, eachMadeOnce } from './files.ts'

const nodes = ['user/moneyLog/index', 'user/moneyLog/export', 'shop/notify/notify/index']

let database: TestDatabase
let dataDir: string
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase('seed')
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-nodes-'))
  pool = new Pool({ connectionString: database.url, max: 2 })
  pool.on('error', () => {})
  await query(`INSERT INTO "user" (username, nickname, group_id, password, create_time, update_time)
    VALUES ('many', 'Many', 1, '', 1, 1)`)
  await query(
    `INSERT INTO user_money_log (user_id, money, before, after, source, memo, create_time, update_time)
     SELECT (SELECT id FROM "user" WHERE username = 'many'), n, 0, n, 'manual', 'line ' || n, 1767225600 + n, 1
     FROM generate_series(1, $1::int) n`,
    [1000],
  )
}, 300_000)
afterAll(async () => {
  await pool.end()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const query = async <T extends object>(sql: string, values: unknown[] = []) => (await pool.query<T>(sql, values)).rows
/** Somebody with the list, who speaks to the server at `url`. */
const someone = (url: string) => person({ query, guest: (options) => makeClient(url, options) }, nodes)
const vault = () => readdirSync(join(dataDir, 'vault'))
const upTo = (fen: number) => ({ search: [{ field: 'money', operator: 'RANGE', val: `0,${(fen / 100).toFixed(2)}` }] })

/** Listens to the feed of a server: which exports are done, as it tells. */
async function heard(port: number, url: string, token: string) {
  const messages: { type: string; data: { id: number; status: number } }[] = []
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { origin: url })
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())))
  await new Promise((open) => socket.on('open', open))
  socket.send(JSON.stringify({ pathInfo: 'shop/worker.notify/bind', ba_token: token }))
  await expect.poll(() => messages[0]?.type).toBe('bind')
  const done = () => messages.flatMap(({ type, data }) => (type === 'work' && data.status === 2 ? [data.id] : []))
  return { done, close: () => socket.terminate() }
}

test('two servers on one database make each export once', async () => {
  const settings = { ...readSettings({}), port: 0, feedPort: 0, databaseUrl: database.url, dataDir }
  const servers = await Promise.all(
    [0, 1].map(async () => {
      const server = await createServer({ databaseUrl: database.url, settings })
      return { ...server, ...(await server.listen()) }
    }),
  )
  try {
    const urls = servers.map((server) => server.url)
    const people = await Promise.all(Array.from({ length: 6 }, (_, i) => someone(urls[i % 2] ?? '')))
    const [first] = people
    const lines = first ? await Promise.all(servers.map(({ feedPort, url }) => heard(feedPort, url, first.token))) : []
    const upTo100 = (who: Client) => ask(who, 'user.MoneyLog', { columns: ['id'], query: upTo(100) })
    const asked = await eachMadeOnce({ urls, query }, people, upTo100, 100)
    // Whichever of them makes a file, the screens of its owner at both are told.
    const ofFirst = asked.filter(({ who }) => who === first).map(({ id }) => id)
    for (const line of lines) {
      await expect.poll(() => line.done().sort((a, b) => a - b)).toEqual(ofFirst.sort((a, b) => a - b))
      line.close()
    }
    expect(vault().length).toBe(asked.length)
  } finally {
    await Promise.all(servers.map((server) => server.close()))
  }
}, 120_000)
