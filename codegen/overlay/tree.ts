import { isObject } from '../../src/schemas/isObject.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import type { JsonFile } from '../schema/readJson.ts'

export type Path = readonly (string | number)[]

/** Where a part of a page was written. */
export interface Origin {
  file: JsonFile
  path: Path
}

/** JSON whose parts know their source positions; hidden parts stay until the end, so that others can be placed next to them. */
export type Part = Holder | { is: 'value'; value: unknown; from: Origin }
export interface Holder {
  is: 'object' | 'list'
  parts: Entry[]
  from: Origin
}
export interface Entry {
  /** The key, or in a list what its item is called. */
  name: string
  part: Part
  hidden?: Origin
  /** Places that changed it after it was written. */
  changed?: Origin[]
}

/** The JSON of a file, or of a place in it, with its places. */
export function toTree(json: unknown, from: Origin): Part {
  if (json === null || typeof json !== 'object') return { is: 'value', value: json, from }
  const below = (key: string | number): Origin => ({ file: from.file, path: [...from.path, key] })
  if (Array.isArray(json))
    return { is: 'list', from, parts: json.map((item, i) => ({ name: nameOf(item), part: toTree(item, below(i)) })) }
  return {
    is: 'object',
    from,
    parts: Object.entries(json).map(([name, value]) => ({ name, part: toTree(value, below(name)) })),
  }
}

/** What an item of a list is called: itself, or its `name`, `field` or `value`; a list by its words. */
function nameOf(item: unknown): string {
  if (Array.isArray(item)) return item.map(String).join(',')
  if (!isObject(item)) return String(item)
  const { name, field, value } = item
  return String(name ?? field ?? value ?? '')
}

/** The JSON without what is hidden. */
export function toJson(part: Part): unknown {
  if (part.is === 'value') return part.value
  const shown = part.parts.filter((entry) => !entry.hidden)
  if (part.is === 'list') return shown.map((entry) => toJson(entry.part))
  return Object.fromEntries(shown.map((entry) => [entry.name, toJson(entry.part)]))
}

/** The issue at the place where the part it is about was written. */
export function locateIn(root: Part, issue: Issue): Issue {
  let part = root
  let depth = 0
  for (const key of issue.path) {
    const shown: Entry[] = part.is === 'value' ? [] : part.parts.filter((entry) => !entry.hidden)
    const next = typeof key === 'number' ? shown[key] : shown.find((entry) => entry.name === key)
    if (!next) break
    part = next.part
    depth++
  }
  return part.from.file.locate({ ...issue, path: [...part.from.path, ...issue.path.slice(depth)] })
}

/** The part of that name in an object or list. */
export function entryOf(part: Part | undefined, name: string): Entry | undefined {
  return part === undefined || part.is === 'value' ? undefined : part.parts.find((entry) => entry.name === name)
}
