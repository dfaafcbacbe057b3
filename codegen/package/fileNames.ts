import { PackageError, type PackageLimits } from './packageError.ts'

export const manifestName = 'manifest.json'
export const signatureName = 'signature'

/** What a package may hold, by where it lies. */
const places = [
  /^module\.json$/,
  /^pages\/.+\/(?:page|zh-cn|en)\.json$/,
  /^entities\/[^/]+\.json$/,
  /^words\/[^/]+\/[^/]+\.json$/,
  /^menus\/(?:admin|user)\.json$/,
  /^overlays\/[^/]+\/.+\.json$/,
  /^demo\/[a-z][a-z0-9_]*\.json$/,
  /^assets\/.+\.(?:png|webp|svg)$/,
]
/** Names that Windows keeps for devices, whatever their ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Refuses names that lead out of the package's folder, that differ between systems, or of files that packages do not have. */
export function checkNames(names: readonly string[], limits: PackageLimits): void {
  const seen = new Map<string, string>()
  for (const name of names) {
    checkName(name, limits)
    const key = name.toLowerCase()
    const other = seen.get(key)
    if (other === name) throw new PackageError(name, 'the file is there twice')
    if (other !== undefined) throw new PackageError(name, `on some systems it is the same file as ${other}`)
    seen.set(key, name)
  }
  for (const [key, name] of seen) {
    const parts = key.split('/')
    const folder = parts.map((_, i) => parts.slice(0, i).join('/')).find((each) => seen.has(each))
    if (folder !== undefined) throw new PackageError(name, `${seen.get(folder)} is a file, so there can be nothing below it`)
  }
}

function checkName(name: string, limits: PackageLimits): void {
  const shown = JSON.stringify(name.slice(0, limits.nameLength)).slice(1, -1)
  const refuse = (what: string) => {
    throw new PackageError(shown, what)
  }
  const parts = name.split('/')
  if (name.length > limits.nameLength) refuse(`the name is longer than ${limits.nameLength} characters`)
  if (parts.length > limits.depth) refuse(`it lies in more than ${limits.depth - 1} folders`)
  if (name.includes('\\')) refuse('the name has a backslash')
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) refuse('the name is absolute')
  if (parts.includes('..') || parts.includes('.') || parts.includes('')) refuse('the name leads out of the package')
  if (parts.some((part) => part.startsWith('.'))) refuse('a package has no files whose name begins with a dot')
  // Other letters have several spellings, which some systems take for one file and others for two.
  if (!/^[\w./-]+$/.test(name)) refuse('a name has letters from a to z, digits, ".", "-" and "_" only')
  if (parts.some((part) => reserved.test(part) || part.endsWith('.'))) refuse('Windows has no files of this name')
  if (name === manifestName || name === signatureName) return
  if (!/\.(?:json|png|webp|svg)$/.test(name)) refuse('a package holds data only: .json, and .png, .webp and .svg below assets')
  if (!places.some((place) => place.test(name)))
    refuse('it is not where modules have files: module.json, pages, entities, words, menus, overlays, demo, assets')
}
