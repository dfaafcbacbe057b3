import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../scripts/build.ts'
import { databaseUrlForTools } from '../../server/core/db/postgres/running.ts'
import { signIn } from '../harness/server.ts'
import { measureFrontEnd } from './browsing.ts'
import { report } from './figures.ts'
import { measureNotices } from './notices.ts'
import { measureList, measureMemory, measureStarts } from './serving.ts'
import { measureShell } from './shell.ts'
import { measureSpecs } from './specs.ts'

const times = Number(process.env.KONTOR_BENCH_RUNS ?? 5)

/** Prints the figures that this project watches, from a server like `npm start` runs it, on demo data. Nothing here fails by the clock. */
async function bench(): Promise<void> {
  ensureBuilt()
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const { server, figures } = await measureStarts(dataDir, times)
  try {
    figures.push(...measureMemory(server, dataDir, 'after its start'))
    figures.push(...(await measureFrontEnd(server.url, times)))
    figures.push(...(await measureShell(server.url, times)))
    figures.push(...(await measureSpecs(times)))
    const { token = '' } = await signIn(server.url, 'admin')
    figures.push(...(await measureList(server, token, databaseUrlForTools({ KONTOR_DATA: dataDir }))))
    figures.push(...measureMemory(server, dataDir, 'after the load'))
    figures.push(...(await measureNotices(server.url, databaseUrlForTools({ KONTOR_DATA: dataDir }))))
    const cpu = cpus()
    process.stdout.write(`\nOn ${cpu.length} × ${cpu[0]?.model ?? 'unknown'}, Node ${process.version}\n\n${report(figures)}\n`)
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

try {
  await bench()
} catch (error) {
  process.stderr.write(`${(error as Error).stack ?? error}\n`)
  process.exitCode = 1
}
