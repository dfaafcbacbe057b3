import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../../../../src/schemas/errors.ts'
import { program } from './binaries.ts'
import type { Installation } from './install.ts'
import { readPostmaster, type SendSignal } from './leftover.ts'

/** A running PostgreSQL. `ended` settles when it is gone, with words for the log. */
export type Postmaster = { pid: number; ended: Promise<string> }

/** What every Kontor cluster runs with; the rest are PostgreSQL's defaults (fsync, full_page_writes and synchronous_commit are on). */
const always = {
  max_connections: '100',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  jit: 'off', // its planning costs more than it saves on the small queries of a back office
}

/** For tests only: a kill or a power cut may lose everything. */
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const longestStart = 60_000 // recovery of a large write-ahead log takes its time
const largestLog = 10_000_000

export type LaunchOptions = { logFile: string; durable: boolean; config: Record<string, string> }

/**
 * Starts PostgreSQL and waits until it takes connections. It gets a session of its own, so that Ctrl-C reaches only the server, which
 * still needs its database to finish. Throws with the last lines of its log when it does not come up.
 */
export async function launch(installation: Installation, options: LaunchOptions): Promise<Postmaster> {
  const { identity, env, data } = installation
  // a stale socket lock of a killed PostgreSQL would be looked at by pid, as postmaster.pid is, and pids come round again
  const sockets = options.config.unix_socket_directories
  if (sockets) rmSync(join(sockets, `.s.PGSQL.${options.config.port}.lock`), { force: true })
  const config = { ...always, ...(options.durable ? {} : notDurable), ...options.config }
  const args = ['-D', data, ...Object.entries(config).flatMap(([key, value]) => ['-c', `${key}=${value}`])]
  const command = identity.wrap(program(identity.bin, 'postgres'), args)
  rotate(options.logFile)
  const log = openSync(options.logFile, 'a', 0o600)
  const from = statSync(options.logFile).size
  const { uid, gid } = command
  const child = spawn(command.file, command.args, {
    env,
    cwd: identity.home,
    uid,
    gid,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = endOf(child)
  let end: string | undefined
  ended.then((words) => {
    end = words
  })
  for (let waited = 0; waited < longestStart && end === undefined; waited += 5) {
    const record = readPostmaster(data)
    if (record?.ready && record.pid === child.pid) return { pid: child.pid, ended }
    await sleep(5)
  }
  if (end === undefined) child.kill('SIGQUIT')
  throw new Error(`PostgreSQL did not start (${end ?? 'no answer for 60 s'}): ${tail(options.logFile, from)}`)
}

/** How to signal a PostgreSQL. Windows has no signals: pg_ctl speaks to it there. */
export function signaller({ identity, env }: Installation): SendSignal {
  return (pid, name) => {
    if (process.platform === 'win32') {
      spawnSync(program(identity.bin, 'pg_ctl'), ['kill', name.slice(3), String(pid)], { env })
      return
    }
    try {
      process.kill(pid, name)
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error // gone already is what we want
    }
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `ended with code ${code}`))
  })
}

function rotate(file: string): void {
  if (existsSync(file) && statSync(file).size > largestLog) renameSync(file, `${file}.1`)
}

function tail(file: string, from: number): string {
  const lines = readFileSync(file).subarray(from).toString('utf8').trim().split('\n')
  return lines.slice(-6).join(' | ') || `see ${file}`
}
