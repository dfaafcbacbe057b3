import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Binaries, environmentFor, findBinaries, program } from './binaries.ts'
import { type Identity, type IdentityKind, pickIdentity } from './identity.ts'

/** A PostgreSQL data directory and what is needed to start it. */
export type Installation = {
  identity: Identity
  env: NodeJS.ProcessEnv
  /** PostgreSQL's data directory. */
  data: string
  secrets: Secrets
}

/** Random passwords, made once per cluster and kept in a file that only the owner of the directory can read. */
type Secrets = { superuser: string; app: string; identity: IdentityKind }

/** Which identity to use and where `nobody`'s files go; both are chosen by Kontor unless a test says otherwise. */
export type InstallOptions = { durable: boolean; identity?: IdentityKind; sharedHome?: string }

/**
 * Finds the PostgreSQL cluster below `dir`, or makes it there. A half-made one, left by a kill, is thrown away: it was never used.
 * The caller holds `dir`. Throws one clear line when PostgreSQL cannot be found or run, or is of another major version than the data.
 */
export function install(dir: string, options: InstallOptions): Installation {
  const binaries = findBinaries()
  const kept = readSecrets(dir)
  const identity = pickIdentity(dir, binaries, kept?.identity ?? options.identity, options.sharedHome)
  const secrets = kept ?? { superuser: password(), app: password(), identity: identity.kind }
  if (!kept) writeDurably(join(dir, 'secrets.json'), JSON.stringify(secrets))
  const links = join(identity.home, 'lib')
  mkdirSync(links, { recursive: true })
  identity.give(links)
  const env = environmentFor(binaries, identity.bin, links)
  const data = join(identity.home, 'data')
  const installation = { identity, env, data, secrets }
  if (existsSync(join(data, 'PG_VERSION'))) checkVersion(binaries, data)
  else initialise(binaries, installation, dir, options.durable)
  return installation
}

function initialise(binaries: Binaries, { identity, env, data, secrets }: Installation, dir: string, durable: boolean): void {
  const half = `${data}.new`
  const passwordFile = join(identity.home, 'password.new')
  rmSync(half, { recursive: true, force: true })
  writeFileSync(passwordFile, secrets.superuser, { mode: 0o600 })
  identity.give(passwordFile)
  const args = ['-D', half, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--data-checksums']
  args.push(...localeFor(binaries), '--no-instructions', ...(durable ? [] : ['--no-sync']))
  const { file, args: all, uid, gid } = identity.wrap(program(identity.bin, 'initdb'), args)
  const done = spawnSync(file, all, { env, cwd: identity.home, encoding: 'utf8', uid, gid })
  rmSync(passwordFile, { force: true })
  if (done.status !== 0) {
    throw new Error(`PostgreSQL could not make its data directory in ${dir}: ${(done.stderr || String(done.error ?? '')).trim()}`)
  }
  renameSync(half, data)
  if (durable) syncDirectory(identity.home)
}

/**
 * Text is compared byte by byte and its case follows Unicode, both built into PostgreSQL (17 and newer): an index keeps its order when
 * the machine's C library or ICU is updated, which silently breaks indexes of the usual locales. Lists of Chinese names have no useful
 * order in either.
 */
function localeFor(binaries: Binaries): string[] {
  const builtin = Number.parseInt(binaries.version, 10) >= 17
  return builtin ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C', '--lc-ctype=C.UTF-8']
}

function checkVersion(binaries: Binaries, data: string): void {
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const has = String(Number.parseInt(binaries.version, 10))
  if (made === has) return
  throw new Error(
    `The data in ${data} was made by PostgreSQL ${made}, but PostgreSQL ${has} is installed. Dump it with version ${made} and load it into a new directory.`,
  )
}

function readSecrets(dir: string): Secrets | undefined {
  const path = join(dir, 'secrets.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Secrets) : undefined
}

const password = () => randomBytes(24).toString('hex')

/** Losing this file in a power cut would lock us out of the data. */
function writeDurably(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w', 0o600)
  writeFileSync(file, text)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
  syncDirectory(join(path, '..'))
}

function syncDirectory(dir: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(dir, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
