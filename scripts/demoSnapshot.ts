import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '../modules/shop/demo/seed.ts'
import { sealOfSnapshots, takeSnapshot, writeSnapshot } from '../modules/shop/demo/snapshot.ts'
import type { Writer } from '../server/core/db/connect.ts'
import { startCluster } from '../server/core/db/postgres/cluster.ts'
import { loadModules } from '../server/main/modules.ts'
import { prepareDatabase } from '../server/main/prepare.ts'
import type { DemoInput } from '../server/modules/module.ts'

/** Noon in China: the three days that are stretched to the time of a start change least. */
const now = Date.parse('2026-03-31T12:00:00+08:00') / 1000

const print = (line: string) => process.stdout.write(`${line}\n`)

async function keepSnapshot(trx: Writer, input: DemoInput): Promise<[]> {
  const snapshot = await takeSnapshot(trx, now, () => seedDemo(trx, input))
  await writeSnapshot(snapshot)
  const rows = Object.values(snapshot.tables).reduce((sum, table) => sum + table.rows.length, 0)
  print(`${Object.keys(snapshot.tables).length} tables, ${rows} rows kept in modules/shop/demo/snapshot.json.gz`)
  return []
}

/** Lives through the demo shop step by step in a database of its own and keeps its rows in the repository. */
const dir = mkdtempSync(join(tmpdir(), 'kontor-snapshot-'))
const cluster = await startCluster({ dir, durable: false, log: print })
try {
  await cluster.ensureDatabase('snapshot')
  await prepareDatabase({
    url: cluster.url('snapshot'),
    demo: true,
    ownerPassword: 'of-the-snapshot',
    demoPassword: 'of-the-snapshot',
    seal: sealOfSnapshots,
    now,
    log: print,
    modules: (await loadModules()).map((module) => (module.demo ? { ...module, demo: keepSnapshot } : module)),
  })
} finally {
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}
