import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { enabledModules } from '../codegen/load/schemaSources.ts'

const sources = ['src', 'modules', 'codegen', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']
const stamp = 'dist/.built-from'

/** Builds the front end into dist/ unless it was built from exactly these sources, with the same modules on. Throws when the build fails. */
export function ensureBuilt(): void {
  const wanted = [fingerprint(sources), process.env.VITE_KONTOR_ROUTES ?? '', ...enabledModules()].join(' ')
  if (existsSync(stamp) && existsSync('dist/index.html') && readFileSync(stamp, 'utf8') === wanted) return
  process.stdout.write('Building the front end …\n')
  rmSync(stamp, { force: true }) // a build that is cut off is not taken for a whole one
  const done = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { stdio: 'inherit' })
  if (done.status !== 0) throw new Error('The front end could not be built: see above.')
  writeFileSync(stamp, wanted)
}

/** A hash over the names and contents of files and of all files below directories; missing ones count as empty. */
export function fingerprint(paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesBelow)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  const entries = readdirSyncOrNone(path)
  if (!entries) return [path]
  return entries.sort().flatMap((name) => filesBelow(join(path, name)))
}

function readdirSyncOrNone(path: string): string[] | undefined {
  try {
    return readdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}
