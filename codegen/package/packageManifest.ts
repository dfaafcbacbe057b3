import * as z from 'zod/mini'
import { isObject } from '../../src/schemas/isObject.ts'
import { formatIssue, type Issue } from '../../src/schemas/language/issue.ts'
import { readShape } from '../../src/schemas/language/shape.ts'
import { readJson } from './content.ts'
import { manifestName } from './fileNames.ts'
import { PackageError } from './packageError.ts'
import { sha256 } from './signature.ts'

/** What manifest.json of a package says: which module it is, and the SHA-256 of every file. */
export interface PackageManifest {
  format: 1
  uid: string
  version: string
  files: Readonly<Record<string, string>>
}

const shape = z.strictObject({
  format: z.literal(1),
  uid: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/), z.maxLength(40)),
  version: z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
  files: z.record(z.string(), z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})

/** The text of manifest.json for these files: the same for the same files. */
export function manifestText({ uid, version }: { uid: string; version: string }, files: ReadonlyMap<string, Buffer>): Buffer {
  const hashes = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, bytes]) => [name, sha256(bytes)])
  const manifest: PackageManifest = { format: 1, uid, version, files: Object.fromEntries(hashes) }
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
}

export function readManifest(bytes: Buffer): PackageManifest {
  const issues: Issue[] = []
  const read = readShape(shape, readJson(manifestName, bytes), [], issues)
  if (read) return read
  throw new PackageError('', issues.map((issue) => formatIssue({ ...issue, file: manifestName }))[0] ?? manifestName)
}

/** Every file is in the manifest, and none besides; its content is the one that was signed. */
export function checkHashes({ files: hashes }: PackageManifest, files: ReadonlyMap<string, Buffer>): void {
  for (const [name, bytes] of files) {
    if (!Object.hasOwn(hashes, name)) throw new PackageError(name, 'the file is not in manifest.json')
    if (hashes[name] !== sha256(bytes)) throw new PackageError(name, 'its content is not the one whose hash manifest.json has')
  }
  const missing = Object.keys(hashes).find((name) => !files.has(name))
  if (missing !== undefined) throw new PackageError(missing, 'the file is in manifest.json and not in the package')
}

/** manifest.json and module.json name one module and version: the signature is for that one. */
export function checkIdentity({ uid, version }: PackageManifest, files: ReadonlyMap<string, Buffer>): void {
  const bytes = files.get('module.json')
  if (!bytes) throw new PackageError('', 'the package has no module.json')
  const module = readJson('module.json', bytes)
  if (!isObject(module) || module.uid !== uid || module.version !== version)
    throw new PackageError('module.json', `"uid" and "version" are not those of manifest.json, ${uid} ${version}`)
}
