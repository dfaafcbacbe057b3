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

/** What a fact says besides its place, label and value. */
type More = Partial<Pick<Fact, 'mode' | 'text' | 'meaning'>>

/** Adds a fact; a value that says nothing (undefined) is none. */
type AddFact = (place: PlaceParts, label: string, value: unknown, more?: More) => void

/** Collects facts of one subject, by group. */
export interface Facts extends Readonly<Record<Group, AddFact>> {
  subject: string
}

/** A collector that puts the facts of a subject into a list. */
export function factsOf(subject: string, into: Fact[]): Facts {
  const adding =
    (group: Group): AddFact =>
    (place, label, value, more = {}) => {
      if (value !== undefined) into.push({ mode: 'value', ...more, group, subject, place, label, value })
    }
  return { subject, data: adding('data'), authority: adding('authority'), look: adding('look') }
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
