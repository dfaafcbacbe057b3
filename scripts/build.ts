import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { enabledModules } from '../codegen/load/schemaSources.ts'
import { workspaceBrowser } from '../codegen/load/workspaceBrowser.ts'

const sources = ['src', 'modules', 'codegen', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']
const root = resolve(import.meta.dirname, '..')
const isPackage = basename(dirname(root)) === 'node_modules'
const stamp = join(root, 'dist/.built-from')

/** What the stamp says of a front end that came with the package, built for the platform alone. */
const packed = 'packed'

/**
 * Builds the front end into dist/ unless it was built from exactly these sources, with the same modules on and the same plugins of the
 * workspace. Throws when the build fails.
 */
export function ensureBuilt(): void {
  const modules = enabledModules()
  const routes = process.env.VITE_KONTOR_ROUTES ?? ''
  const built = existsSync(stamp) && existsSync(join(root, 'dist/index.html')) ? readFileSync(stamp, 'utf8') : undefined
  const own = workspaceBrowser(process.env.KONTOR_WORKSPACE)
  if (built === packed && isPackage && modules.length === 0 && routes === '' && own === undefined) return
  const wanted = [fingerprint(own === undefined ? sources : [...sources, resolve(own)]), routes, ...modules].join(' ')
  if (built === wanted) return
  process.stdout.write('Building the front end …\n')
  rmSync(stamp, { force: true }) // a build that is cut off is not taken for a whole one
  runVite()
  writeFileSync(stamp, wanted)
}

/** Builds the front end of the platform alone into the `dist` of a folder that becomes the package. Throws when the build fails. */
export function buildForPackage(folder: string): void {
  runVite(['--outDir', join(folder, 'dist')], { KONTOR_MODULES: '', VITE_KONTOR_ROUTES: '' })
  writeFileSync(join(folder, 'dist/.built-from'), packed)
}

function runVite(args: readonly string[] = [], env: Record<string, string> = {}): void {
  // Vite lies beside the project's files, or beside Kontor where that is a package itself.
  const vite = join(fileURLToPath(import.meta.resolve('vite/package.json')), '../bin/vite.js')
  const command = [vite, 'build', '--logLevel', 'warn', ...args]
  const done = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (done.status !== 0) throw new Error('The front end could not be built: see above.')
}

/**
 * A hash over the names and contents of files of the project and of all files below its directories; missing ones, and tests of modules, count
 * as empty.
 */
export function fingerprint(paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesBelow))
    hash
      .update(`${path}\0`)
      .update(readFileSync(resolve(root, path)))
      .update('\0')
  return hash.digest('hex')
}

/** Tests of modules lie beside their code, and are no part of what is made of it. */
const isTests = (path: string) => /(^|\/)modules\/[^/]+\/tests$/.test(path.replaceAll('\\', '/'))

function filesBelow(path: string): string[] {
  if (isTests(path) || !existsSync(resolve(root, path))) return []
  const entries = readdirSyncOrNone(resolve(root, path))
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
