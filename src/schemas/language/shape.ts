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
  for (const issue of result.error.issues) {
    const at = [...path, ...issue.path.map((p) => (typeof p === 'number' ? p : String(p)))]
    if (issue.code === 'unrecognized_keys') {
      const known = issue.message.split('\u0000')
      for (const key of issue.keys) issues.push(issueAt([...at, key], 'unknown key', suggest(key, known)))
    } else {
      const [what = issue.message, fix = ''] = issue.message.split('\u0000')
      issues.push(issueAt(at, what, fix))
    }
  }
  return undefined
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
  return `${typeName(raw.input)} is not allowed here`
}

function knownKeys(inst: unknown): string[] {
  const def = (inst as { _zod?: { def?: { shape?: Record<string, unknown> } } } | undefined)?._zod?.def
  return Object.keys(def?.shape ?? {})
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : typeof value
}
