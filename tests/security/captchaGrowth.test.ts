import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/core/db/connect.ts'
import { purgeCaptchas } from '../../server/modules/captcha/purge.ts'
import { isLong } from '../harness/sampling.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const count = isLong ? 1000 : 40
/** What is loaded and made once counts as before. */
const warm = isLong ? 50 : 20
let made = 0

/** Asks for so many pictures, each from a browser of its own as far as the limits go. */
async function pictures(n: number): Promise<void> {
  for (let i = 0; i < n; i++) {
    if (made % 50 === 0) await server.query('DELETE FROM login_throttle')
    const id = `0a1b2c3d-0000-4000-9000-${String(made++).padStart(12, '0')}`
    const { body } = await server.guest().get<{ base64: string }>('/api/common/clickCaptcha', { id })
    expect(body.data.base64.length).toBeGreaterThan(1000)
  }
}

/** Bytes that are still referred to: objects, and what lies outside of the heap such as pictures. */
async function held(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect()
    await new Promise((turn) => setImmediate(turn)) // what is outside of the heap is freed after the collection
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test(`${count} captchas leave nothing in memory, and nothing in the database once their time is over`, async () => {
  await pictures(warm)
  const before = await held()
  await pictures(count)
  // One picture is about 25 kB: what is left of each is small change of the runtime.
  expect(((await held()) - before) / count).toBeLessThan(10_000)
  const rows = async () => (await server.query<{ n: number }>('SELECT count(*)::int AS n FROM captcha'))[0]?.n
  expect(await rows()).toBe(count + warm)
  await server.query('UPDATE captcha SET expires_time = 1')
  const database = openDatabase(server.databaseUrl, { connections: 1 })
  await purgeCaptchas(database).finally(() => database.close())
  expect(await rows()).toBe(0)
}, 300_000)
