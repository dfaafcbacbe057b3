import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fingerprint } from '../../../scripts/build.ts'

const prefix = `kontor-templates-${process.getuid?.() ?? 0}-`
const kept = 3

const harness = ['database.ts', 'run/cluster.ts', 'run/templateCache.ts'].map((name) => `tests/harness/${name}`)
const modules = readdirSync('modules').flatMap((name) =>
  readdirSync(join('modules', name)).map((part) => join('modules', name, part)),
)
const ofProduct = modules.filter((path) => basename(path) !== 'tests')
/** Everything that decides what a prepared database holds. */
const sources = ['src/schemas', 'server', ...ofProduct, 'codegen', ...harness, 'package-lock.json']

/** What the prepared databases of this tree are made from, as a short text. */
export function templatesKey(): string {
  return fingerprint(sources).slice(0, 16)
}

/** Fills `dir` with the cluster that an earlier run on the very same sources left in `lasting`; false when there is none. */
export function takeTemplates(key: string, dir: string, lasting: string): boolean {
  const cache = join(lasting, prefix + key)
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

/** Keeps the stopped cluster in `dir` for later runs on the same sources, and only the last few of them. */
export function keepTemplates(key: string, dir: string, lasting: string): void {
  const cache = join(lasting, prefix + key)
  if (!existsSync(cache)) {
    const half = mkdtempSync(join(lasting, `half-${prefix}`))
    cpSync(dir, half, { recursive: true })
    renameSync(half, cache)
  }
  const caches = readdirSync(lasting).filter((name) => name.startsWith(prefix))
  const age = (name: string) => statSync(join(lasting, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  for (const name of caches.sort((a, b) => age(b) - age(a)).slice(kept))
    rmSync(join(lasting, name), { recursive: true, force: true })
}
