import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { isObject } from '../../src/schemas/isObject.ts'
import { checkContent, readJson } from './content.ts'
import { checkNames, manifestName, signatureName } from './fileNames.ts'
import { PackageError, packageLimits } from './packageError.ts'
import { manifestText } from './packageManifest.ts'
import { readPrivateKey, signManifest } from './signature.ts'

/** The files of a module's folder by name, sorted. Throws `PackageError` for a file that a package cannot have. */
export async function readModuleFolder(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true })
  const files = new Map<string, Buffer>()
  for (const entry of entries.sort()) {
    const path = join(folder, entry)
    const name = relative(folder, path).replaceAll('\\', '/')
    const about = await lstat(path)
    if (about.isSymbolicLink()) throw new PackageError(name, 'it is a link')
    if (about.isFile()) files.set(name, await readFile(path))
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The package of a module's folder, signed when there is a private key (PEM). The same files and key give the same bytes. Throws
 * `PackageError` for what `openPackage` would refuse.
 */
export async function packFolder(folder: string, privateKey?: string): Promise<Buffer> {
  return packFiles(await readModuleFolder(folder), privateKey)
}

/** The same of files that are not in one folder. */
export async function packFiles(files: ReadonlyMap<string, Buffer>, privateKey?: string): Promise<Buffer> {
  for (const own of [manifestName, signatureName])
    if (files.has(own)) throw new PackageError(own, 'packing writes this file: remove it from the folder')
  checkNames([...files.keys()], packageLimits)
  for (const [name, content] of files) checkContent(name, content)
  const manifest = manifestText(identityIn(files), files)
  const signature = privateKey === undefined ? [] : [[signatureName, signManifest(manifest, readPrivateKey(privateKey))] as const]
  return zipFiles([[manifestName, manifest], ...signature, ...files])
}

function identityIn(files: ReadonlyMap<string, Buffer>): { uid: string; version: string } {
  const bytes = files.get('module.json')
  if (!bytes) throw new PackageError('', 'the folder has no module.json')
  const module = readJson('module.json', bytes)
  const { uid, version } = isObject(module) ? module : {}
  if (typeof uid !== 'string' || typeof version !== 'string')
    throw new PackageError('module.json', '"uid" and "version" are missing')
  return { uid, version }
}

/** A zip of these files, in this order. Times and modes are the same whenever and wherever it is made. */
export async function zipFiles(files: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  const zip = new ZipFile()
  // Zips hold the local time: this is the earliest one everywhere.
  const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true, compress: true }
  for (const [name, bytes] of files) zip.addBuffer(bytes, name, options)
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}
