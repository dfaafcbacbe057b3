import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { holdDirectory } from '../../../server/core/db/postgres/lock.ts'
import { isLong } from '../sampling.ts'

/** Files here are kept in memory: a database is copied in a twentieth of the time that a disk takes under load. */
const memory = '/dev/shm'
const prefix = `kontor-run-${process.getuid?.() ?? 0}-`
/** What a run needs at the most, in bytes; the long one exports and imports many rows. */
const room = (isLong ? 8 : 4) * 2 ** 30

/**
 * Makes a directory in memory for all temporary files of a run, and clears those of runs that were killed with `clear`. Gives nothing
 * where the system has no such place, or too little room in it: then they are where temporary files usually are.
 */
export async function takeScratch(clear: (dir: string) => Promise<void>): Promise<{ dir: string; end(): void } | undefined> {
  if (!existsSync(memory) || !mayRunPrograms()) return undefined
  for (const name of readdirSync(memory).filter((each) => each.startsWith(prefix))) {
    const left = join(memory, name)
    if (!existsSync(join(left, 'owner.json'))) continue // a run that begins right now
    try {
      const hold = holdDirectory(left)
      await clear(left)
      rmSync(left, { recursive: true, force: true })
      hold.release()
    } catch {
      // another run works in it
    }
  }
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, process.availableMemory()) < room) return undefined
  const dir = mkdtempSync(join(memory, prefix))
  chmodSync(dir, 0o711) // PostgreSQL runs as another user than root
  const hold = holdDirectory(dir)
  return {
    dir,
    end() {
      rmSync(dir, { recursive: true, force: true })
      hold.release()
    },
  }
}

/** Containers often forbid to run what lies there; some tests copy PostgreSQL's programs beside their data. */
function mayRunPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map((line) => line.split(' ')).findLast(([, place]) => place === memory)?.[3] ?? ''
  return !options.split(',').includes('noexec')
}
