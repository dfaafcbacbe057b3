import { ref } from 'valtio/vanilla'
import type { Field } from '../../schemas/field.ts'
import { conditionReads } from '../../schemas/language/condition/condition.ts'
import { asValues, isEmpty, rowsIn, type Values } from '../../schemas/language/condition/predicate.ts'
import { type FieldState, fieldState } from '../../schemas/language/form/fieldState.ts'

export type { FieldState }

/** Who acts and when, for the conditions of a form. */
export interface Actor {
  selfId: number
  /** Seconds since 1970. */
  now: number
}

/** State of the fields of one row, and of its nested rows. */
export interface RowState {
  fields: Readonly<Record<string, FieldState>>
  /** By subtable: its rows. */
  rows: Readonly<Record<string, readonly RowState[]>>
}

/** The rules of a form's fields: a graph of what governs what, over the form and the rows inside it. */
export interface FieldRules {
  /** States of everything for these values; `around` are the rows around the form's own (the record an action is about). */
  all(values: Values, around?: readonly Values[]): RowState
  /** The states after a change: only what reads a changed value is looked at again, all else is the same object as before. */
  next(before: RowState, old: Values, values: Values, around?: readonly Values[]): RowState
}

/** Rules of the fields of a form. `at` are the lists around the fields: none for a record, one for the form of an action. */
export function createFieldRules(fields: readonly Field[], context: RulesContext, at: readonly string[] = []): FieldRules {
  const rules = rulesOf(fields, at, true)
  return {
    all: (values, around = []) => stateOf(rules, context, { values, around }),
    next: (before, old, values, around = []) =>
      stateOf(rules, context, { values, around }, { state: before, values: old, outer: new Set() }),
  }
}

/** What the rules ask of their form. */
export interface RulesContext {
  mode: 'add' | 'edit'
  /** Does the form make a record? Then what nobody enters is left out while it says nothing, but for `filled`. */
  isNew: boolean
  /** Fields that a choice in the form fills: they keep their place, so that nothing moves after it. */
  filled: readonly string[]
  actor: () => Actor
  /** The values the form began with, whose options stay on offer. */
  first: () => Values
}

/** The fields of one kind of row with what each reads, by place: `lines.quantity`. */
interface Rules {
  at: readonly string[]
  /** The fields of the form itself, not those of rows inside it. */
  isOuter: boolean
  fields: readonly { field: Field; reads: readonly string[] }[]
  inner: ReadonlyMap<string, Rules>
}

function rulesOf(fields: readonly Field[], at: readonly string[], isOuter: boolean): Rules {
  const reads = ({ name, when, readOnly }: Field) => {
    const conditions = [when.visible, when.required, when.disabled, ...Object.values(when.options ?? {})]
    const all = conditions.flatMap((condition) => (condition ? conditionReads(condition, at) : []))
    // A read of nested rows also depends on the list that holds them.
    const ofFrames = all.filter(({ path }) => path.length <= at.length && path.every((name, i) => name === at[i]))
    return [...new Set([...ofFrames.map((read) => placeOf(read.path, read.name)), ...(readOnly ? [placeOf(at, name)] : [])])]
  }
  const inner = fields.flatMap((field): [string, Rules][] =>
    field.fields ? [[field.name, rulesOf(Object.values(field.fields), [...at, field.name], false)]] : [],
  )
  return { at, isOuter, fields: fields.map((field) => ({ field, reads: reads(field) })), inner: new Map(inner) }
}

function placeOf(path: readonly string[], name: string): string {
  return [...path, name].join('.')
}

/** The values before a change, and the enclosing places that changed. */
interface Before {
  state: RowState
  values: Values
  outer: ReadonlySet<string>
}

function stateOf(
  rules: Rules,
  context: RulesContext,
  row: { values: Values; around: readonly Values[] },
  before?: Before,
): RowState {
  const changed = before ? new Set([...before.outer, ...changedIn(rules, before.values, row.values)]) : undefined
  const isStale = (reads: readonly string[]) => !changed || reads.some((place) => changed.has(place))
  const fields: Record<string, FieldState> = {}
  for (const { field, reads } of rules.fields) {
    const known = before?.state.fields[field.name]
    fields[field.name] = known && !isStale(reads) ? known : sameOr(known, judged(field, rules, context, row))
  }
  const rows: Record<string, readonly RowState[]> = {}
  const around = [...row.around, row.values]
  for (const [name, inner] of rules.inner) {
    const old = rowsIn(before?.values[name])
    rows[name] = rowsIn(row.values[name]).map((each, i) => {
      const state = before?.state.rows[name]?.[i]
      const known = state && changed ? { state, values: asValues(old[i]), outer: changed } : undefined
      return stateOf(inner, context, { values: asValues(each), around }, known)
    })
  }
  if (!before) return { fields, rows }
  const { state } = before
  const same = { fields: isSame(state.fields, fields), rows: isSameRows(state.rows, rows) }
  if (same.fields && same.rows) return state
  return { fields: same.fields ? state.fields : fields, rows: same.rows ? state.rows : rows }
}

/** Places of a row whose values are others than before. */
function changedIn({ at }: Rules, old: Values, values: Values): string[] {
  const names = new Set([...Object.keys(old), ...Object.keys(values)])
  return [...names].filter((name) => !Object.is(old[name], values[name])).map((name) => placeOf(at, name))
}

function judged(
  field: Field,
  rules: Rules,
  { mode, isNew, filled, actor, first }: RulesContext,
  row: { values: Values; around: readonly Values[] },
) {
  const fixed = field.readOnly || (field.writeOnce && mode === 'edit')
  const { options, ...state } = fieldState(field, { ...row, ...actor() })
  const isLeftOut = isNew && rules.isOuter && field.readOnly && !filled.includes(field.name)
  if (isLeftOut && isUntold(field, row.values[field.name])) state.visible = false
  const disabled = fixed || state.disabled
  if (!options) return { ...state, disabled }
  const had = rules.isOuter ? [first()[field.name]].flat() : []
  const kept = (field.options ?? []).map(({ value }) => value).filter((value) => options.includes(value) || had.includes(value))
  return { ...state, disabled, options: listOnce(kept) }
}

/** Nobody enters the value, and nothing else has: a form that adds a record says it once there is something to say. */
function isUntold({ default: usual }: Field, value: unknown): boolean {
  return isEmpty(value) || value === usual
}

/** The state as it was where judging it again has changed nothing. */
function sameOr(known: FieldState | undefined, next: FieldState): FieldState {
  const isAsBefore =
    known?.visible === next.visible &&
    known.required === next.required &&
    known.disabled === next.disabled &&
    known.options === next.options
  return isAsBefore ? known : next
}

const lists = new Map<string, readonly (string | number)[]>()

/** The same list for the same values, so that who compares states by their members sees no change where there is none. */
function listOnce(values: readonly (string | number)[]): readonly (string | number)[] {
  const key = JSON.stringify(values)
  const known = lists.get(key) ?? ref([...values])
  lists.set(key, known)
  return known
}

function isSame(before: RowState['fields'], fields: RowState['fields']): boolean {
  return Object.entries(fields).every(([name, state]) => before[name] === state)
}

function isSameRows(before: RowState['rows'], rows: RowState['rows']): boolean {
  return Object.entries(rows).every(([name, list]) => {
    const old = before[name] ?? []
    return old.length === list.length && list.every((row, i) => row === old[i])
  })
}
