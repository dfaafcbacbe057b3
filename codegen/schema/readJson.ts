import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findNodeAtLocation, getLocation, type Node, type ParseError, parseTree, printParseErrorCode, visit } from 'jsonc-parser'
import { messageOf } from '../../src/schemas/errors.ts'
import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'

/** A JSON file read with the places of its parts. */
export interface JsonFile {
  /** Path as shown in findings. */
  name: string
  value: unknown
  /** Syntax faults and keys that cannot be; when there are any, `value` must not be used. */
  issues: Issue[]
  /** Fills file, line and column into an issue of this file. The place of a missing key is that of its parent. */
  locate(issue: Issue): Issue
}

/** A file as it was read last. */
interface LastRead {
  text: string
  name: string
  file: JsonFile
  /** Size and times by which it is known to be the same without being read; undefined of one that had only just been written. */
  state: string | undefined
}

/** Files read last, by path: a check after a change can reuse nearly all of them. */
const last = new Map<string, LastRead>()

/** Milliseconds for which a file that was written might be written again without its times telling. */
const settling = 1000

/**
 * Reads a JSON file strictly (no comments, no duplicate keys); `name` is its name in findings. Returns the same object while the file is
 * unchanged, so it must not be mutated.
 */
export async function readJsonFile(path: string, name: string): Promise<JsonFile> {
  const state = stateOf(path)
  const known = last.get(path)
  const isNamed = known?.name === name
  if (isNamed && known.state !== undefined && known.state === state) return known.file
  const text = await readFile(path, 'utf8')
  const file = isNamed && known.text === text ? known.file : parseJsonText(text, name)
  last.set(path, { text, name, file, state })
  return file
}

function stateOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || Date.now() - Math.max(found.mtimeMs, found.ctimeMs) < settling) return undefined
  return `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
}

/** Forgets the files of a folder that is gone. */
export function forgetJsonFiles(folder: string): void {
  for (const path of last.keys()) if (path.startsWith(folder)) last.delete(path)
}

/** `readJsonFile` for a text in memory. */
export function parseJsonText(text: string, name: string): JsonFile {
  // Places are wanted for faults only: what they are found by is large, and made when the first is asked for.
  const tree = once(() => parseTree(text))
  const starts = once(() => lineStarts(text))
  const position = (offset: number) => {
    let line = 0
    while (line + 1 < starts().length && (starts()[line + 1] ?? 0) <= offset) line++
    return { line: line + 1, column: offset - (starts()[line] ?? 0) + 1 }
  }
  const { value, errors } = strictly(text)
  const issues: Issue[] = errors.map(({ what, offset }) => ({
    ...issueAt([], `not valid JSON: ${what}`),
    file: name,
    ...position(offset),
  }))
  for (const { key, offset, path } of refusedKeys(text)) {
    const isName = key !== '__proto__'
    const what = isName ? `the key "${key}" stands here twice` : 'no part can be called "__proto__"'
    const issue = issueAt([...path, key], what, isName ? 'remove one of them' : 'choose another name')
    issues.push({ ...issue, file: name, ...position(offset) })
  }
  const place = (path: Issue['path']) => {
    const root = tree()
    return position(root ? offsetOf(root, path) : 0)
  }
  const locate = (issue: Issue): Issue => ({ ...issue, file: name, ...place(issue.path) })
  return { name, value: issues.length === 0 ? value : undefined, issues, locate }
}

/** The value of a text without comments and trailing commas, or what is wrong with it. */
function strictly(text: string): { value?: unknown; errors: { what: string; offset: number }[] } {
  try {
    return { value: JSON.parse(text), errors: [] }
  } catch (error) {
    const found: ParseError[] = []
    parseTree(text, found, { disallowComments: true, allowTrailingComma: false })
    // Behind the first one everything may be read wrongly.
    const errors = found.slice(0, 1).map((each) => ({ what: printParseErrorCode(each.error), offset: each.offset }))
    return { errors: errors.length > 0 ? errors : [{ what: messageOf(error), offset: 0 }] }
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return starts
}

/** Offset of the value at the path; of the key where the last part is a key; of the nearest parent that exists. */
function offsetOf(tree: Node, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(tree, [...path.slice(0, length)])
    if (!node) continue
    const property = node.parent?.type === 'property' ? node.parent : undefined
    return (property?.children?.[0] ?? node).offset
  }
  return 0
}

/** Keys that stand somewhere twice, and the one that an object takes for what it is made of. */
function refusedKeys(text: string): { key: string; offset: number; path: (string | number)[] }[] {
  const found: { key: string; offset: number; path: (string | number)[] }[] = []
  const seen: Set<string>[] = []
  visit(text, {
    onObjectBegin: () => {
      seen.push(new Set())
    },
    onObjectEnd: () => {
      seen.pop()
    },
    onObjectProperty: (key, offset) => {
      const keys = seen.at(-1)
      if (keys?.has(key) || key === '__proto__') found.push({ key, offset, path: getLocation(text, offset).path.slice(0, -1) })
      keys?.add(key)
    },
  })
  return found
}
