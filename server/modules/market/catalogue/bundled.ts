import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { packFiles, readModuleFolder } from '../../../../codegen/package/pack.ts'
import type { CatalogueEntry, ModuleAbout } from '../../../../src/schemas/api/market.ts'
import type { ModuleManifest } from '../../../../src/schemas/language/module/manifest.ts'
import { compareVersions } from '../../../../src/schemas/language/module/version.ts'
import type { Locale } from '../../../../src/schemas/language/words.ts'
import { manifestOf } from '../refusals.ts'

/** An entry of the catalogue as it is for everybody. */
export type Entry = Omit<CatalogueEntry, 'isBought'>

/** The files of a version, by name. */
type Files = Map<string, Buffer>

interface Release {
  manifest: ModuleManifest
  files: Files
  what: Readonly<Record<Locale, string>>
}

/**
 * The catalogue that comes with this Kontor: the folders of `packages`, and modules that have only been announced. `packages/<uid>` is the first
 * version; `packages/updates/<uid>/<version>` has the files that a later one changes, and in `changes.json` what it brings.
 */
const folder = resolve(import.meta.dirname, '../../../../packages')

/** The changes of a version, in both languages. */
const changesName = 'changes.json'

let read: Promise<ReadonlyMap<string, Release[]>> | undefined

/** Every module that comes with this Kontor. */
export async function bundledEntries(): Promise<Entry[]> {
  const releases = await allReleases()
  const entries = [...releases.values()].map(entryOf)
  return [...entries, ...(await announced()).filter(({ uid }) => !releases.has(uid))]
}

/** The package of a module's version, unsigned; undefined where none comes with this Kontor. */
export async function bundledArchive(uid: string, version: string): Promise<Buffer | undefined> {
  const release = (await allReleases()).get(uid)?.find(({ manifest }) => manifest.version === version)
  return release && packFiles(release.files)
}

/** The newest version of a module that comes with this Kontor, with its files. */
export async function newestBundled(uid: string): Promise<{ version: string; files: ReadonlyMap<string, Buffer> } | undefined> {
  const newest = (await allReleases()).get(uid)?.[0]
  return newest && { version: newest.manifest.version, files: newest.files }
}

/** What a manifest says of its module, with nothing left out. */
export function aboutOf(manifest: ModuleManifest): ModuleAbout {
  const { title, title_en, intro = '', intro_en = '', author = '', homepage = '', price = '0.00', requires } = manifest
  return { title, title_en, intro, intro_en, author, category: manifest.category ?? 'tool', homepage, price, requires }
}

function allReleases(): Promise<ReadonlyMap<string, Release[]>> {
  read ??= readReleases()
  return read
}

async function readReleases(): Promise<ReadonlyMap<string, Release[]>> {
  const found = new Map<string, Release[]>()
  for (const uid of await namesIn(folder)) if (existsSync(join(folder, uid, 'module.json'))) found.set(uid, await releasesOf(uid))
  return found
}

/** Versions of a module, the newest first. */
async function releasesOf(uid: string): Promise<Release[]> {
  const first = await readModuleFolder(join(folder, uid))
  const releases = [releaseOf(uid, first)]
  const updates = join(folder, 'updates', uid)
  for (const version of (await namesIn(updates)).sort(compareVersions)) {
    const before = releases[0]?.files ?? first
    releases.unshift(releaseOf(uid, new Map([...before, ...(await readModuleFolder(join(updates, version)))])))
  }
  return releases
}

function releaseOf(uid: string, all: Files): Release {
  const files = new Map([...all].filter(([name]) => name !== changesName).sort(([a], [b]) => (a < b ? -1 : 1)))
  const what = JSON.parse(all.get(changesName)?.toString() ?? '{"zh-cn":"首个版本","en":"First version"}')
  return { manifest: manifestOf(uid, files), files, what }
}

function entryOf(releases: readonly Release[]): Entry {
  const [newest] = releases
  if (!newest) throw new Error('a module of the catalogue has no version')
  const { manifest, files } = newest
  const logo = manifest.images[0]
  const picture = logo === undefined ? undefined : files.get(logo)
  return {
    uid: manifest.uid,
    version: manifest.version,
    versions: releases.map(({ manifest: { version } }) => version),
    changes: releases.map(({ manifest: { version }, what }) => ({ version, what })),
    logo: picture && logo ? `data:${typeOf(logo)};base64,${picture.toString('base64')}` : '',
    ...aboutOf(manifest),
  }
}

const typeOf = (name: string) => (name.endsWith('.svg') ? 'image/svg+xml' : name.endsWith('.webp') ? 'image/webp' : 'image/png')

/** Modules that have a name and no package yet. */
async function announced(): Promise<Entry[]> {
  const text = await readFile(join(folder, 'announced.json'), 'utf8').catch(() => '[]')
  const list = JSON.parse(text) as (Pick<Entry, 'uid'> & Partial<Entry>)[]
  return list.map((each) => ({
    title: each.uid,
    title_en: each.uid,
    intro: '',
    intro_en: '',
    author: 'Kontor',
    category: 'tool',
    homepage: '',
    price: '0.00',
    requires: [],
    version: '',
    versions: [],
    changes: [],
    logo: '',
    ...each,
  }))
}

const namesIn = async (dir: string): Promise<string[]> =>
  (await readdir(dir, { withFileTypes: true }).catch(() => []))
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .sort()
