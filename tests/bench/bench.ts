import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../scripts/build.ts'
import { databaseUrlForTools } from '../../server/core/db/postgres/running.ts'
import { signIn } from '../harness/server.ts'
import { measureFrontEnd } from './browsing.ts'
import { measureCompared } from './compare/compare.ts'
import { measureTabs } from './endurance.ts'
import { type Figure, report } from './figures.ts'
import { measureNotices } from './notices.ts'
import { measureList, measureMemory, measureStarts, startBefore } from './serving.ts'
import { measureShell } from './shell.ts'
import { measureSpecs } from './specs.ts'
import { measureSwaps } from './swaps.ts'

const times = Number(process.env.KONTOR_BENCH_RUNS ?? 5)
/** The parts to run, by the names below; all of them when nothing is named. */
const only = (process.env.KONTOR_BENCH_ONLY ?? '').split(',').filter((name) => name !== '')
/** Another checkout of Kontor that takes turns with this one. */
const before = process.env.KONTOR_BENCH_BEFORE
const isWanted = (part: string) => only.length === 0 || only.includes(part)

/** The server with the demo shop that the parts below ask. */
interface Running {
  dataDir: string
  server: Awaited<ReturnType<typeof measureStarts>>['server']
}

/** What is measured of a server with the demo shop, in this order. */
const ofTheShop: Readonly<Record<string, (running: Running) => Figure[] | Promise<Figure[]>>> = {
  memory: ({ server, dataDir }) => measureMemory(server, dataDir, 'after its start'),
  browsing: ({ server }) => measureFrontEnd(server.url, times),
  shell: ({ server }) => measureShell(server.url, times),
  tabs: ({ server }) => measureTabs(server.url),
  async list({ server, dataDir }) {
    const { token = '' } = await signIn(server.url, 'admin')
    const earlier = before === undefined ? undefined : await startBefore(before)
    try {
      const figures = await measureList(server, token, databaseUrlForTools({ KONTOR_DATA: dataDir }), earlier?.asked)
      return [...figures, ...measureMemory(server, dataDir, 'after the load')]
    } finally {
      await earlier?.end()
    }
  },
  notices: ({ server, dataDir }) => measureNotices(server.url, databaseUrlForTools({ KONTOR_DATA: dataDir })),
}

/** What needs no such server. */
const byItself: Readonly<Record<string, () => Promise<Figure[]>>> = {
  specs: () => measureSpecs(times),
  swaps: () => measureSwaps(times),
  compared: () => measureCompared(times, before),
}

/** Prints the figures that this project watches, from a server like `npm start` runs it, on demo data. Nothing here fails by the clock. */
async function bench(): Promise<void> {
  const unknown = only.filter((name) => !ofTheShop[name] && !byItself[name])
  if (unknown.length > 0) throw new Error(`KONTOR_BENCH_ONLY: no part is named ${unknown.join(', ')}.`)
  ensureBuilt()
  const figures: Figure[] = []
  process.once('exit', () => {
    if (process.exitCode !== undefined && figures.length > 0) process.stdout.write(`\nUntil then:\n\n${report(figures)}\n`)
  })
  if (Object.keys(ofTheShop).some(isWanted)) await benchShop(figures)
  for (const [name, measure] of Object.entries(byItself)) if (isWanted(name)) figures.push(...(await measure()))
  const cpu = cpus()
  process.stdout.write(`\nOn ${cpu.length} × ${cpu[0]?.model ?? 'unknown'}, Node ${process.version}\n\n${report(figures)}\n`)
}

/** Adds the figures of the parts one by one, so that one that fails takes none with it. */
async function benchShop(figures: Figure[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const { server, figures: ofStarts } = await measureStarts(dataDir, only.length === 0 ? times : 0)
  figures.push(...ofStarts)
  try {
    for (const [name, measure] of Object.entries(ofTheShop))
      if (isWanted(name)) figures.push(...(await measure({ server, dataDir })))
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
