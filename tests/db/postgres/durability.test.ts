import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../../../server/core/db/postgres/cluster.ts'
import { checkDatabase } from '../../../server/core/db/postgres/durability.ts'

let dir: string
let cluster: Cluster
const start = async (config: Record<string, string>) => {
  cluster = await startCluster({ dir, log: () => {}, config })
  await cluster.ensureDatabase('kontor')
}

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-durable-'))
})
afterAll(async () => {
  await cluster?.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('the embedded database is taken as it is', async () => {
  await start({})
  await expect(checkDatabase(cluster.url('kontor'))).resolves.toBeUndefined()
  await cluster.stop()
})

test.each([
  [{ fsync: 'off' }, 'fsync is off'],
  [{ full_page_writes: 'off' }, 'full_page_writes is off'],
  [{ synchronous_commit: 'off', fsync: 'off' }, 'fsync and synchronous_commit are off'],
])('a database that may lose confirmed writes is refused: %o', async (config, words) => {
  await start(config)
  await expect(checkDatabase(cluster.url('kontor'))).rejects.toThrow(words)
  await cluster.stop()
})

test('a database that cannot be reached is named without its password', async () => {
  const url = 'postgresql://kontor:hunter2@127.0.0.1:1/shop'
  await expect(checkDatabase(url)).rejects.toThrow(
    'The database postgresql://kontor@127.0.0.1:1/shop cannot be reached: connect ECONNREFUSED',
  )
  await expect(checkDatabase(url)).rejects.not.toThrow('hunter2')
})
