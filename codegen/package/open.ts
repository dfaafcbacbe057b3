import { checkContent } from './content.ts'
import { checkNames, manifestName, signatureName } from './fileNames.ts'
import { PackageError, type PackageLimits, packageLimits } from './packageError.ts'
import { checkHashes, checkIdentity, type PackageManifest, readManifest } from './packageManifest.ts'
import { readPublicKey, sha256, signerOf } from './signature.ts'
import { readZip, type ZipEntry } from './zip.ts'

/** What a package must be to be opened. */
export interface OpenOptions {
  /** The public keys that are trusted, in PEM. */
  keys: readonly string[]
  /** Also packages without any signature; one that has a wrong signature is refused all the same. */
  allowUnsigned?: boolean
  /** Do not look at the signature: for tools that show what a package holds, never before it is installed. */
  ignoreSignature?: boolean
  limits?: Partial<PackageLimits>
}

/** A package whose files are harmless as such. Whether they fit this Kontor is for `checkPackage` (check.ts) to say. */
export interface OpenedPackage {
  manifest: PackageManifest
  /** By name, without manifest.json and signature. */
  files: ReadonlyMap<string, Buffer>
  /** The fingerprint of the key that signed it; undefined when nobody did. */
  signedBy: string | undefined
  /** SHA-256 of manifest.json: two packages with the same one have the same content. */
  hash: string
}

/**
 * Opens a package: its zip, names, sizes, signature, hashes and the content of each file are right, or nothing is returned. It writes nothing and
 * needs nothing but the bytes. Throws `PackageError`.
 */
export function openPackage(
  bytes: Buffer,
  { keys, allowUnsigned = false, ignoreSignature = false, limits = {} }: OpenOptions,
): OpenedPackage {
  const all = { ...packageLimits, ...limits }
  const entries = readZip(bytes, all)
  checkNames(
    entries.map(({ name }) => name),
    all,
  )
  const text = entries.find(({ name }) => name === manifestName)?.read()
  if (!text) throw new PackageError('', 'the package has no manifest.json')
  const signedBy = ignoreSignature ? undefined : signerIn(entries, text, { keys, allowUnsigned })
  const manifest = readManifest(text)
  const own = entries.filter(({ name }) => name !== manifestName && name !== signatureName)
  const files = new Map(own.map(({ name, read }) => [name, read()]))
  checkHashes(manifest, files)
  for (const [name, content] of files) checkContent(name, content)
  checkIdentity(manifest, files)
  return { manifest, files, signedBy, hash: sha256(text) }
}

function signerIn(
  entries: readonly ZipEntry[],
  manifest: Buffer,
  { keys, allowUnsigned }: { keys: readonly string[]; allowUnsigned: boolean },
): string | undefined {
  const signature = entries.find(({ name }) => name === signatureName)?.read()
  if (signature) return signerOf(manifest, signature, keys.map(readPublicKey))
  if (!allowUnsigned) throw new PackageError('', 'the package has no signature')
  return undefined
}
