import { usualPlaces } from '../../src/schemas/language/list/parseTable.ts'
import { type Entry, entryOf, type Holder, type Origin, type Part, toJson, toTree } from './tree.ts'

/** Lists of fields that belong together, each called by them: `status,create_time`. */
const setsOfFields = /^(?:entity\/)?(?:index|unique)$/

/** Parts with a name of their own stand in these places of a page; names of a path are joined by a slash. */
const lists = [
  /^table\/(?:columns|search|quickSearch|toolbar|row|bulk|summary|expand|editable|deleted)$/,
  /^table\/columns\/.+\/sub$/,
  /^table\/sheets\/[^/]+\/columns$/,
  /^form\/(?:fields|sections|tabs|steps)$/,
  /^form\/(?:sections|tabs|steps)\/[^/]+\/(?:fields|sections)$/,
  /^form\/(?:tabs|steps)\/[^/]+\/sections\/[^/]+\/fields$/,
  /^detail$/,
  /^detail\/[^/]+\/(?:fields|columns)$/,
  /^(?:.+\/)?fields\/[^/]+\/options$/,
  /^actions\/[^/]+\/refuse$/,
  /^dashboard\/sections$/,
  /^dashboard\/sections\/[^/]+\/show$/,
  setsOfFields,
]
const maps = [
  /^(?:fields|actions|table\/filters|table\/sheets|table\/preset|(?:entity\/)?relations)$/,
  /^dashboard\/(?:cards|charts|lists)$/,
  /^(?:actions|fields)\/(?:.+\/)?fields$/,
]
/** Lists that hold everything there is when a page does not write them. */
const wholeUnlessWritten = /^(?:table\/columns|form\/fields|form\/sections|form\/tabs|form\/steps)$/

/** Is this a list whose items are lists of fields? */
export function holdsSets(names: readonly string[]): boolean {
  return setsOfFields.test(names.join('/'))
}

/** Is this a place whose parts have names? */
export function isPlace(names: readonly string[]): boolean {
  const place = names.join('/')
  return [...lists, ...maps].some((each) => each.test(place))
}

/** The same places as a pattern of paths with dots, for the JSON Schema of overlays. */
export function placePattern(): string {
  const bare = [...lists, ...maps].map(({ source }) => source.slice(1, -1).replaceAll('\\/', '\\.').replaceAll('[^/]', '[^.]'))
  return `(?:${bare.join('|')})`
}

/** A path taken apart at the innermost place that holds parts: the place, and the name in it. */
export function splitPath(path: string): { place: string[]; name: string } | undefined {
  const names = path.split('.')
  for (let length = names.length - 1; length > 0; length--) {
    if (isPlace(names.slice(0, length))) return { place: names.slice(0, length), name: names.slice(length).join('.') }
  }
  return undefined
}

/** What a path leads to: every part on the way, and what is left over where it ends too early. */
export interface Way {
  entries: Entry[]
  last: Part
  rest: string[]
}

/** Follows a path; a name with dots (`user.nickname`) is taken whole. */
export function follow(root: Part, names: readonly string[]): Way {
  const entries: Entry[] = []
  let last = root
  let rest = [...names]
  while (rest.length > 0) {
    let found: Entry | undefined
    let length = rest.length
    for (; length > 0 && !found; length--) found = entryOf(last, rest.slice(0, length).join('.'))
    if (!found) break
    entries.push(found)
    last = found.part
    rest = rest.slice(length + 1)
  }
  return { entries, last, rest }
}

/** The place itself, made when the page leaves it out; undefined when it cannot be. */
export function placeAt(root: Holder, names: readonly string[], from: Origin): Holder | undefined {
  if (/^table\/(?:row|bulk|toolbar)$/.test(names.join('/'))) writeOut(root, from)
  let part: Holder = root
  for (const [i, name] of names.entries()) {
    const until = names.slice(0, i + 1)
    let entry = entryOf(part, name)
    if (!entry) {
      const isList = lists.some((each) => each.test(until.join('/')))
      const canBeMade = isPlace(until) || ['table', 'form'].includes(until.join('/'))
      if (part.is === 'list' || !canBeMade || wholeUnlessWritten.test(until.join('/'))) return undefined
      entry = { name, part: { is: isList ? 'list' : 'object', parts: [], from } }
      part.parts.push(entry)
    }
    if (entry.part.is === 'value') return undefined
    part = entry.part
  }
  return part
}

/** The tools of a list as they are when a page does not name them: what is left out depends on the others. */
function writeOut(root: Holder, from: Origin): void {
  const table = placeAt(root, ['table'], from)
  if (!table) return
  const { entity } = toJson(root) as { entity?: { key?: unknown; readOnly?: unknown } }
  const usual = usualPlaces(entity?.readOnly === undefined && entity?.key !== null, entryOf(table, 'row') !== undefined)
  for (const [name, items] of Object.entries(usual)) {
    if (entryOf(table, name)) continue
    const parts = items.map((item) => ({ name: item, part: toTree(item, table.from) }))
    table.parts.push({ name, part: { is: 'list', from: table.from, parts } })
  }
}

/** The key that holds the name of an item of this list, where items are objects. */
export function nameKey(place: readonly string[]): string {
  const last = place.at(-1) ?? ''
  if (last === 'options') return 'value'
  return ['columns', 'search', 'summary'].includes(last) ? 'field' : 'name'
}
