import type { Condition } from '../../condition.ts'
import { framesTo, readReference } from './condition.ts'
import { valuesOf } from './domains.ts'
import { type List, namesIn, type Plan, planOf, type RowFields } from './plan.ts'
import { type ConditionEnvironment, holds, type Values } from './predicate.ts'

/**
 * What can be said of a condition for all rows that its fields allow: `sometimes` true and sometimes not, `never`, `always`, or `unknown`
 * where there are too many cases to look at. Exact over options, switches, limits of numbers and times, and emptiness; texts are decided by
 * what they are compared with, whatever their patterns.
 */
export type Verdict = 'never' | 'always' | 'sometimes' | 'unknown'

/** Rows from the record (or its substitute) to the row the condition is about. */
export function verdictOf(condition: Condition, rows: readonly RowFields[]): Verdict {
  const can = isPossible(condition, rows)
  const cannot = isPossible({ op: 'not', of: condition }, rows)
  if (can === false) return 'never'
  if (cannot === false) return 'always'
  return can === undefined || cannot === undefined ? 'unknown' : 'sometimes'
}

/** Is there a row that fulfils the condition? undefined: too many cases. */
export function isPossible(condition: Condition, rows: readonly RowFields[]): boolean | undefined {
  try {
    const plan = planOf(condition, rows)
    return new Search(plan, new Budget()).find(condition)
  } catch (error) {
    if (error instanceof TooMany) return undefined
    throw error
  }
}

/** Cases looked at before giving up. */
const mostCases = 200_000
/** Different conditions on the rows of one list that are combined with each other. */
const mostQuantified = 3

class TooMany extends Error {}

class Budget {
  #left = mostCases
  spend(): void {
    this.#left -= 1
    if (this.#left < 0) throw new TooMany()
  }
}

/** Looks for values that make a condition true: one after another, leaving a branch as soon as the rest cannot matter. */
class Search {
  readonly #plan: Plan
  readonly #budget: Budget

  constructor(plan: Plan, budget: Budget) {
    this.#plan = plan
    this.#budget = budget
  }

  find(condition: Condition): boolean {
    const { marks, usesNow, usesSelf } = this.#plan
    const times = marks.numbers.flatMap((mark) => marks.offsets.flatMap((offset) => around(mark - offset, marks.gap)))
    const people = marks.numbers.flatMap((mark) => around(mark, marks.gap)).filter((id) => id >= 1 && Number.isInteger(id))
    // One time and one person that nothing is compared with represent all others.
    const nows = new Set([1e9, ...(usesNow ? times : [])])
    const selves = new Set([1e6, ...(usesSelf ? people : [])])
    const frames = this.#plan.frames.map(() => ({}))
    return [...nows].some((now) => [...selves].some((selfId) => this.#choose(condition, 0, frames, { selfId, now })))
  }

  /** Chooses the variable at `i` and those after it. Variables of fixed frames have their value already. */
  #choose(condition: Condition, i: number, frames: Record<string, unknown>[], actor: Actor): boolean {
    this.#budget.spend()
    const verdict = partial(condition, frames, this.#plan, actor)
    if (verdict !== undefined) return verdict
    const variable = this.#plan.variables[i]
    if (!variable) return this.#chooseList(condition, 0, frames, actor)
    const frame = frames[variable.depth] ?? {}
    if (Object.hasOwn(frame, variable.name)) return this.#choose(condition, i + 1, frames, actor)
    const { marks } = this.#plan
    const nows = marks.offsets.map((offset) => actor.now + offset)
    const values = valuesOf(variable.domain, marks, [...nows, actor.selfId])
    for (const value of values) {
      frame[variable.name] = value
      if (this.#choose(condition, i + 1, frames, actor)) return true
    }
    delete frame[variable.name]
    return false
  }

  /** Chooses the rows of the list at `i`: any set of the kinds of rows there can be. */
  #chooseList(condition: Condition, i: number, frames: Record<string, unknown>[], actor: Actor): boolean {
    const list = this.#plan.lists[i]
    if (!list) return holds(condition, environment(frames, actor))
    const frame = frames[list.depth] ?? {}
    for (const rows of setsOf(this.#kindsOf(list, frames, actor), list)) {
      this.#budget.spend()
      frame[list.name] = rows
      if (this.#chooseList(condition, i + 1, frames, actor)) return true
    }
    delete frame[list.name]
    return false
  }

  /** One row for every combination of the list's conditions that a row can fulfil. */
  #kindsOf(list: List, frames: readonly Record<string, unknown>[], actor: Actor): Values[] {
    if (list.parts.length > mostQuantified) throw new TooMany()
    const outer = frames.slice(0, list.depth + 1)
    const rowFrames = [...this.#plan.frames.slice(0, list.depth + 1), list.inner]
    const kinds: Values[] = []
    for (let bits = 0; bits < 2 ** list.parts.length; bits++) {
      const wanted = list.parts.map((part, p): Condition => (bits & (1 << p) ? part : { op: 'not', of: part }))
      const all: Condition = { op: 'all', of: wanted }
      const plan = planOf(all, rowFrames, this.#plan.marks)
      // A list further out cannot be chosen here: its rows are the same for all rows of this one.
      if (plan.lists.some((other) => other.depth <= list.depth)) throw new TooMany()
      const search = new Search(plan, this.#budget)
      const row = search.witness(all, outer, actor)
      if (row) kinds.push(row)
    }
    return kinds
  }

  /** The nearest row of an assignment that fulfils the condition with the outer rows as they are. */
  witness(condition: Condition, outer: readonly Record<string, unknown>[], actor: Actor): Values | undefined {
    const frames = this.#plan.frames.map((_, i) => outer[i] ?? {})
    return this.#choose(condition, 0, frames, actor) ? { ...frames.at(-1) } : undefined
  }
}

type Actor = Pick<ConditionEnvironment, 'selfId' | 'now'>

function environment(frames: readonly Values[], actor: Actor): ConditionEnvironment {
  return { values: frames.at(-1) ?? {}, around: frames.slice(0, -1), ...actor }
}

function around(value: number, gap: number): number[] {
  return Array.from({ length: 2 * gap + 1 }, (_, i) => value + i - gap)
}

/** Every set of the rows that is neither too small nor too large. */
function setsOf(rows: readonly Values[], { min, max }: List): Values[][] {
  const sets: Values[][] = []
  for (let bits = 0; bits < 2 ** rows.length; bits++) {
    const set = rows.filter((_, i) => bits & (1 << i))
    // The same row may occur in a list as often as needed.
    if (set.length <= max && (set.length > 0 || min === 0)) sets.push(set)
  }
  return sets
}

/** The condition's truth as far as the chosen values decide it; undefined while it depends on others. */
function partial(condition: Condition, frames: readonly Values[], plan: Plan, actor: Actor): boolean | undefined {
  switch (condition.op) {
    case 'all':
    case 'any': {
      const decides = condition.op === 'any'
      let open = false
      for (const part of condition.of) {
        const verdict = partial(part, frames, plan, actor)
        if (verdict === decides) return decides
        open ||= verdict === undefined
      }
      return open ? undefined : !decides
    }
    case 'not': {
      const verdict = partial(condition.of, frames, plan, actor)
      return verdict === undefined ? undefined : !verdict
    }
    case 'some':
    case 'every':
      return isChosen(condition.rows, frames) ? holds(condition, environment(frames, actor)) : undefined
    default: {
      return namesIn(condition).every((name) => isChosen(name, frames)) ? holds(condition, environment(frames, actor)) : undefined
    }
  }
}

function isChosen(text: string, frames: readonly Values[]): boolean {
  const reference = readReference(text)
  return Object.hasOwn(framesTo(reference, frames).at(-1) ?? {}, reference.name)
}
