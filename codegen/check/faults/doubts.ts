import type { Issue } from '../../../src/schemas/language/issue.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Path } from '../check.ts'

/** Parts of a page that have names, by the keys that lead to them. */
const namedParts = [
  'fields',
  'actions',
  'entity.relations',
  'table.filters',
  'table.sheets',
  'dashboard.cards',
  'dashboard.charts',
  'dashboard.lists',
]

/** What of a page cannot be relied on, because of findings in it. */
export interface Doubts {
  /** Nothing of it can. */
  isWhole: boolean
  /** First keys of the places with findings. */
  sections: ReadonlySet<string>
  places: readonly Path[]
  /** Named parts with findings, as `actions.deliver`; by name whether the part is lost. */
  parts: ReadonlySet<string>
  names: ReadonlyMap<string, boolean>
}

/** The doubts that findings in a page leave. */
export function doubtsOf(found: readonly Issue[], page: Page | undefined): Doubts {
  const parts = new Set<string>()
  const names = new Map<string, boolean>()
  for (const { path, what } of found) {
    for (const part of partsOf(path)) {
      const name = part.slice(part.lastIndexOf('.') + 1)
      parts.add(part)
      names.set(name, names.get(name) === true || isMisnamed(what) || isLost(part, name, page))
    }
  }
  return {
    isWhole: found.some(({ path }) => path.length <= 1),
    sections: new Set(found.map(({ path }) => String(path[0]))),
    places: found.map(({ path }) => path),
    parts,
    names,
  }
}

/** The named parts that a place is in: of `actions.deliver.fields.note.kind` the action. */
export function partsOf(path: Path): string[] {
  return namedParts.flatMap((part) => {
    const keys = part.split('.')
    const name = path[keys.length]
    return typeof name === 'string' && keys.every((key, i) => path[i] === key) ? [`${part}.${name}`] : []
  })
}

/** A field with a wrong name is there, and lost under the name that was meant. */
const isMisnamed = (what: string) => what.startsWith('a field name is')

/** Could the part not be read? */
function isLost(part: string, name: string, page: Page | undefined): boolean {
  if (!page) return true
  if (part === `fields.${name}`) return page.fields[name] === undefined
  if (part === `actions.${name}`) return page.actions[name] === undefined
  if (part === `entity.relations.${name}`) return page.entity.relations[name] === undefined
  return true
}

/** The doubts about each page with findings, by id. */
export function doubtsOfPages(found: readonly Issue[], pages: ReadonlyMap<string, Page>): Map<string, Doubts> {
  const named = [...byPage(found)].filter(([id]) => id !== '')
  return new Map(named.map(([id, issues]) => [id, doubtsOf(issues, pages.get(id))]))
}

export function byPage(issues: readonly Issue[]): Map<string, Issue[]> {
  return grouped(issues, ({ file }) => pageOfFile(file) ?? '')
}

export function grouped(issues: readonly Issue[], keyOf: (issue: Issue) => string): Map<string, Issue[]> {
  const groups = new Map<string, Issue[]>()
  for (const issue of issues) groups.set(keyOf(issue), [...(groups.get(keyOf(issue)) ?? []), issue])
  return groups
}

/** The page that a file is about: its own, an overlay of it, or words of either. */
export function pageOfFile(file: string): string | undefined {
  const own = /(?:^|\/)pages\/(.+)\/(?:page|zh-cn|en)\.json$/.exec(file)?.[1]
  return own ?? /(?:^|\/)overlays\/[^/]+\/((?!entities\/).+?)(?:\.(?:zh-cn|en))?\.json$/.exec(file)?.[1]
}
