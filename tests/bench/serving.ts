import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPostmaster } from '../../server/core/db/postgres/leftover.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import type { Figure } from './figures.ts'
import { median } from './figures.ts'

const listPath = '/admin/shop.order.order/index?page=1&limit=20'
const connections = 20
const seconds = 8

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
      { name: 'Server ready, later start', value: median(warm), unit: 'ms', target: 3000, note: `median of ${times}` },
    ],
  }
}

/** Requests per second and the slowest of a hundred for the list of orders, 20 rows each, from a process of its own. */
export async function measureList(url: string, token: string): Promise<Figure[]> {
  await load(url, token, 2) // warm-up: connections, prepared statements, compiled code
  const runs: Load[] = []
  for (let round = 0; round < 3; round += 1) runs.push(await load(url, token, seconds))
  const failed = runs.reduce((sum, run) => sum + run.errors + run.non2xx, 0)
  if (failed > 0) throw new Error(`${failed} requests for the list failed while it was measured`)
  const note = `median of ${runs.length} × ${seconds} s, ${connections} connections, the load generator on the same machine`
  return [
    {
      name: 'List of orders, 20 rows',
      value: median(runs.map((run) => run.requests.average)),
      unit: 'requests/s',
      target: 1500,
      atLeast: true,
      note,
    },
    { name: 'List of orders, 20 rows, p99', value: median(runs.map((run) => run.latency.p99)), unit: 'ms' },
  ]
}

type Load = { requests: { average: number }; latency: { p99: number }; errors: number; non2xx: number }

function load(url: string, token: string, duration: number): Promise<Load> {
  const headers = ['server: true', 'accept: application/json', 'think-lang: en', `batoken: ${token}`].flatMap((line) => [
    '-H',
    line,
  ])
  const args = [
    'node_modules/autocannon/autocannon.js',
    '-c',
    String(connections),
    '-d',
    String(duration),
    '--json',
    ...headers,
    url + listPath,
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('close', () => {
      try {
        resolve(JSON.parse(output) as Load)
      } catch (error) {
        reject(error)
      }
    })
  })
}

/** Memory of the server and of all processes of its PostgreSQL; shared memory counts once (proportional set size). Linux only. */
export function measureMemory(server: ServerProcess, dataDir: string, when: string): Figure[] {
  const postgres = readPostmaster(join(dataDir, 'postgres/data'))?.pid ?? 0
  const children = readFileSync(`/proc/${postgres}/task/${postgres}/children`, 'utf8')
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number)
  const own = memoryOf(server.child.pid ?? 0)
  const database = [postgres, ...children].reduce((sum, pid) => sum + memoryOf(pid), 0)
  return [
    { name: `Memory of the server, ${when}`, value: own, unit: 'MB' },
    { name: `Memory of its PostgreSQL, ${when}`, value: database, unit: 'MB', note: `${children.length + 1} processes` },
  ]
}

function memoryOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}
