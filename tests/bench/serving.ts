import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { orderHooks } from '../../modules/shop/server/screens/order.ts'
import type { Db } from '../../server/core/db/connect.ts'
import { readPostmaster } from '../../server/core/db/postgres/leftover.ts'
import { boundedCount } from '../../server/crud/read/count.ts'
import { rowsSql } from '../../server/crud/read/list.ts'
import { makeScreen } from '../../server/crud/screen/screen.ts'
import { orderSql } from '../../server/crud/search/conditions.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { productSchema } from '../harness/schemas.ts'
import { signIn } from '../harness/server.ts'
import type { Figure } from './figures.ts'
import { median } from './figures.ts'

const order = 'shop/order/order'
const listPath = '/admin/shop.order.order/index?page=1&limit=20'
const connections = 20
// Short turns, many of them: a machine that others use as well is fast and slow by turns of its own.
const rounds = 9
const seconds = 3

/** Starts the server on an empty directory (everything has to be made) and then again, several times. The last one is left running. */
export async function measureStarts(dataDir: string, times: number): Promise<{ server: ServerProcess; figures: Figure[] }> {
  let server = await startProcess(dataDir)
  const cold = server.readyAfter
  const warm: number[] = []
  for (let round = 0; round < times; round += 1) {
    server.child.kill('SIGTERM')
    await server.ended
    server = await startProcess(dataDir)
    warm.push(server.readyAfter)
  }
  return {
    server,
    figures: [
      { name: 'Server ready, first start (initdb, tables, demo data)', value: cold, unit: 'ms' },
      ...(times > 0
        ? [{ name: 'Server ready, later start', value: median(warm), unit: 'ms', target: 3000, note: `median of ${times}` }]
        : []),
    ],
  }
}

/**
 * The list of orders, 20 rows each, from a process of its own, asked for like Kontor's own front end does: requests per second, the slowest
 * of a hundred and what a request takes of the processor. In turns with it the least server, twice: over rows and number of rows in two
 * statements, as `speed.md` measured it, and over the one that Kontor makes of them; and the Kontor `before`, if there is one.
 */
export async function measureList(server: ServerProcess, token: string, databaseUrl: string, before?: Asked): Promise<Figure[]> {
  const { page, rows, count, whole } = await listStatements()
  const startOver = (...statements: CompiledQuery[]) => {
    const asked = statements.map(({ sql: text, parameters: values }) => ({ text, values }))
    return startLeast({ DATABASE_URL: databaseUrl, STATEMENTS: JSON.stringify(asked) })
  }
  const [two, one] = [await startOver(rows, count), await startOver(whole)]
  try {
    const shown = `${listPath}&columns=${shownOf(page).join(',')}`
    const own = { url: `${server.url}${shown}`, token, pid: server.child.pid ?? 0 }
    const least = [two, one].map(({ url, child }) => ({ url: `${url}${listPath}`, token, pid: child.pid ?? 0 }))
    const asked = [own, ...least, ...(before ? [{ ...before, url: `${before.url}${shown}` }] : [])]
    for (const each of asked) await load(each, 4) // warm-up: connections, prepared statements, compiled code
    const runs: Load[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const loads: Load[] = []
      for (const each of asked) loads.push(await load(each, seconds))
      runs.push(loads)
    }
    const failed = runs.flat().reduce((sum, run) => sum + run.errors + run.non2xx, 0)
    if (failed > 0) throw new Error(`${failed} requests for the list failed while it was measured`)
    return figuresOf(runs, `${whole.sql.length} characters of SQL`)
  } finally {
    for (const { child } of [two, one]) child.kill('SIGTERM')
  }
}

/** `runs`: of each round Kontor, the least server of two statements, that of one, and the Kontor before if there is one. */
function figuresOf(runs: readonly Load[][], what: string): Figure[] {
  const rate = (run: Load | undefined) => run?.requests.average ?? Number.NaN
  const note = `median of ${runs.length} × ${seconds} s, ${connections} connections, the load generator on the same machine; ${what}`
  const name = 'List of orders, 20 rows'
  const own = runs.flatMap(([run]) => run ?? [])
  const beside = (place: number, who: string, target: Pick<Figure, 'target' | 'atLeast'> = {}): Figure[] => {
    const all = runs.flatMap((round) => round[place] ?? [])
    if (all.length === 0) return []
    const called = `${name}, ${who}`
    return [
      { name: called, value: median(all.map(rate)), unit: 'requests/s', note: 'in turns' },
      { name: `${called}, processor`, value: median(all.map((run) => run.cpu)), unit: 'µs/request' },
      {
        name: `${name}, of the ${who}`,
        value: 100 * median(runs.map((round) => rate(round[0]) / rate(round[place]))),
        unit: '%',
        ...target,
      },
    ]
  }
  return [
    { name, value: median(own.map(rate)), unit: 'requests/s', target: 1500, atLeast: true, note },
    { name: `${name}, p99`, value: median(own.map((run) => run.latency.p99)), unit: 'ms' },
    { name: `${name}, processor of Node`, value: median(own.map((run) => run.cpu)), unit: 'µs/request', target: 650 },
    ...beside(1, 'least fastify + pg of two statements', { target: 80, atLeast: true }),
    ...beside(2, 'least fastify + pg of one statement'),
    ...beside(3, 'Kontor before'),
  ]
}

/** The statements of the list as the front end asks for it, made by the server's own code: its rows, their number, and both in one. */
async function listStatements() {
  const schema = await productSchema()
  const page = schema.pages.get(order)
  if (!page) throw new Error(`there is no page ${order}`)
  const screen = makeScreen(page, schema, { screenHooks: { [order]: orderHooks }, rowActions: {} })
  const columns = screen.listOf(shownOf(page)).columns('zh-cn')
  const db = new Kysely<Db>({ dialect: new PostgresDialect({ pool: new Pool() }) })
  const query = { page: 1, limit: 20, quickSearch: '', search: [], select: false, isTree: false }
  const rest = sql`${orderSql(screen, query)} limit 20`
  const count = boundedCount(screen, [], db)
  return {
    page,
    rows: sql`select ${columns} from ${screen.from}${rest}`.compile(db),
    count: sql`select ${count} as "_total"`.compile(db),
    whole: sql`${rowsSql(screen, columns, count)}${rest}`.compile(db),
  }
}

const shownOf = ({ table }: Page) => table.columns.filter(({ hidden }) => !hidden).map(({ field }) => field)

function startLeast(env: Record<string, string>): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'least.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...env },
  })
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error('the least server ended before it was ready')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^ready (\S+)/.exec(line)?.[1]
      if (url) resolve({ url, child })
    })
  })
}

interface Answers {
  requests: { average: number; total: number }
  latency: { p99: number }
  errors: number
  non2xx: number
}
/** `cpu`: microseconds of the server's processor time for each request. */
type Load = Answers & { cpu: number }

/** A server that is asked for lists. */
interface Asked {
  url: string
  token: string
  /** The process that answers. */
  pid: number
}

async function load(asked: Asked, duration: number): Promise<Load> {
  const before = processorOf(asked.pid)
  const answers = await fire(asked, duration)
  return { ...answers, cpu: (processorOf(asked.pid) - before) / Math.max(1, answers.requests.total) }
}

/** Microseconds of processor time that a process has used. Linux only. */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000 // of 100 ticks a second
}

function fire({ url, token }: Asked, duration: number): Promise<Answers> {
  const lines = ['server: true', 'accept: application/json', 'think-lang: en', 'x-kontor-strict: 1', `batoken: ${token}`]
  const headers = lines.flatMap((line) => ['-H', line])
  const args = [
    'node_modules/autocannon/autocannon.js',
    '-c',
    String(connections),
    '-d',
    String(duration),
    '--json',
    ...headers,
    url,
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('close', () => {
      try {
        resolve(JSON.parse(output) as Answers)
      } catch (error) {
        reject(error)
      }
    })
  })
}

/** The server of another checkout with its packages, on a demo shop of its own, and what ends it. */
export async function startBefore(checkout: string): Promise<{ asked: Asked; end(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-before-'))
  const { url, child, ended } = await startProcess(dataDir, {}, 'scripts/start.mjs', checkout)
  const { token = '' } = await signIn(url, 'admin')
  const end = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { asked: { url, token, pid: childrenOf(child.pid ?? 0)[0] ?? 0 }, end } // the script starts the server in a process of its own
}

/** Memory of the server and of all processes of its PostgreSQL; shared memory counts once (proportional set size). Linux only. */
export function measureMemory(server: ServerProcess, dataDir: string, when: string): Figure[] {
  const postgres = readPostmaster(join(dataDir, 'postgres/data'))?.pid ?? 0
  const children = childrenOf(postgres)
  const own = memoryOf(server.child.pid ?? 0)
  const database = [postgres, ...children].reduce((sum, pid) => sum + memoryOf(pid), 0)
  return [
    { name: `Memory of the server, ${when}`, value: own, unit: 'MB' },
    { name: `Memory of its PostgreSQL, ${when}`, value: database, unit: 'MB', note: `${children.length + 1} processes` },
  ]
}

/** The processes that a process has started, the first one first. Linux only. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)
}

/** MB of a process; none of one that has just ended. */
export function memoryOf(pid: number): number {
  const file = `/proc/${pid}/smaps_rollup`
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0
    throw error
  }
}
