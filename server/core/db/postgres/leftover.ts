import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../../../../src/schemas/errors.ts'

export type SendSignal = (pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => void

/** What PostgreSQL writes about itself into its data directory. */
export type PostmasterRecord = { pid: number; ready: boolean }

/** Reads `postmaster.pid`; undefined when there is none or it is being written. */
export function readPostmaster(data: string): PostmasterRecord | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

/**
 * Clears what an earlier run left when it or its PostgreSQL was killed, so that a new PostgreSQL can start. To be called by the one who
 * holds the directory. An orphaned PostgreSQL is shut down (it loses nothing), the last processes of a killed one are ended (nobody
 * listens to them any more), and a pid that meanwhile belongs to a stranger is taken out of the way.
 */
export async function clearLeftover(data: string, signal: SendSignal, log: (line: string) => void): Promise<void> {
  const record = readPostmaster(data)
  if (!record) return
  if (isAlive(record.pid) && isServerOf(record.pid, data)) {
    log(`stopping the PostgreSQL (pid ${record.pid}) that an earlier run left behind`)
    await shutDown(record.pid, signal)
  }
  for (const pid of processesIn(data)) {
    log(`ending process ${pid} of a PostgreSQL that was killed`)
    signal(pid, 'SIGKILL')
    await gone(pid, 5_000)
  }
  disown(data)
}

/** Shuts PostgreSQL down: quickly but in order; if that takes too long, at once with recovery at the next start. Durable either way. */
export async function shutDown(pid: number, signal: SendSignal, patience = 15_000): Promise<void> {
  signal(pid, 'SIGINT')
  if (await gone(pid, patience)) return
  signal(pid, 'SIGQUIT')
  if (await gone(pid, 5_000)) return
  signal(pid, 'SIGKILL')
  await gone(pid, 5_000)
}

/** Whether a process with this id exists (also one that we may not signal). A zombie counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z'
  } catch {
    return false
  }
}

async function gone(pid: number, patience: number): Promise<boolean> {
  for (let waited = 0; waited < patience; waited += 10) {
    if (!isAlive(pid)) return true
    await sleep(10)
  }
  return !isAlive(pid)
}

/**
 * PostgreSQL refuses to start while there is a process with the pid in `postmaster.pid`, even if that is a stranger or a killed process
 * that nobody has reaped (in a container without an init). It skips the check for its parent, which we will be. Deleting the file instead would also delete what PostgreSQL uses to see that no old process is attached to its memory.
 */
function disown(data: string): void {
  const path = join(data, 'postmaster.pid')
  if (!existsSync(path)) return // shut down in order
  const [, ...rest] = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, [String(process.pid), ...rest].join('\n'))
}

function isServerOf(pid: number, data: string): boolean {
  if (process.platform === 'linux') return serves(String(pid)) === realpathSync(data)
  if (process.platform === 'win32') return true
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data)
}

/** All processes of PostgreSQL work in its data directory. Linux only: elsewhere they end by themselves. */
function processesIn(data: string): number[] {
  if (process.platform !== 'linux' || !existsSync(data)) return []
  const place = realpathSync(data)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && serves(name) === place && isAlive(Number(name)))
    .map(Number)
}

/** The data directory of a PostgreSQL process; undefined for every other process, such as a shell that somebody left there. */
function serves(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' ? readlinkSync(`/proc/${pid}/cwd`) : undefined
  } catch {
    return undefined
  }
}
