import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { freshDatabase, OWNER_PASSWORD, TEST_SECRET, type TestDatabase } from '../harness/database.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'

const dir = mkdtempSync(join(tmpdir(), 'kontor-memory-'))
let database: TestDatabase
let server: ServerProcess
let owner: Client
let started = 0
beforeAll(async () => {
  database = await freshDatabase('demo')
  started = performance.now()
  const settings = { KONTOR_SECRET: TEST_SECRET, DATABASE_URL: database.url }
  server = await startProcess(join(dir, 'data'), settings, 'tests/harness/run/tracedServer.ts')
  owner = await signIn(server.url, 'admin', OWNER_PASSWORD)
})
afterAll(async () => {
  server?.child.kill('SIGTERM')
  await server?.ended
  await database?.drop()
  rmSync(dir, { recursive: true, force: true })
})

const times = 400
const asked = {
  'a page of a list': '/admin/shop.order.order/index?page=1&limit=20',
  'what the public part opens with': '/api/index/index',
}
/** When each was asked for, in milliseconds of the server's process. */
const periods: Record<string, { from: number; to: number }> = {}

async function ask(path: string): Promise<void> {
  for (let i = 0; i < times; i += 5) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.get(path)))
    expect(answers.map(({ body }) => body.code)).toEqual([1, 1, 1, 1, 1])
  }
}

/** Bytes that each collection found in use for the second time, and moved to where only a full collection looks. */
function promotedBytes({ from, to }: { from: number; to: number }): number[] {
  const figures = server.output().matchAll(/^\[\d+:\S+\] +(\d+) ms: pause=.* promoted=(\d+)/gm)
  return [...figures].flatMap(([, ms, bytes]) => (Number(ms) >= from && Number(ms) <= to ? Number(bytes) : []))
}

test('what an answer was made of is gone with it, and does not wait for a full collection', async () => {
  for (const [name, path] of Object.entries(asked)) {
    await ask(path) // statements are prepared, code is compiled
    const from = performance.now() - started
    await ask(path)
    periods[name] = { from, to: performance.now() - started }
  }
  server.child.kill('SIGTERM')
  await server.ended // what V8 prints is written out by then
  const collections = Object.entries(periods).map(([name, period]) => ({ name, bytes: promotedBytes(period) }))
  expect(collections.filter(({ bytes }) => bytes.length === 0)).toEqual([])
  // What is just in use while memory is collected makes up to 8 KB a request; all that an answer is made of is 25 KB and more.
  const kept = collections.map(({ name, bytes }) => ({ name, perRequest: bytes.reduce((sum, each) => sum + each, 0) / times }))
  expect(kept.filter(({ perRequest }) => perRequest > 15_000)).toEqual([])
})
