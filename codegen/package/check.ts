import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isObject } from '../../src/schemas/isObject.ts'
import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import { type ModuleManifest, parseManifest } from '../../src/schemas/language/module/manifest.ts'
import { compareVersions, isInRange } from '../../src/schemas/language/module/version.ts'
import { type Loaded, loadSchema } from '../load/pages.ts'
import { firstPartyModules } from '../load/schemaSources.ts'
import { forgetJsonFiles, type JsonFile, parseJsonText } from '../schema/readJson.ts'
import { partsThatNeedCode, widenings } from './needsCode.ts'
import type { OpenedPackage } from './open.ts'

/** Where a package is to be installed. */
export interface CheckAround {
  /** Schema folders of the platform and of the modules that are on, in order; a folder called like the package is its earlier version. */
  sources: readonly string[]
  /** Packages that are installed, with the hash of each if it is known. */
  installed: readonly { uid: string; version: string; hash?: string }[]
  kontorVersion: string
}

/**
 * What is wrong with a package for this Kontor: its versions, its prefixes, and everything that the checker finds in the platform, the modules
 * and the package together. Empty: it can be installed. The files are written into a folder of their own for that, which is gone afterwards.
 */
export function checkPackage(opened: OpenedPackage, around: CheckAround): Promise<Issue[]> {
  return inPlace(opened, around.sources, (dirs) => checkLoaded(opened, around, () => loadSchema(dirs)))
}

/** The same for who reads the schemas anyway: `load` reads them with the package in its place. */
export async function checkLoaded(opened: OpenedPackage, around: CheckAround, load: () => Promise<Loaded>): Promise<Issue[]> {
  const issues: Issue[] = []
  const file = fileIn(opened, 'module.json')
  issues.push(...file.issues)
  const found: Issue[] = []
  const manifest = file.issues.length > 0 ? undefined : parseManifest(opened.manifest.uid, file.value, found)
  if (!manifest) return [...issues, ...found.map(file.locate)]
  checkVersions(opened, manifest, { around, issues: found })
  checkImages(opened, manifest, found)
  issues.push(...found.map(file.locate), ...codeAndWidening(opened))
  const loaded = await load()
  issues.push(...foreignPrefixes(loaded, manifest, opened).map(file.locate))
  const own = `modules/${manifest.uid}/`
  const known = new Set(issues.map(keyOf))
  const rest = loaded.issues.map((issue) => ({
    ...issue,
    file: issue.file.startsWith(own) ? issue.file.slice(own.length) : issue.file,
  }))
  return [...issues, ...rest.filter((issue) => !known.has(keyOf(issue)))]
}

const keyOf = ({ file, path, what }: Issue) => `${file} ${path.join('.')} ${what}`

function fileIn({ files }: OpenedPackage, name: string): JsonFile {
  return parseJsonText(files.get(name)?.toString() ?? '', name)
}

interface Checking {
  around: CheckAround
  issues: Issue[]
}

function checkVersions({ hash }: OpenedPackage, manifest: ModuleManifest, { around, issues }: Checking): void {
  const { uid, version, kontor } = manifest
  const before = around.installed.find((each) => each.uid === uid)
  const isOn = around.sources.some((dir) => basename(dir) === uid)
  if (firstPartyModules().includes(uid) || (isOn && !before))
    issues.push(issueAt(['uid'], `a module called "${uid}" is there already, and no package`, 'choose another name'))
  if (kontor !== undefined && !isInRange(around.kontorVersion, kontor))
    issues.push(
      issueAt(['kontor'], `it is for Kontor ${kontor}, and this is ${around.kontorVersion}`, 'install the version for this one'),
    )
  const order = before ? compareVersions(version, before.version) : 1
  if (before && order < 0)
    issues.push(issueAt(['version'], `${before.version} is installed, which is newer than ${version}`, 'versions only go up'))
  if (before && order === 0 && before.hash !== hash)
    issues.push(
      issueAt(['version'], `${version} is installed already with other content`, 'give the new content a higher version'),
    )
  if (Object.keys(manifest.optionSources).length > 0)
    issues.push(issueAt(['optionSources'], 'an option source needs code of the server, and a package is data only', 'remove it'))
}

function checkImages({ files }: OpenedPackage, { images }: ModuleManifest, issues: Issue[]): void {
  for (const [i, name] of images.entries())
    if (!files.has(name)) issues.push(issueAt(['images', i], `the package has no file "${name}"`, 'add it'))
}

function codeAndWidening(opened: OpenedPackage): Issue[] {
  return [...opened.files.keys()].flatMap((name) => {
    const isPage = /^pages\/.+\/page\.json$/.test(name)
    const isOverlay = name.startsWith('overlays/') && !/\.(?:zh-cn|en)\.json$/.test(name)
    if (!isPage && !isOverlay && !name.startsWith('entities/')) return []
    const file = fileIn(opened, name)
    const found = [...partsThatNeedCode(file.value), ...(isOverlay ? widenings(file.value) : [])]
    return found.map(file.locate)
  })
}

/** Prefixes with which pages or tables of others begin, menu entries outside of its own, and tables of others behind its pages. */
function foreignPrefixes({ places, schema }: Loaded, manifest: ModuleManifest, opened: OpenedPackage): Issue[] {
  const isOwn = (dir: string) => basename(dir) === manifest.uid
  const taken = (prefixes: readonly string[], key: string, names: ReadonlyMap<string, string>) =>
    prefixes.flatMap((prefix, i) => {
      const other = [...names].find(([name, dir]) => !isOwn(dir) && name.startsWith(prefix))
      return other ? [issueAt([key, i], `"${prefix}" is not free: "${other[0]}" begins so`, 'choose another prefix')] : []
    })
  const borrowed = [...schema.pages.values()].flatMap(({ id, entity }) => {
    const owner = places.tables.get(entity.table)
    const isAllowed = owner === undefined || isOwn(owner) || manifest.requires.includes(basename(owner))
    return isOwn(places.pages.get(id) ?? '') && !isAllowed
      ? [
          issueAt(
            ['tablePrefixes'],
            `the page "${id}" edits the table "${entity.table}", which is not the package's`,
            'use a table of its own',
          ),
        ]
      : []
  })
  return [
    ...taken(manifest.pagePrefixes, 'pagePrefixes', places.pages),
    ...taken(manifest.tablePrefixes, 'tablePrefixes', places.tables),
    ...borrowed,
    ...foreignEntries(opened, manifest),
  ]
}

function foreignEntries(opened: OpenedPackage, { pagePrefixes }: ModuleManifest): Issue[] {
  const files = [...opened.files.keys()].filter((name) => name.startsWith('menus/'))
  const entries = files.flatMap((name) => fileIn(opened, name).value)
  const names = entries.flatMap((entry) => (isObject(entry) && typeof entry.name === 'string' ? [entry.name] : []))
  return names
    .filter((name) => !pagePrefixes.some((prefix) => `${name}/`.startsWith(prefix)))
    .map((name) =>
      issueAt(['pagePrefixes'], `the menu entry "${name}" is outside of the package's pages`, 'begin its name like them'),
    )
}

/** Calls back with the folders of all schemas, the package's files in the place of its earlier version or at the end. Its folder is gone afterwards. */
export async function inPlace<T>(
  { manifest, files }: OpenedPackage,
  sources: readonly string[],
  work: (dirs: readonly string[]) => Promise<T>,
): Promise<T> {
  const top = await mkdtemp(join(tmpdir(), 'kontor-package-'))
  try {
    const dir = join(top, manifest.uid)
    for (const [name, bytes] of files) {
      await mkdir(dirname(join(dir, name)), { recursive: true })
      await writeFile(join(dir, name), bytes)
    }
    const isUpdate = sources.some((each) => basename(each) === manifest.uid)
    const dirs = sources.map((each) => (basename(each) === manifest.uid ? dir : each))
    return await work(isUpdate ? dirs : [...dirs, dir])
  } finally {
    forgetJsonFiles(top)
    await rm(top, { recursive: true, force: true })
  }
}
