import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { contradict, type Deed } from '../../../codegen/overlay/ledger.ts'
import type { ConflictSolution, OverlayConflict, OverlayPlace } from '../../../src/schemas/api/market.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { locales } from '../../../src/schemas/language/words.ts'

/** A change that a package does not make: another makes its own there, or somebody reverted it. */
export interface Yielding extends OverlayPlace {
  /** Whose change stands there instead; `reverted`: nobody's. */
  to: string
}

/** What a change yields to that somebody reverted. No package is called so. */
export const reverted = ''

/** What a person has chosen for a conflict. */
export interface Solution extends Pick<OverlayConflict, 'page' | 'op' | 'path' | 'with'> {
  solution: ConflictSolution
}

type Files = ReadonlyMap<string, Buffer>
type PageDeed = Omit<Deed, 'from'> & { page: string }

const overlayName = /^overlays\/[^/]+\/(.+?)(?:\.(zh-cn|en))?\.json$/
const ops = ['add', 'move', 'hide', 'set'] as const
const places = [...ops, 'words'] as const

/** Where a package changes what another package or module changes too, each place once. */
export async function findConflicts(
  files: Files,
  folders: readonly string[],
  { uid, packages }: { uid: string; packages: readonly string[] },
): Promise<OverlayConflict[]> {
  const own = deedsOf(files)
  const found: OverlayConflict[] = []
  for (const folder of own.length > 0 ? folders : []) {
    const name = basename(folder)
    // The project's own overlays come last and may change what those of modules do.
    if (name === uid || !existsSync(join(folder, 'module.json'))) continue
    const theirs = deedsOf(await overlaysIn(folder))
    for (const { page, op, path, value } of own)
      if (theirs.some((each) => each.page === page && contradict(each, { op, path, value })))
        found.push({ page, op, path, with: name, mayCover: packages.includes(name) })
  }
  return found
}

/** The changes that a package makes to pages of others. */
export function deedsOf(files: Files): PageDeed[] {
  return [...files].flatMap(([name, bytes]) => {
    const [, page, locale] = overlayName.exec(name) ?? []
    if (page === undefined || locale !== undefined) return []
    return deedsIn(JSON.parse(bytes.toString())).map((deed) => ({ page, ...deed }))
  })
}

/** What an overlay file does. */
export function deedsIn(json: unknown): Omit<Deed, 'from'>[] {
  if (!isObject(json)) return []
  return ops.flatMap((op): Omit<Deed, 'from'>[] => {
    const said = json[op]
    if (op === 'hide') return Array.isArray(said) ? said.map((path) => ({ op, path: String(path), value: 'true' })) : []
    return isObject(said) ? Object.entries(said).map(([path, value]) => ({ op, path, value: JSON.stringify(value) })) : []
  })
}

/** The files of a package without these changes, nor the words of what it does not add. */
export function withoutYielding(files: Files, yielding: readonly OverlayPlace[]): Files {
  if (yielding.length === 0) return files
  return new Map(
    [...files].flatMap(([name, bytes]) => {
      const [, page, locale] = overlayName.exec(name) ?? []
      const left = yielding.filter((each) => each.page === page)
      if (left.length === 0) return [[name, bytes] as const]
      const json = JSON.parse(bytes.toString())
      for (const place of left)
        if (locale === undefined) forget(json, place)
        else if (place.op === 'add' || place.locale === locale) forgetWords(json, place.path.split('.'))
      const kept = withoutEmpty(json, locale === undefined ? 1 : Number.POSITIVE_INFINITY)
      return kept === undefined ? [] : [[name, Buffer.from(JSON.stringify(kept, null, 2))] as const]
    }),
  )
}

/** The value without objects and lists in which nothing is left, so many levels deep; undefined where nothing is left of it. */
function withoutEmpty(value: unknown, depth: number): unknown {
  if (depth < 0) return value
  if (Array.isArray(value)) return value.length === 0 ? undefined : value
  if (!isObject(value)) return value
  const left = Object.entries(value).flatMap(([key, each]) => {
    const kept = withoutEmpty(each, depth - 1)
    return kept === undefined ? [] : [[key, kept] as const]
  })
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

function forget(json: Record<string, unknown>, { op, path }: OverlayPlace): void {
  const said = json[op]
  if (Array.isArray(said)) json[op] = said.filter((each) => each !== path)
  else if (isObject(said)) json[op] = Object.fromEntries(Object.entries(said).filter(([key]) => key !== path))
}

function forgetWords(json: Record<string, unknown>, [key = '', ...rest]: readonly string[]): void {
  const inner = json[key]
  if (rest.length === 0) delete json[key]
  else if (isObject(inner)) forgetWords(inner as Record<string, unknown>, rest)
}

async function overlaysIn(folder: string): Promise<Files> {
  const dir = join(folder, 'overlays')
  const names = await readdir(dir, { recursive: true }).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json')).map((name) => `overlays/${name.replaceAll('\\', '/')}`)
  return new Map(await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name))] as const)))
}

/** What the new package leaves out. Where nobody has chosen yet, it yields. */
export const discarded = (conflicts: readonly OverlayConflict[], solutions: readonly Solution[]): Yielding[] =>
  conflicts
    .filter((each) => solutionOf(each, solutions) !== 'cover')
    .map(({ page, op, path, with: to }) => ({ page, op, path, to }))

/** What was chosen before, by what is kept of it: an update asks only about what is new. */
export function chosenBefore(
  conflicts: readonly OverlayConflict[],
  uid: string,
  installed: readonly { uid: string; yields: unknown }[],
): Solution[] {
  const yieldsOf = (name: string) => readYielding(installed.find((each) => each.uid === name)?.yields)
  return conflicts.flatMap(({ page, op, path, with: other }): Solution[] => {
    const isHere = (each: Yielding, to: string) => each.to === to && each.page === page && areNested(each.path, path)
    if (yieldsOf(uid).some((each) => isHere(each, other))) return [{ page, op, path, with: other, solution: 'discard' }]
    return yieldsOf(other).some((each) => isHere(each, uid)) ? [{ page, op, path, with: other, solution: 'cover' }] : []
  })
}

/** Conflicts with what is served that nobody has chosen for yet, if these were the files of the package. */
export async function openConflicts(
  uid: string,
  files: Files,
  { dirs, installed }: { dirs: readonly string[]; installed: readonly { uid: string; yields: unknown }[] },
): Promise<OverlayConflict[]> {
  const own = withoutYielding(files, revertedOf(installed.find((each) => each.uid === uid)))
  const conflicts = await findConflicts(own, dirs, { uid, packages: installed.map((each) => each.uid) })
  const chosen = chosenBefore(conflicts, uid, installed)
  return conflicts.filter((each) => !solutionOf(each, chosen))
}

/** Is one of these places the other, or within it? */
export const areNested = (a: string, b: string): boolean => `${a}.`.startsWith(`${b}.`) || `${b}.`.startsWith(`${a}.`)

/** What is chosen for a conflict; undefined where nothing is. */
export function solutionOf(conflict: OverlayConflict, solutions: readonly Solution[]): ConflictSolution | undefined {
  const { page, op, path, with: other, mayCover } = conflict
  const chosen = solutions.find((each) => each.page === page && each.op === op && each.path === path && each.with === other)
  return chosen?.solution === 'cover' && !mayCover ? undefined : chosen?.solution
}

/** What another package leaves out because the new one has been preferred: each of its changes that contradict those. */
export function coveredIn(
  theirs: Files,
  conflicts: readonly OverlayConflict[],
  { uid, name, own, solutions }: { uid: string; name: string; own: Files; solutions: readonly Solution[] },
): Yielding[] {
  const preferred = conflicts.filter((each) => each.with === name && solutionOf(each, solutions) === 'cover')
  const deeds = deedsOf(own).filter(({ page, op, path }) =>
    preferred.some((each) => each.page === page && each.op === op && each.path === path),
  )
  return deedsOf(theirs)
    .filter((each) => deeds.some((deed) => deed.page === each.page && contradict(each, deed)))
    .map(({ page, op, path }) => ({ page, op, path, to: uid }))
}

/** What somebody reverted of an installed package. */
export const revertedOf = (installed: { yields: unknown } | undefined): Yielding[] =>
  readYielding(installed?.yields).filter(({ to }) => to === reverted)

/** What the database keeps of it. */
export function readYielding(value: unknown): Yielding[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each: unknown): Yielding[] => {
    if (!isObject(each)) return []
    const place = readPlace(each)
    return place && typeof each.to === 'string' ? [{ ...place, to: each.to }] : []
  })
}

/** A place of a change; undefined where it is none. */
export function readPlace(value: Readonly<Record<string, unknown>>): OverlayPlace | undefined {
  const { page, path } = value
  const op = places.find((known) => known === value.op)
  const locale = locales.find((known) => known === value.locale)
  if (op === undefined || typeof page !== 'string' || typeof path !== 'string') return undefined
  if (op !== 'words') return { page, op, path }
  return locale && { page, op, path, locale }
}

export const isSamePlace = (a: OverlayPlace, b: OverlayPlace): boolean =>
  a.page === b.page && a.op === b.op && a.path === b.path && a.locale === b.locale
