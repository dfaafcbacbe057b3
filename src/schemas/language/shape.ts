import * as z from 'zod/mini'
import { type Issue, issueAt, suggest } from './issue.ts'

type RawIssue = {
  code?: string
  keys?: string[]
  inst?: unknown
  values?: unknown[]
  expected?: string
  input?: unknown
  minimum?: unknown
  maximum?: unknown
}

/**
 * Checks JSON against a zod shape and returns it typed, or undefined after pushing one issue for every fault,
 * each with the nearest valid word for an unknown key or value.
 */
export function readShape<S extends z.ZodMiniType>(
  shape: S,
  json: unknown,
  path: readonly (string | number)[],
  issues: Issue[],
): z.output<S> | undefined {
  const result = z.safeParse(shape, json, { error: (raw) => describe(raw as RawIssue) })
  if (result.success) return result.data
  reportAll(result.error.issues, path, issues)
  return undefined
}

function reportAll(found: readonly z.core.$ZodIssue[], path: readonly (string | number)[], issues: Issue[]): void {
  for (const issue of found) {
    const at = [...path, ...issue.path.map((p) => (typeof p === 'number' ? p : String(p)))]
    const near = issue.code === 'invalid_union' ? nearForms(issue.errors) : []
    const meant = meantOf(near)
    const strange = meant ? [] : strangeKeys(near)
    if (meant) reportAll(meant, at, issues)
    else if (strange.length > 0)
      for (const { key, known } of strange) issues.push(issueAt([...at, key], 'unknown key', fixKey(key, known)))
    else if (issue.code === 'unrecognized_keys') {
      const known = issue.message.split('\u0000')
      for (const key of issue.keys) issues.push(issueAt([...at, key], 'unknown key', fixKey(key, known)))
    } else {
      const [what = issue.message, fix = ''] = issue.message.split('\u0000')
      issues.push(issueAt(at, what, fix))
    }
  }
}

/** Keys of earlier versions of the language, with their names of today. */
const renamed: Readonly<Record<string, string>> = {
  after: 'projected',
  beneath: 'secondLine',
  beside: 'lookup',
  each: 'perRow',
  facts: 'summary',
  noIndex: 'unindexedBecause',
  only: 'where',
  partly: 'allowPartial',
  sub: 'secondary',
  takes: 'copies',
  usual: 'preselected',
}

function fixKey(key: string, known: readonly string[]): string {
  const name = renamed[key]
  return name && known.includes(name) ? `it is called "${name}" now` : suggest(key, known)
}

type Faults = readonly z.core.$ZodIssue[]

/** Those of several forms that are of the right type, those with the fewest faults first. */
function nearForms(forms: readonly Faults[]): Faults[] {
  return forms
    .filter((form) => !form.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type'))
    .sort((a, b) => count(a) - count(b))
}

function count(form: Faults): number {
  return form.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

/** The faults of the form that was meant: it has fewer than any other. */
function meantOf([first, second]: readonly Faults[]): Faults | undefined {
  return first && (!second || count(first) < count(second)) ? first : undefined
}

/** Keys that none of the forms has, with those that they have. */
function strangeKeys(forms: readonly Faults[]): { key: string; known: string[] }[] {
  const found = forms.map((form) => form.flatMap((issue) => (issue.code === 'unrecognized_keys' ? [issue] : [])))
  const known = [...new Set(found.flat().flatMap((issue) => issue.message.split('\u0000')))]
  const [first = [], ...others] = found.map((form) => form.flatMap((issue) => issue.keys))
  return first.filter((key) => others.every((keys) => keys.includes(key))).map((key) => ({ key, known }))
}

/** One sentence, and behind a NUL the fix; for unknown keys the known ones, NUL-separated. */
function describe(raw: RawIssue): string {
  if (raw.code === 'unrecognized_keys') return knownKeys(raw.inst).join('\u0000')
  if (raw.code === 'invalid_value') {
    const values = (raw.values ?? []).map(String)
    const found = typeof raw.input === 'string' ? raw.input : JSON.stringify(raw.input)
    return `${raw.input === undefined ? 'missing' : `"${found}" is not allowed here`}\u0000${suggest(String(found), values)}`
  }
  if (raw.code === 'invalid_type') {
    return raw.input === undefined ? `missing, expected ${raw.expected}` : `expected ${raw.expected}, got ${typeName(raw.input)}`
  }
  if (raw.code === 'too_small') return `must be at least ${String(raw.minimum)}`
  if (raw.code === 'too_big') return `must be at most ${String(raw.maximum)}`
  if (raw.code === 'invalid_format') return `"${String(raw.input)}" has the wrong form`
  if (raw.code === 'invalid_key') return `the name "${String(raw.input)}" has the wrong form`
  return `${typeName(raw.input)} is not allowed here`
}

function knownKeys(inst: unknown): string[] {
  type Def = { shape?: Record<string, unknown>; keyType?: { _zod?: { values?: Set<unknown> } } }
  const def = (inst as { _zod?: { def?: Def } } | undefined)?._zod?.def
  return def?.shape ? Object.keys(def.shape) : [...(def?.keyType?._zod?.values ?? [])].map(String)
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : typeof value
}
