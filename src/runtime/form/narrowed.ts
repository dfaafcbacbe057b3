import type { Field } from '../../schemas/field.ts'
import { kindOf } from '../../schemas/kinds/index.ts'

type Values = Readonly<Record<string, unknown>>
type Equal = (a: unknown, b: unknown) => boolean

interface Change<Value> {
  before: Value
  after: Value
}

function changeOf({ name }: Field, before: Values, after: Values): Change<unknown> {
  return { before: before[name], after: after[name] }
}

/** Fields whose choices are narrowed by one of these, and by those in turn: what was chosen among the old choices does not fit the new. */
function narrowedBy(fields: readonly Field[], names: readonly string[]): Field[] {
  const next = fields.filter((field) => !names.includes(field.name) && field.depends?.some((name) => names.includes(name)))
  return next.length === 0 ? [] : [...next, ...narrowedBy(fields, [...names, ...next.map((field) => field.name)])]
}

/** These fields with nothing chosen. */
function emptied(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, field.default === 0 ? 0 : kindOf(field).empty]))
}

/**
 * The rows of a subtable without choices that no longer fit: those that depend on a changed value of their row or of the enclosing form
 * (`changed`). Added, removed or moved rows keep their values.
 */
function rowsNarrowed(subtable: Field, { before, after }: Change<unknown>, changed: readonly string[], equal: Equal): unknown {
  const inner = Object.values(subtable.fields ?? {})
  if (!Array.isArray(after) || !inner.some((field) => field.depends || field.fields)) return after
  const was: readonly unknown[] = Array.isArray(before) ? before : []
  const touched = after.map((row: Values, i) => {
    const old = (was[i] ?? {}) as Values
    return inner.filter(({ name }) => !equal(old[name], row[name])).map(({ name }) => name)
  })
  const isOne = was.length === after.length && touched.filter((names) => names.length > 0).length === 1
  const around = changed.filter((name) => !Object.hasOwn(subtable.fields ?? {}, name))
  const next = after.map((row: Values, i) => {
    const own = isOne ? (touched[i] ?? []) : []
    const stale = narrowedBy(inner, [...around, ...own])
    const names = [...around, ...own, ...stale.map(({ name }) => name)]
    const old = (isOne ? (was[i] ?? {}) : row) as Values
    const parts = inner
      .filter((field) => field.fields)
      .map((field) => [field.name, rowsNarrowed(field, changeOf(field, old, row), names, equal)] as const)
      .filter(([name, rows]) => rows !== row[name])
    return stale.length + parts.length === 0 ? row : { ...row, ...emptied(stale), ...Object.fromEntries(parts) }
  })
  return next.some((row, i) => row !== after[i]) ? next : after
}

/**
 * What becomes of other values when those of the fields `changed` have gone from `before` to `after`: choices that were narrowed by them
 * are emptied, in the form and in its rows. Holds only the values that are other ones.
 */
export function withoutUnfit(
  fields: readonly Field[],
  { before, after }: Change<Values>,
  changed: readonly string[],
  equal: Equal,
): Values {
  const empty = emptied(narrowedBy(fields, changed))
  const names = [...changed, ...Object.keys(empty)]
  const rows = fields
    .filter((field) => field.fields)
    .map((field) => [field.name, rowsNarrowed(field, changeOf(field, before, after), names, equal)] as const)
    .filter(([name, next]) => next !== after[name])
  return { ...empty, ...Object.fromEntries(rows) }
}
