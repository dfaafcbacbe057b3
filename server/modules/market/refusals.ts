import type { OpenedPackage } from '../../../codegen/package/open.ts'
import { openPackage } from '../../../codegen/package/open.ts'
import { PackageError } from '../../../codegen/package/packageError.ts'
import { bundledSigner } from '../../../src/schemas/api/market.ts'
import { formatIssue, type Issue } from '../../../src/schemas/language/issue.ts'
import { type ModuleManifest, parseManifest } from '../../../src/schemas/language/module/manifest.ts'
import { compareVersions, isInRange } from '../../../src/schemas/language/module/version.ts'
import { Refused } from '../../core/refuse.ts'
import type { Installed } from './store.ts'

/** Which packages are trusted. */
export interface Trust {
  /** Public keys in PEM. */
  keys: readonly string[]
  allowUnsigned: boolean
  /** It comes with this Kontor. */
  isBundled?: boolean
}

/** Opens an archive that somebody brought. Throws `Refused`: it is no sound package, or nobody who is trusted signed it. */
export function openTrusted(archive: Buffer, { keys, allowUnsigned, isBundled = false }: Trust): OpenedPackage {
  try {
    if (isBundled) return { ...openPackage(archive, { keys: [], ignoreSignature: true }), signedBy: bundledSigner }
    return openPackage(archive, { keys, allowUnsigned })
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    if (error.message === 'the package has no signature') throw new Refused('module.unsigned')
    if (error.file === 'signature') throw new Refused('module.signature')
    throw new Refused('module.package', { what: error.message })
  }
}

/** What module.json says. Throws `Refused` where it cannot be read. */
export function manifestOf(uid: string, files: ReadonlyMap<string, Buffer>): ModuleManifest {
  const issues: Issue[] = []
  const manifest = parseManifest(uid, JSON.parse(files.get('module.json')?.toString() ?? 'null'), issues)
  const [first] = issues
  if (first) throw new Refused('module.package', { what: formatIssue({ ...first, file: 'module.json' }) })
  if (!manifest) throw new Refused('module.package', { what: 'module.json' })
  return manifest
}

/** Throws `Refused` where the versions do not fit: of Kontor, and of what is installed. */
export function requireVersions(
  { uid, version, kontor }: ModuleManifest,
  { installed, kontorVersion }: { installed: readonly Installed[]; kontorVersion: string },
): void {
  if (kontor !== undefined && !isInRange(kontorVersion, kontor))
    throw new Refused('module.kontor', { uid, range: kontor, version: kontorVersion })
  const before = installed.find((each) => each.uid === uid)
  if (!before) return
  const order = compareVersions(version, before.version)
  if (order < 0) throw new Refused('module.downgrade', { uid, version, installed: before.version })
  if (order === 0) throw new Refused('module.sameVersion', { uid, version })
}

/** Throws `Refused` with the first fault, its place and its fix, and how many more there are. */
export function requireFaultless(uid: string, faults: readonly string[]): void {
  const [what, ...more] = faults
  if (what === undefined) return
  throw new Refused(more.length > 0 ? 'module.faults' : 'module.fault', { uid, what, more: more.length })
}
