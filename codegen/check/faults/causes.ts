import { isObject } from '../../../src/schemas/isObject.ts'
import type { Issue } from '../../../src/schemas/language/issue.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Path } from '../check.ts'
import { byPage, type Doubts, doubtsOf, doubtsOfPages, grouped, pageOfFile, partsOf } from './doubts.ts'

/** Findings by the step that made them. A later step looks at what an earlier one could read, so its findings may be consequences. */
export interface Findings {
  /** Of the parsers. */
  structure: readonly Issue[]
  /** Of references and rules, over everything that could be parsed. */
  meaning: readonly Issue[]
  words: readonly Issue[]
}

/** What is known of the files that were read. */
export interface Read {
  pages: ReadonlyMap<string, Page>
  /** The page, if any, that each table belongs to. */
  ownerOf(table: string): string | undefined
  /** Tables of which a part, or everything, could not be read. */
  isUnresolved(table: string): boolean
  /** Tables whose own page could not be read, as far as its fields are known. */
  isBorrowed(table: string): boolean
  /** Pages that could not be read. */
  broken: ReadonlySet<string>
  /** Every page as it was written, by id, whether it could be parsed or not. */
  written: ReadonlyMap<string, unknown>
}

/** Every finding that another one does not explain: causes, not what follows from them. */
export function causesOf({ structure, meaning, words }: Findings, read: Read): Issue[] {
  const parsed = structure.filter((issue) => !isOfLookup(issue, meaning))
  const causes = [...byPage(parsed)].flatMap(([id, found]) => (id === '' ? found : ownCauses(found, read.pages.get(id))))
  const faults = byPage(causes)
  const doubts = doubtsOfPages(causes, read.pages)
  const first = causes.filter((issue) => !followsFromOthers(issue, doubts, read))
  // Two that name each other: one of them is no consequence.
  const kept = first.length > 0 ? first : [...causes]
  for (const issue of meaning)
    if (!followsInPage(issue, doubts.get(pageOfFile(issue.file) ?? '')) && !followsFromOthers(issue, doubts, read))
      kept.push(issue)
  const all = oncePerPlace(owned(kept, read), causes)
  const before = byPage(all.filter(({ severity }) => severity === 'error'))
  const noTexts = new Set(words.flatMap(({ what, path }) => (what === noText ? [path.join('.')] : [])))
  const last = words.filter((issue) => {
    const id = pageOfFile(issue.file)
    if (id === undefined) return doubts.size === 0 || !issue.what.startsWith('no page uses')
    const page = read.pages.get(id)
    if (read.broken.has(id) || isOfLostTable(issue, page, read)) return false
    if (issue.what !== noText && noTexts.has(issue.path.join('.'))) return false
    return !wordFollows(issue, doubtsOf([...(faults.get(id) ?? []), ...(before.get(id) ?? [])], page))
  })
  return [...all, ...oncePerPlace(last)]
}

/** Checks the parts that others refer to first: a reference to a missing part is a consequence, not a fault. */
const order = ['fields', 'entity', 'actions', 'dashboard', 'form', 'detail', 'table']

function ownCauses(found: readonly Issue[], page: Page | undefined): Issue[] {
  // A page of the wrong kind has and lacks what that kind says.
  const kind = found.find(({ path }) => path.length === 1 && path[0] === 'kind')
  if (kind) return [kind]
  const misspelt = new Set(found.flatMap(meantKey))
  const rank = ({ path }: Issue) => (order.indexOf(String(path[0])) + order.length) % order.length
  const kept: Issue[] = []
  for (const issue of [...found].sort((a, b) => rank(a) - rank(b))) {
    const { names, parts } = doubtsOf(kept, page)
    const isOwn = partsOf(issue.path).some((part) => parts.has(part))
    const isLost = quotedIn(`${issue.what} ${issue.fix.startsWith('did') ? issue.fix : ''}`).some((name) => names.get(name))
    if (misspelt.has(missedKey(issue))) continue
    if (isOwn || !isLost) kept.push(issue)
  }
  return found.filter((issue) => kept.includes(issue))
}

/** Where the key would be that an unknown one was meant to be. */
function meantKey({ path, what, fix }: Issue): string[] {
  const [, name] = /^did you mean "(.+)"/.exec(fix) ?? []
  return what === 'unknown key' && name !== undefined ? [[...path.slice(0, -1), name].join('.')] : []
}

/** Where a missing key would be. */
function missedKey({ path, what }: Issue): string {
  const [, name] = /^missing "(.+?)"/.exec(what) ?? []
  return name === undefined ? (what.startsWith('missing') ? path.join('.') : '') : [...path, name].join('.')
}

/** Is it missed among the fields of a looked-up row, of which one is wrong itself? */
function isOfLookup({ file, path, what }: Issue, meaning: readonly Issue[]): boolean {
  const fields = [...path.slice(0, 3), 'fields']
  return (
    what.endsWith('is not among the fields shown') &&
    meaning.some((other) => other.file === file && fields.every((key, i) => other.path[i] === key))
  )
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"/g)].flatMap(([, name = '']) => [name, ...name.split('.')])
}

/** Does a finding about what was parsed follow from a fault of the same page? */
function followsInPage({ path, what }: Issue, doubts: Doubts | undefined): boolean {
  if (!doubts) return false
  const isBeside = (other: Path) => {
    const shared = Math.min(other.length, path.length)
    return shared > 1 && other.slice(0, shared).every((key, i) => key === path[i])
  }
  const field = fieldAround(path)
  const isOfField = (other: Path) => field !== undefined && fieldAround(other) === field
  if (doubts.places.some(isOfField)) return true
  return doubts.isWhole || doubts.places.some(isBeside) || quotedIn(what).some((name) => doubts.names.has(name))
}

/** The innermost field that a place is in, as `actions.deliver.fields.note`. */
function fieldAround(path: Path): string | undefined {
  const at = path.lastIndexOf('fields')
  return at < 0 || typeof path[at + 1] !== 'string' ? undefined : path.slice(0, at + 2).join('.')
}

/** Does a finding name a page or table of which something could not be read, or a part that its table has lost? */
function followsFromOthers(issue: Issue, doubts: ReadonlyMap<string, Doubts>, read: Read): boolean {
  const id = pageOfFile(issue.file)
  const quoted = quotedIn(issue.what)
  const others = pagesIn(issue.what).filter((name) => name !== id)
  if (others.some((name) => read.broken.has(name) || (doubts.has(name) && id !== undefined))) return true
  const tables = [...issue.what.matchAll(/\b(?:table|entity) "([^"]+)"/g)].map(([, table = '']) => table)
  if (tables.some((table) => (id === undefined || read.ownerOf(table) !== id) && read.isUnresolved(table))) return true
  const used = tableUsedBy(id, read)
  // Of such a table only the fields are known: relations, indexes and the like are missed in vain.
  if (used !== undefined && read.isBorrowed(used)) return /\bno\b/.test(issue.what)
  const lost = used === undefined ? undefined : doubts.get(read.ownerOf(used) ?? '')
  return lost !== undefined && (lost.isWhole || quoted.some((name) => lost.names.has(name)))
}

/** The pages that a finding names. */
function pagesIn(what: string): string[] {
  const named = /(?:page|list) "([^"]+)"|list of (\S+)|^"([^"]+)" is a (?:screen|page)/g
  return [...what.matchAll(named)].flatMap(([, ...groups]) => groups.filter((group) => group !== undefined))
}

/** The table of another page whose rows a page shows. */
function tableUsedBy(id: string | undefined, read: Read): string | undefined {
  const json = id === undefined ? undefined : read.written.get(id)
  const { use } = isObject(json) && isObject(json.entity) ? json.entity : {}
  return typeof use === 'string' && read.ownerOf(use) !== id ? use : undefined
}

/** What several pages say of one table is said where the part is written. */
function owned(found: readonly Issue[], read: Read): Issue[] {
  const isWritten = ({ file, path }: Issue) => {
    let at = read.written.get(pageOfFile(file) ?? '')
    for (const key of path.slice(0, 3)) at = isObject(at) ? at[String(key)] : undefined
    return at !== undefined
  }
  const same = grouped(found, ({ path, what }) => `${path.join('.')} ${what}`)
  return found.filter((issue) => {
    const alike = same.get(`${issue.path.join('.')} ${issue.what}`) ?? []
    const isShared = issue.path[0] === 'fields' || issue.path[0] === 'entity'
    return !isShared || alike.length < 2 || isWritten(issue) || !alike.some(isWritten)
  })
}

/** Of several findings about one value the first, but for those of the parser, each of which is a reason of its own. */
function oncePerPlace(found: readonly Issue[], causes: readonly Issue[] = []): Issue[] {
  const seen = new Set<string>()
  return found.filter((issue) => {
    const { file, path, severity } = issue
    if (path.length < 2) return true
    const place = `${file} ${severity} ${path.join('.')}`
    const isFirst = !seen.has(place)
    seen.add(place)
    return isFirst || causes.includes(issue)
  })
}

/** What is said of a word that is a number or a list: then it is not missing as well. */
const noText = 'a word must be a text'

/** Is it a word of a field of another table, which could not be read whole? */
function isOfLostTable({ path: [part, name = ''] }: Issue, page: Page | undefined, read: Read): boolean {
  // Of several pages of a table each leaves to the first what they say alike.
  if (part === 'fields') return page !== undefined && page.entity.table !== '' && read.isBorrowed(page.entity.table)
  if (part !== 'related' && part !== 'beside') return false
  const { table } = (part === 'related' ? page?.entity.relations : page?.form.lookup)?.[name] ?? {}
  return table !== undefined && (read.isUnresolved(table) || read.isBorrowed(table))
}

/** What the words of a page depend on, by the first part of their keys; words of fields and actions are judged by name. */
const sectionsOfWords: Readonly<Record<string, readonly string[]>> = {
  related: ['table', 'detail', 'entity', 'form', 'actions'],
  relations: ['table', 'actions', 'entity'],
  beside: ['form', 'entity'],
  sections: ['form'],
  tabs: ['form'],
  steps: ['form'],
  detail: ['detail'],
  filters: ['table'],
  summary: ['table'],
  sheets: ['table'],
  dashboard: ['dashboard'],
  check: ['check'],
  readOnly: ['entity'],
}

/** Is a word missing or left over because of a fault of the page? */
function wordFollows({ path, what, fix }: Issue, doubts: Doubts): boolean {
  if (!/^(?:missing word|nothing in the page uses the word|"\{)/.test(what)) return false
  const key = path.join('.')
  const isOf = (part: string) => key === part || key.startsWith(`${part}.`)
  const sections = sectionsOfWords[String(path[0])] ?? []
  return (
    doubts.isWhole ||
    sections.some((section) => doubts.sections.has(section)) ||
    [...doubts.parts].some((part) => isOf(part) || fix.includes(`"${part}.`))
  )
}
