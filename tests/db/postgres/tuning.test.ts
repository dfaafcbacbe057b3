import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startCluster } from '../../../server/core/db/postgres/cluster.ts'
import { tuned } from '../../../server/core/db/postgres/tuning.ts'

test('the embedded database runs with settings for SSDs and for the memory that it is given', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-tuned-'))
  const cluster = await startCluster({ dir, durable: false, memory: 1024, log: () => {} })
  const client = new Client({ connectionString: cluster.superUrl('postgres') })
  await client.connect()
  const told = async (name: string) => (await client.query(`show ${name}`)).rows[0][name]
  const settings = ['random_page_cost', 'shared_buffers', 'effective_cache_size', 'work_mem', 'maintenance_work_mem', 'jit']
  const found: Record<string, string> = {}
  for (const name of settings) found[name] = await told(name)
  await client.end()
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
  expect(found).toEqual({
    random_page_cost: '1.1',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '4MB',
    maintenance_work_mem: '128MB',
    jit: 'off',
  })
})

test('a small machine gets no less than PostgreSQL has by itself, a large one no more than a back office uses', () => {
  expect(tuned(256)).toMatchObject({ shared_buffers: '128MB', work_mem: '4MB', maintenance_work_mem: '64MB' })
  expect(tuned(500_000)).toMatchObject({ shared_buffers: '2048MB', work_mem: '32MB', maintenance_work_mem: '512MB' })
  expect(Number.parseInt(tuned().shared_buffers ?? '', 10)).toBeGreaterThanOrEqual(128)
})
