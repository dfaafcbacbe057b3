import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { loadSchema } from '../../../codegen/load/pages.ts'
import { startCluster } from '../../../server/core/db/postgres/cluster.ts'
import { buildVariant } from '../../harness/browser/variant.ts'
import { fillTable } from '../../harness/fill.ts'
import { startTestServer } from '../../harness/server.ts'
import { buildHandWritten } from '../handwritten/build.ts'
import { forms, lists } from './content.ts'
import { comparedPages } from './pages.ts'

/** Rows of each list's table. */
const rows = 5_000

/**
 * The process that serves Kontor with the compared screens, and the hand-written page from the same origin and over the same rows. Prints
 * its address when it is ready; ends with its input.
 */
async function serve(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-compared-'))
  const variant = await buildVariant(comparedPages())
  await buildHandWritten(join(variant.siteDir, 'handwritten'))
  const cluster = await startCluster({ dir, durable: false, log: (line) => process.stderr.write(`${line}\n`) })
  const urls = { superUrl: cluster.superUrl('{database}'), appUrl: cluster.url('{database}') }
  const server = await startTestServer({ database: 'seed', urls, schemaDir: variant.schemaDir, siteDir: variant.siteDir })
  const end = async () => {
    await server.close()
    await cluster.stop()
    variant.remove()
    rmSync(dir, { recursive: true, force: true })
    process.exit(0)
  }
  process.stdin.once('end', () => void end())
  process.stdin.resume()
  await fill(server.databaseUrl, variant.schemaDir)
  process.stdout.write(`ready ${server.url} ${variant.siteDir}\n`)
}

/** Rows; and the owner wants all columns, those too that the window has no room for, as the hand-written page shows them. */
async function fill(databaseUrl: string, schemaDir: readonly string[]): Promise<void> {
  const { schema } = await loadSchema(schemaDir)
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  for (const { id } of [...lists, ...forms]) {
    const page = schema.pages.get(`bench/${id}`)
    if (page) await fillTable(pool, page.entity, id.startsWith('list') ? rows : 20)
  }
  for (const { id, columns } of lists) {
    const hidden = Object.fromEntries(columns.map(({ name }) => [name, false]))
    await pool.query(`insert into saved_view (admin_id, screen, name, query, columns, shared) values (1, $1, '', '', $2, 0)`, [
      `bench/${id}`,
      JSON.stringify({ hidden }),
    ])
  }
  await pool.end()
}

await serve()
