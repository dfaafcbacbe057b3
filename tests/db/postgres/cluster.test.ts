import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../../../server/core/db/postgres/cluster.ts'
import { isAlive, readPostmaster } from '../../../server/core/db/postgres/leftover.ts'
import { DirectoryHeldError } from '../../../server/core/db/postgres/lock.ts'
import { databaseUrlForTools } from '../../../server/core/db/postgres/running.ts'
import { isLong } from '../../harness/sampling.ts'

const rounds = isLong ? 25 : 1
/** Milliseconds; a round takes five seconds where nothing else runs. */
const patience = 60_000 + rounds * 20_000
const dirs: string[] = []
const clusters: Cluster[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const cluster of clusters.splice(0)) await cluster.stop()
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-cluster-'))
  dirs.push(dir)
  return dir
}

async function start(dir: string, log: string[] = []): Promise<Cluster> {
  const cluster = await startCluster({ dir, log: (line) => log.push(line) })
  clusters.push(cluster)
  return cluster
}

async function rows(cluster: Cluster, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: cluster.url('kontor') })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts the writing process and waits until it writes; `acknowledged` grows with every confirmed number. */
async function startWriter(dir: string, mode = 'write') {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'writer.ts'), dir, mode], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(child)
  const acknowledged: number[] = []
  let postgres = 0
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the writer ended before it was ready')))
    lines.on('line', (line) => {
      if (!line.startsWith('ready ')) return acknowledged.push(Number(line))
      postgres = Number(line.slice(6))
      resolve()
    })
  })
  const closed = new Promise((resolve) => lines.once('close', resolve))
  const until = async (count: number) => {
    while (acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { child, acknowledged, postgres, closed, until }
}

describe('a fresh cluster', () => {
  let cluster: Cluster
  let dir: string
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'kontor-cluster-'))
    cluster = await startCluster({ dir, log: () => {} })
    await cluster.ensureDatabase('kontor')
  })
  afterAll(async () => {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  test('is durable, checks its pages, speaks UTF-8, is off the network and gives the application a role without special rights', async () => {
    const [settings] = await rows(
      cluster,
      `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
         current_setting('synchronous_commit') AS commits, current_setting('data_checksums') AS checksums,
         current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS network,
         lower('ÄÖÜ') AS lower, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls
       FROM pg_roles WHERE rolname = current_user`,
    )
    expect(settings).toEqual({
      fsync: 'on',
      pages: 'on',
      commits: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      network: '',
      lower: 'äöü',
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolbypassrls: false,
    })
  })

  test.each(["COPY (SELECT 1) TO PROGRAM 'true'", "SELECT pg_read_file('/etc/passwd')", 'SELECT * FROM pg_authid'])(
    'does not let the application run: %s',
    async (sql) => {
      await expect(rows(cluster, sql)).rejects.toThrow(/permission denied/)
    },
  )

  test.runIf(process.platform === 'linux')('does not run as root', () => {
    const status = readFileSync(`/proc/${cluster.pid()}/status`, 'utf8')
    const [inside] = readFileSync(`/proc/${cluster.pid()}/uid_map`, 'utf8').trim().split(/\s+/)
    const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])
    expect(uid !== 0 || inside !== '0').toBe(true) // another user, or root that is called something else in its own namespace
  })

  test('keeps its passwords in a file that only its owner can read', () => {
    expect(statSync(join(dir, 'secrets.json')).mode & 0o077).toBe(0)
    expect(statSync(dir).mode & 0o077).toBe(0)
  })
})

test.runIf(process.getuid?.() === 0)(
  'where root may make no namespaces PostgreSQL runs as nobody, in a directory of its own, also the next time',
  async () => {
    const dir = newDir()
    const sharedHome = newDir()
    chmodSync(sharedHome, 0o755)
    const first = await startCluster({ dir, log: () => {}, identity: 'nobody', sharedHome })
    clusters.push(first)
    await first.ensureDatabase('kontor')
    await rows(first, 'CREATE TABLE kept AS SELECT 7 AS n')
    expect(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${first.pid()}/status`, 'utf8'))?.[1]).not.toBe('0')
    await first.stop()
    const second = await startCluster({ dir, log: () => {}, sharedHome })
    clusters.push(second)
    expect(await rows(second, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  },
)

test('what was written is there after an orderly stop and a new start', async () => {
  const dir = newDir()
  const first = await start(dir)
  await first.ensureDatabase('kontor')
  await rows(first, 'CREATE TABLE kept AS SELECT 7 AS n')
  const pid = first.pid()
  await first.stop()
  expect(isAlive(pid)).toBe(false)
  const second = await start(dir)
  expect(await rows(second, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

test('tools beside a running server find its database, and say what to do when there is none', async () => {
  const dataDir = newDir()
  const env = { KONTOR_DATA: dataDir }
  expect(() => databaseUrlForTools(env)).toThrow(/start Kontor first/)
  const cluster = await start(join(dataDir, 'postgres'))
  await cluster.ensureDatabase('kontor')
  expect(databaseUrlForTools(env)).toBe(cluster.url('kontor'))
  expect(databaseUrlForTools({ ...env, DATABASE_URL: 'postgresql://other/db' })).toBe('postgresql://other/db')
  await cluster.stop()
  expect(() => databaseUrlForTools(env)).toThrow(/start Kontor first/)
})

test('a second owner is refused and learns who holds the directory, since when and at which address', async () => {
  const dir = newDir()
  const writer = await startWriter(dir, 'hold')
  const refused = await startCluster({ dir, log: () => {} }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DirectoryHeldError)
  expect((refused as Error).message).toMatch(
    new RegExp(`held by process ${writer.child.pid} since \\d{4}-\\d\\d-\\d\\dT.*, which answers at http://127.0.0.1:4711`),
  )
})

test(
  'after kill -9 of the owner the next start stops the orphaned PostgreSQL and has every confirmed write',
  async () => {
    const dir = newDir()
    for (let round = 0; round < rounds; round += 1) {
      const writer = await startWriter(dir)
      await writer.until(50 + round * 37)
      writer.child.kill('SIGKILL')
      await writer.closed
      expect(isAlive(writer.postgres)).toBe(true) // else this would test nothing
      const cluster = await start(dir)
      expect(isAlive(writer.postgres)).toBe(false)
      const kept = new Set((await rows(cluster, 'SELECT n FROM written')).map((row) => Number(row.n)))
      expect(writer.acknowledged.filter((n) => !kept.has(n))).toEqual([])
      await cluster.stop()
    }
  },
  patience,
)

test(
  'after kill -9 of PostgreSQL the owner starts it again, its connections come back and every confirmed write is there',
  async () => {
    const dir = newDir()
    const writer = await startWriter(dir)
    for (let round = 0; round < rounds; round += 1) {
      const before = writer.acknowledged.length
      await writer.until(before + 50)
      const postgres = readPostmaster(join(dir, 'data'))?.pid ?? 0
      process.kill(postgres, 'SIGKILL')
      // Confirmations from before the kill may still be in the pipe: it writes again once there is a new postmaster and news after it.
      await expect.poll(() => readPostmaster(join(dir, 'data'))?.pid ?? postgres).not.toBe(postgres)
      await writer.until(writer.acknowledged.length + 50)
    }
    writer.child.kill('SIGTERM')
    await writer.closed
    const cluster = await start(dir)
    const kept = new Set((await rows(cluster, 'SELECT n FROM written')).map((row) => Number(row.n)))
    expect(writer.acknowledged.filter((n) => !kept.has(n))).toEqual([])
  },
  patience,
)

test('after kill -9 of both the next start needs no help', async () => {
  const dir = newDir()
  const writer = await startWriter(dir)
  await writer.until(50)
  writer.child.kill('SIGKILL')
  process.kill(writer.postgres, 'SIGKILL')
  await writer.closed
  const cluster = await start(dir)
  const kept = new Set((await rows(cluster, 'SELECT n FROM written')).map((row) => Number(row.n)))
  expect(writer.acknowledged.filter((n) => !kept.has(n))).toEqual([])
})

test('a postmaster.pid whose pid meanwhile belongs to a stranger does not keep PostgreSQL from starting, nor is the stranger hurt', async () => {
  const dir = newDir()
  await (await start(dir)).stop()
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  children.push(stranger)
  const data = join(dir, 'data')
  writeFileSync(join(data, 'postmaster.pid'), `${stranger.pid}\n${data}\n1700000000\n5432\n${dir}/run\n\n  1 1\nready   \n`)
  const cluster = await start(dir)
  expect(cluster.pid()).not.toBe(stranger.pid)
  expect(isAlive(stranger.pid ?? 0)).toBe(true)
})

test('an incomplete data directory is created again', async () => {
  const dir = newDir()
  mkdirSync(join(dir, 'data.new/base'), { recursive: true })
  writeFileSync(join(dir, 'data.new/PG_VERSION'), '18\n')
  const cluster = await start(dir)
  await cluster.ensureDatabase('kontor')
  expect(await rows(cluster, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('data of another major version is refused with a line that says what to do', async () => {
  const dir = newDir()
  await (await start(dir)).stop()
  writeFileSync(join(dir, 'data/PG_VERSION'), '12\n')
  await expect(startCluster({ dir, log: () => {} })).rejects.toThrow(/made by PostgreSQL 12, but PostgreSQL \d+ is installed/)
})

test('a directory too deep for a socket of its own still works', async () => {
  const dir = join(newDir(), 'a-directory-with-a-rather-long-name'.repeat(3))
  const cluster = await start(dir)
  await cluster.ensureDatabase('kontor')
  expect(await rows(cluster, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('when PostgreSQL cannot start, the error shows the last lines of its log', async () => {
  const failed = startCluster({ dir: newDir(), log: () => {}, config: { shared_buffers: 'many' } })
  await expect(failed).rejects.toThrow(/PostgreSQL did not start .*shared_buffers/)
})
