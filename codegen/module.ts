import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '../src/schemas/errors.ts'
import { formatIssue } from '../src/schemas/language/issue.ts'
import { schemaSources } from './load/schemaSources.ts'
import { checkPackage } from './package/check.ts'
import { type OpenedPackage, openPackage } from './package/open.ts'
import { packFolder } from './package/pack.ts'
import { fingerprintOf } from './package/signature.ts'
import { starterFiles } from './package/starter.ts'

const usage = `npm run module -- <command>
  new <uid> [--into <folder>]                      a module with one example screen (into: packages)
  keygen [--out <name>]                            a pair of keys, <name>.key to sign with and <name>.pub to publish (out: module)
  pack <folder> [--key <file>] [--out <file>]      the package of a module's folder, signed with the private key
  verify <file> [--key <file>]                     check the package with this public key; without one, its signature is not asked for
  list <file>                                      the files of a package
  --help                                           this text`

interface Options {
  into?: string | undefined
  key?: string | undefined
  out?: string | undefined
}

const commands: Readonly<Record<string, (what: string, options: Options) => Promise<number>>> = {
  new: create,
  keygen,
  pack,
  verify,
  list,
}
const kontorVersion = async () =>
  (JSON.parse(await readFile(resolve(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }).version

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      key: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const [name = '', what = '', ...more] = positionals
  if (values.help) {
    console.log(usage)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Error(name === '' ? usage : `there is no command "${name}"\n${usage}`)
  if (more.length > 0 || (name !== 'keygen' && what === '')) throw new Error(`"${name}" takes one name\n${usage}`)
  return await command(what, values)
}

async function create(uid: string, { into = 'packages' }: Options): Promise<number> {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(uid))
    throw new Error(`"${uid}" is no name of a module: write a-z, 0-9 and "-", such as "repair-tickets"`)
  const dir = join(into, uid)
  if (existsSync(dir)) throw new Error(`${dir} is there already`)
  for (const [name, text] of starterFiles(uid)) {
    await mkdir(dirname(join(dir, name)), { recursive: true })
    await writeFile(join(dir, name), text)
  }
  console.log(`wrote ${dir}`)
  return 0
}

async function keygen(_: string, { out = 'module' }: Options): Promise<number> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  await writeFile(`${out}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  await writeFile(`${out}.pub`, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' })
  console.log(`wrote ${out}.key (keep it secret) and ${out}.pub\nfingerprint ${fingerprintOf(publicKey)}`)
  return 0
}

async function pack(folder: string, { key, out }: Options): Promise<number> {
  const bytes = await packFolder(folder, key === undefined ? undefined : await readFile(key, 'utf8'))
  const opened = openPackage(bytes, {
    keys: key === undefined ? [] : [await readFile(key, 'utf8')],
    allowUnsigned: key === undefined,
  })
  const { uid, version } = opened.manifest
  if (uid !== basename(resolve(folder)))
    throw new Error(`module.json: the folder is called "${basename(resolve(folder))}", and "uid" is "${uid}"`)
  if (!(await isSound(opened))) return 1
  const path = out ?? `${uid}-${version}.zip`
  await writeFile(path, bytes)
  console.log(`wrote ${path}: ${opened.files.size} files, ${bytes.length} bytes, ${signed(opened)}`)
  return 0
}

async function verify(file: string, options: Options): Promise<number> {
  const opened = await open(file, options)
  if (!(await isSound(opened))) return 1
  console.log(`${opened.manifest.uid} ${opened.manifest.version}: no faults, ${signed(opened)}`)
  return 0
}

async function list(file: string, options: Options): Promise<number> {
  const opened = await open(file, options)
  console.log(`${opened.manifest.uid} ${opened.manifest.version}, ${signed(opened)}`)
  for (const [name, bytes] of opened.files) console.log(`${String(bytes.length).padStart(8)} ${name}`)
  return 0
}

async function open(file: string, { key }: Options): Promise<OpenedPackage> {
  const bytes = await readFile(file)
  if (key !== undefined) return openPackage(bytes, { keys: [await readFile(key, 'utf8')] })
  return openPackage(bytes, { keys: [], allowUnsigned: true, ignoreSignature: true })
}

/** Does the package fit the modules that are on? Its faults are shown. */
async function isSound(opened: OpenedPackage): Promise<boolean> {
  const sources = schemaSources().filter((dir) => basename(dir) !== opened.manifest.uid)
  const issues = await checkPackage(opened, { sources, installed: [], kontorVersion: await kontorVersion() })
  for (const issue of issues) console.error(formatIssue(issue))
  return issues.length === 0
}

function signed({ signedBy }: OpenedPackage): string {
  return signedBy === undefined ? 'signature not checked' : `signed by ${signedBy}`
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
