import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../../../src/schemas/errors.ts'

/** Who works in a data directory. */
export type Owner = { pid: number; since: string; address?: string }

/** The right to work in a data directory, until `release` or the end of this process, however it ends. */
export type Hold = {
  /** Publishes this process's address to later starts. */
  announce(address: string): void
  release(): void
}

/** The directory is held by another process; `message` names it. */
export class DirectoryHeldError extends Error {}

/**
 * Takes a data directory for this process alone.
 *
 * The lock is one of the operating system (fcntl, or LockFileEx on Windows), which the kernel drops when the process ends, also by
 * `kill -9`: no stale lock, no pid that a stranger has meanwhile. Node has no call for such locks, but its SQLite takes one for a
 * transaction. A file with a pid was rejected: pids come round again, at once after a container's restart. The file with the owner's
 * name is only there to be read by people.
 */
export function holdDirectory(dir: string): Hold {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const about = join(dir, 'owner.json')
  const lock = openLock(dir)
  try {
    lock.exec('PRAGMA journal_mode = OFF') // nothing is ever written
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (cause instanceof Error && Reflect.get(cause, 'errcode') === sqliteBusy)
      throw new DirectoryHeldError(heldBy(dir, about), { cause })
    throw new Error(`The data directory ${dir} cannot be locked: ${messageOf(cause)}.`, { cause })
  }
  const owner: Owner = { pid: process.pid, since: new Date().toISOString() }
  writeOwner(about, owner)
  held.add(lock)
  return {
    announce(address) {
      owner.address = address
      writeOwner(about, owner)
    },
    release() {
      if (!held.delete(lock)) return
      rmSync(about, { force: true })
      lock.close()
    },
  }
}

const sqliteBusy = 5

function openLock(dir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dir, 'lock'), { timeout: 0 })
  } catch (cause) {
    throw new Error(`The data directory ${dir} cannot be used by this user: ${messageOf(cause)}.`, { cause })
  }
}

/** A lock that nothing refers to would be closed, and so released, by the garbage collector. */
const held = new Set<DatabaseSync>()

function writeOwner(path: string, owner: Owner): void {
  writeFileSync(`${path}.new`, JSON.stringify(owner), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

function heldBy(dir: string, about: string): string {
  let who = 'another process'
  try {
    const owner = JSON.parse(readFileSync(about, 'utf8')) as Owner
    who = `process ${owner.pid} since ${owner.since}${owner.address ? `, which answers at ${owner.address}` : ''}`
  } catch {
    // the owner is between taking the lock and writing its name
  }
  return `The data directory ${dir} is held by ${who}. Stop it first, or set KONTOR_DATA to another directory.`
}
