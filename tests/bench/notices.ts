import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { WebSocket } from 'ws'
import { notify } from '../../modules/shop/server/notices/notify.ts'
import { type Db, openDatabase } from '../../server/core/db/connect.ts'
import { type Figure, median } from './figures.ts'

const sockets = 500
const perAccount = 10
const rounds = 5

/** Milliseconds from the commit of an order to the moment when the last of 500 bound sockets has heard of it. */
export async function measureNotices(url: string, databaseUrl: string): Promise<Figure[]> {
  const database = openDatabase(databaseUrl, { connections: 1 })
  const lines: WebSocket[] = []
  try {
    const tokens = await makeClerks(database.write, sockets / perAccount)
    for (const token of tokens) for (let i = 0; i < perAccount; i++) lines.push(await bind(url, token))
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const heard = Promise.all(lines.map(nextNotice))
      const key = `bench ${round} ${randomBytes(4).toString('hex')}`
      const env = { now: Math.floor(Date.now() / 1000), actor: { type: 'system' } as const }
      const begun = performance.now()
      await database.write
        .transaction()
        .execute((trx) => notify(trx, { type: 'order', data: { order_no: '1', amount: '1.00' }, key }, env))
      await heard
      times.push(performance.now() - begun)
    }
    const note = `median of ${rounds}, ${sockets / perAccount} accounts with ${perAccount} sockets each, worst ${Math.round(Math.max(...times))} ms`
    return [{ name: `A notice reaches ${sockets} bound sockets`, value: median(times), unit: 'ms', target: 1000, note }]
  } finally {
    for (const line of lines) line.terminate()
    await database.close()
  }
}

/** Makes administrators who may do everything, each with a session, and gives their tokens. */
async function makeClerks(db: Kysely<Db>, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  for (const token of tokens) {
    const hash = createHash('sha256').update(token).digest('hex')
    await sql`WITH who AS (
        INSERT INTO admin (username, nickname, password, status, create_time, update_time)
        VALUES (${`clerk${hash.slice(0, 10)}`}, 'Clerk', '', 1, 0, 0) RETURNING id),
      link AS (INSERT INTO admin_group_access (uid, group_id, create_time, update_time) SELECT id, 1, 0, 0 FROM who)
      INSERT INTO admin_session (id, admin_id, access_hash, access_time, salt, sequence, expires_time, create_time, update_time)
      SELECT ${hash.slice(0, 32)}, id, ${hash}, 99999999999, '', 0, 99999999999, 0, 0 FROM who`.execute(db)
  }
  return tokens
}

function bind(url: string, token: string): Promise<WebSocket> {
  const line = new WebSocket(`${url.replace('http', 'ws')}/wss`, { origin: url })
  line.on('open', () => line.send(JSON.stringify({ pathInfo: 'shop/worker.notify/bind', ba_token: token })))
  return new Promise((resolve, reject) => {
    line.once('message', () => resolve(line))
    line.once('close', (code) => reject(new Error(`a socket of the bench was closed: ${code}`)))
    line.once('error', reject)
  })
}

function nextNotice(line: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const heard = (data: unknown) => {
      if (!String(data).startsWith('{"type":"notify"')) return
      line.off('message', heard)
      resolve()
    }
    line.on('message', heard)
  })
}
