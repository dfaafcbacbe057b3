import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprint } from '../../scripts/build.ts'

const prefix = `kontor-templates-${process.getuid?.() ?? 0}-`
const kept = 3

/** Everything that decides what a prepared database holds. */
const sources = ['src/schemas', 'server', 'codegen', 'tests/harness', 'package-lock.json']

/** What the prepared databases of this tree are made from, as a short text. */
export function templatesKey(): string {
  return fingerprint(sources).slice(0, 16)
}

/** Fills `dir` with the cluster of an earlier run on the very same sources; false when there is none. */
export function takeTemplates(key: string, dir: string): boolean {
  const cache = join(tmpdir(), prefix + key)
  if (!existsSync(cache)) return false
  try {
    cpSync(cache, dir, { recursive: true })
    chmodSync(join(dir, 'data'), 0o700) // a copy has the umask's rights, and PostgreSQL takes no others than these
    utimesSync(cache, new Date(), new Date()) // the last used ones are kept
    return true
  } catch {
    rmSync(dir, { recursive: true, force: true }) // another run cleared it away meanwhile
    mkdirSync(dir, { mode: 0o700 })
    return false
  }
}

/** Keeps the stopped cluster in `dir` for later runs on the same sources, and only the last few of them. Moves the directory away. */
export function keepTemplates(key: string, dir: string): void {
  const cache = join(tmpdir(), prefix + key)
  if (!existsSync(cache)) renameSync(dir, cache)
  const caches = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))
  const age = (name: string) => statSync(join(tmpdir(), name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  for (const name of caches.sort((a, b) => age(b) - age(a)).slice(kept))
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
}
