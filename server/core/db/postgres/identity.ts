import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Binaries, program } from './binaries.ts'

/**
 * As whom PostgreSQL runs. It refuses to run as root, so root lends it another identity: in a user namespace in which root is called
 * `nobody` (files stay where and whose they are), or, where a container allows no namespaces, as the real uid `nobody` with programs
 * and data below /var/lib/kontor, because `nobody` may not enter root's home.
 */
export type Identity = {
  kind: IdentityKind
  /** The directory with the programs that this identity may execute. */
  bin: string
  /** The directory that holds PostgreSQL's own files (data, links, socket). */
  home: string
  /** What to execute so that `file` runs under this identity. */
  wrap(file: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number }
  /** Hands a file or directory that we made to this identity. */
  give(path: string): void
}

export type IdentityKind = 'self' | 'namespace' | 'nobody'

const unshare = ['--user', '--map-user=65534', '--map-group=65534', '--']

/**
 * Picks the identity for the cluster in `dir`. `wanted` is the one that made it: a cluster keeps its identity for life, for another
 * could not read its files. Throws one clear line when that is not possible on this machine.
 */
export function pickIdentity(dir: string, binaries: Binaries, wanted?: IdentityKind, sharedHome = '/var/lib/kontor'): Identity {
  const uid = process.getuid?.()
  if (uid !== 0) {
    if (wanted === 'nobody') throw new Error(`The database of ${dir} was made by root and can only be started by root.`)
    // initdb wants a name for its uid, which a container's arbitrary one has not
    const nameless = wanted === 'namespace' || (wanted === undefined && uid !== undefined && !passwd().has(uid))
    return nameless && namespaceWorks(dir, binaries) ? inNamespace(dir, binaries) : asSelf(dir, binaries)
  }
  if (wanted !== 'nobody' && namespaceWorks(dir, binaries)) return inNamespace(dir, binaries)
  if (wanted === 'namespace' || wanted === 'self') {
    throw new Error(
      `The database of ${dir} cannot be started as root here: user namespaces are not allowed. Start Kontor as the owner of the directory.`,
    )
  }
  return asNobody(dir, binaries, sharedHome)
}

function asSelf(dir: string, binaries: Binaries): Identity {
  return { kind: 'self', bin: binaries.bin, home: dir, wrap: (file, args) => ({ file, args }), give: () => {} }
}

function inNamespace(dir: string, binaries: Binaries): Identity {
  return {
    ...asSelf(dir, binaries),
    kind: 'namespace',
    wrap: (file, args) => ({ file: 'unshare', args: [...unshare, file, ...args] }),
  }
}

/** Tries it: namespaces may be off, and from inside one the programs or the directory of another user may be out of reach. */
function namespaceWorks(dir: string, binaries: Binaries): boolean {
  if (process.platform !== 'linux' || !passwd().has(65534)) return false
  const script = 'test -w "$1" && test -x "$2" && test -r "$2"'
  return spawnSync('unshare', [...unshare, 'sh', '-c', script, 'sh', dir, program(binaries.bin, 'postgres')]).status === 0
}

function asNobody(dir: string, binaries: Binaries, sharedHome: string): Identity {
  // initdb wants a name for its uid, so the account has to exist; 65534 is "nobody" nearly everywhere
  const users = passwd()
  const found = users.has(65534) ? 65534 : [...users].find(([, entry]) => entry.name === 'nobody')?.[0]
  const entry = found === undefined ? undefined : users.get(found)
  if (found === undefined || !entry) {
    throw new Error(
      'PostgreSQL does not run as root and there is no user "nobody" to run it as: start Kontor as another user, or set DATABASE_URL.',
    )
  }
  const give = (path: string) => chownSync(path, found, entry.gid)
  mkdirSync(sharedHome, { recursive: true, mode: 0o755 })
  const home = join(sharedHome, `${basename(dir)}-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`)
  if (!existsSync(home)) mkdirSync(home, { mode: 0o700 })
  if (statSync(home).uid !== found) give(home)
  const bin = binaries.from === 'system' ? binaries.bin : join(copyPrograms(binaries, sharedHome), 'bin')
  return { kind: 'nobody', bin, home, wrap: (file, args) => ({ file, args, uid: found, gid: entry.gid }), give }
}

/** Copies the installation once per version; the rename makes a half copy impossible to mistake for a whole one. */
function copyPrograms(binaries: Binaries, sharedHome: string): string {
  const target = join(sharedHome, `postgresql-${binaries.version}`)
  if (existsSync(target)) return target
  const half = `${target}.${process.pid}.new`
  rmSync(half, { recursive: true, force: true })
  cpSync(binaries.root, half, { recursive: true })
  try {
    renameSync(half, target)
  } catch (cause) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(target)) throw cause // else another start was quicker
  }
  return target
}

function passwd(): Map<number, { name: string; gid: number }> {
  const users = new Map<number, { name: string; gid: number }>()
  if (!existsSync('/etc/passwd')) return users
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name && uid && gid) users.set(Number(uid), { name, gid: Number(gid) })
  }
  return users
}
