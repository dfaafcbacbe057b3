import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../src/schemas/isObject.ts'

/** A place that both a person and the generator changed since the last run. */
export interface MergeConflict {
  path: readonly (string | number)[]
  mine: unknown
  theirs: unknown
}

/** A value, and what could not be decided. */
export interface Merged {
  value: unknown
  conflicts: MergeConflict[]
}

/**
 * Three ways: `base` is what was generated last, `mine` the file as it is, `theirs` what is generated now. What only one side changed is taken
 * from it; where both did, the file stays and the place is told. Objects are merged member by member, lists of columns, options and sections
 * by what their members are called; other lists as a whole.
 */
export function mergeThree(base: unknown, mine: unknown, theirs: unknown, path: readonly (string | number)[] = []): Merged {
  if (isDeepStrictEqual(mine, theirs) || isDeepStrictEqual(base, theirs)) return { value: mine, conflicts: [] }
  if (isDeepStrictEqual(base, mine)) return { value: theirs, conflicts: [] }
  if (isObject(mine) && isObject(theirs)) return mergeObjects(isObject(base) ? base : {}, mine, theirs, path)
  if (isNamed(mine) && isNamed(theirs)) return mergeLists(isNamed(base) ? base : [], mine, theirs, path)
  return { value: mine, conflicts: [{ path, mine, theirs }] }
}

type Json = Readonly<Record<string, unknown>>

function mergeObjects(base: Json, mine: Json, theirs: Json, path: Merged['conflicts'][number]['path']): Merged {
  const out: Record<string, unknown> = {}
  const conflicts: MergeConflict[] = []
  for (const key of [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]) {
    const merged = mergeThree(base[key], mine[key], theirs[key], [...path, key])
    conflicts.push(...merged.conflicts)
    if (merged.value !== undefined) out[key] = merged.value
  }
  return { value: out, conflicts }
}

/** Columns, fields, sections, options: each member is called by something. */
function nameOf(member: unknown): string | undefined {
  if (typeof member === 'string') return member
  if (!isObject(member)) return Array.isArray(member) && typeof member[0] === 'string' ? member[0] : undefined
  const name = member.field ?? member.name ?? member.value
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined
}

function isNamed(list: unknown): list is readonly unknown[] {
  if (!Array.isArray(list)) return false
  const names = list.map(nameOf)
  return !names.includes(undefined) && new Set(names).size === names.length
}

function mergeLists(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  path: readonly (string | number)[],
): Merged {
  const find = (list: readonly unknown[], name: string) => list.find((each) => nameOf(each) === name)
  const conflicts: MergeConflict[] = []
  const out: unknown[] = []
  for (const member of mine) {
    const name = nameOf(member) ?? ''
    const merged = mergeThree(find(base, name), member, find(theirs, name), [...path, name])
    // What a person changed and the generator no longer makes stays, and is told.
    conflicts.push(...merged.conflicts)
    if (merged.value !== undefined) out.push(merged.value)
  }
  for (const [i, member] of theirs.entries()) {
    const name = nameOf(member) ?? ''
    if (find(mine, name) !== undefined || find(base, name) !== undefined) continue
    const before = theirs.slice(0, i).findLast((each) => out.some((kept) => nameOf(kept) === nameOf(each)))
    const at = before === undefined ? 0 : out.findIndex((each) => nameOf(each) === nameOf(before)) + 1
    out.splice(at, 0, member)
  }
  return { value: out, conflicts }
}
