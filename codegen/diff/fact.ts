/** What a change is about: what is kept, who may do what, or what people see. */
export const groups = ['data', 'authority', 'look'] as const
export type Group = (typeof groups)[number]

/** Parts of a place: `['fields', 'status', 'options']`. */
export type PlaceParts = readonly string[]

/**
 * One thing that a version of the pages says. `unit`: it is there, and all below its place comes and goes with it; `order`: a list of which
 * the members are facts of their own; `value`: anything else.
 */
export interface Fact {
  group: Group
  /** `page shop/order/order`, `table shop_order`, `menu admin`, `words`. */
  subject: string
  place: PlaceParts
  mode: 'unit' | 'value' | 'order'
  value: unknown
  /** What it is called in a sentence. */
  label: string
  /** The value as people read it, where its own text would not do. */
  text?: string | undefined
  /** What the change means for rows or people, beyond the values themselves. */
  meaning?: Meaning | undefined
}

/** What it means that a fact changed from one value to another; undefined is "not there". */
export type Meaning = (before: unknown, after: unknown) => string | undefined

/** Collects facts of one subject. */
export interface Facts {
  subject: string
  add(
    group: Group,
    place: PlaceParts,
    label: string,
    value: unknown,
    more?: Partial<Pick<Fact, 'mode' | 'text' | 'meaning'>>,
  ): void
}

/** A collector that puts the facts of a subject into a list. Values that say nothing (undefined) are no facts. */
export function factsOf(subject: string, into: Fact[]): Facts {
  return {
    subject,
    add(group, place, label, value, more = {}) {
      if (value !== undefined) into.push({ mode: 'value', ...more, group, subject, place, label, value })
    },
  }
}

/** A list whose order means nothing, in one order. */
export function asSet(list: readonly unknown[]): unknown[] {
  return [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

/** `unindexedBecause` → "unindexed because". */
export function spoken(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
}

/** A value as a sentence writes it. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `“${value}”`
  if (Array.isArray(value) && value.every((each) => each === null || typeof each !== 'object'))
    return value.length === 0 ? 'none' : value.map((each) => String(each)).join(', ')
  return JSON.stringify(value)
}
