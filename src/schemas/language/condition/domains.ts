import type { Field } from '../../field.ts'
import { kindOf } from '../../kinds/index.ts'

/** The values a field may hold in a valid record. `empties` are those that count as empty: null, '' or []. */
export type Domain =
  | { is: 'values'; values: readonly unknown[]; empties: readonly unknown[] }
  /** `unit` is the distance between neighbours; 0 where there are numbers between any two. */
  | { is: 'numbers'; min: number; max: number; unit: number; empties: readonly unknown[] }
  | { is: 'texts'; allows(text: string): boolean; empties: readonly unknown[] }
  /** Lists and documents: equal to nothing; empty or not. */
  | { is: 'other'; empties: readonly unknown[] }

/** The values that a condition compares with, and how many values may be needed between two of them. */
export interface Landmarks {
  numbers: readonly number[]
  texts: readonly string[]
  /** Seconds before or after now. */
  offsets: readonly number[]
  gap: number
}

export const noLandmarks: Landmarks = { numbers: [], texts: [], offsets: [], gap: 2 }

const domains = new WeakMap<Field, Domain>()

/** The domain of a field; of one that is not known, or not stored, anything. */
export function domainOf(field: Field | undefined): Domain {
  if (!field) return { is: 'other', empties: [null, []] }
  const known = domains.get(field) ?? makeDomain(field)
  domains.set(field, known)
  return known
}

function makeDomain(field: Field): Domain {
  const kind = kindOf(field)
  const schema = kind.schema(field)
  const types = [schema.type ?? []].flat()
  const empties = emptiesOf(field)
  if (schema.enum) return { is: 'values', values: schema.enum.filter((value) => value !== null), empties }
  if (types.includes('integer') || types.includes('number')) {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
    return { is: 'numbers', min: minimum, max: maximum, unit: unitOf(field, types.includes('integer')), empties }
  }
  if (!types.includes('string')) return { is: 'other', empties }
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u')
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  // Limits that move with the clock bind what is entered, not what was stored before.
  const still = { ...field, limits: fixed(field.limits) }
  const allows = (text: string) => {
    const length = [...text].length
    return (
      length >= minLength && length <= maxLength && (pattern?.test(text) ?? true) && kind.check?.(text, still, 0) === undefined
    )
  }
  return { is: 'texts', allows, empties }
}

function fixed(limits: Field['limits']): NonNullable<Field['limits']> {
  return Object.fromEntries(Object.entries(limits ?? {}).filter(([, limit]) => limit !== 'now'))
}

function unitOf({ store }: Field, isWhole: boolean): number {
  if (isWhole) return 1
  return store?.type === 'numeric' && store.scale !== undefined ? 10 ** -store.scale : 0
}

/** A required field is never empty; another is what its kind and default leave it when nothing is said. */
function emptiesOf(field: Field): unknown[] {
  if (field.virtual) return [null]
  const nothing = kindOf(field).fromWire(null, { ...field, required: false }) ?? null
  const isEmpty = nothing === null || nothing === '' || (Array.isArray(nothing) && nothing.length === 0)
  const own =
    !field.required && isEmpty && (nothing !== null || field.default === undefined || field.default === null) ? [nothing] : []
  return field.nullable && nothing !== null ? [...own, null] : field.nullable ? [null] : own
}

/** What values of the domain are compared with by themselves: its ends. */
export function endsOf(domain: Domain): { numbers: number[]; texts: string[] } {
  if (domain.is === 'numbers') return { numbers: [domain.min, domain.max].filter(Number.isFinite), texts: [] }
  if (domain.is !== 'values') return { numbers: [], texts: [] }
  return {
    numbers: domain.values.filter((value) => typeof value === 'number'),
    texts: domain.values.filter((value) => typeof value === 'string'),
  }
}

/** Sample values of the domain: one for each case that conditions over these landmarks can distinguish. */
export function valuesOf(domain: Domain, marks: Landmarks, more: readonly number[]): readonly unknown[] {
  switch (domain.is) {
    case 'values':
      return [...domain.values, ...domain.empties]
    case 'other':
      return [...domain.empties, ['a value']]
    case 'numbers':
      return [...numbersOf(domain, [...new Set([...marks.numbers, ...more])], marks.gap), ...domain.empties]
    case 'texts':
      return [...textsOf(domain.allows, marks), ...domain.empties]
  }
}

function numbersOf({ min, max, unit }: Extract<Domain, { is: 'numbers' }>, numbers: readonly number[], gap: number): number[] {
  const marks = numbers.length > 0 ? numbers : [Math.max(0, min)]
  const whole = marks.flatMap((mark) => steps(mark, 1, gap))
  const found =
    unit === 1 ? whole : unit === 0 ? between([...new Set(whole)], gap) : whole.flatMap((mark) => steps(mark, unit, gap))
  const digits = unit > 0 && unit < 1 ? Math.round(-Math.log10(unit)) : undefined
  const rounded = digits === undefined ? found : found.map((value) => Number(value.toFixed(digits)))
  const fits = (value: number) => value >= min && value <= max && (unit !== 1 || Number.isInteger(value))
  return [...new Set(rounded)].filter(fits)
}

function steps(from: number, unit: number, count: number): number[] {
  const start = unit === 1 ? Math.floor(from) : from
  return [from, ...Array.from({ length: 2 * count + 1 }, (_, i) => start + (i - count) * unit)]
}

/** The numbers and, between each two of them, as many as may be needed. */
function between(numbers: readonly number[], gap: number): number[] {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted.flatMap((value, i) => {
    const next = sorted[i + 1]
    if (next === undefined) return [value]
    return [value, ...Array.from({ length: gap }, (_, k) => value + ((next - value) * (k + 1)) / (gap + 1))]
  })
}

/** The compared texts, where the field may hold them, and texts between them. */
function textsOf(allows: (text: string) => boolean, { texts, gap }: Landmarks): string[] {
  const after = (text: string) => Array.from({ length: gap }, (_, i) => text + '\u0001'.repeat(i + 1))
  return [...new Set([...texts.filter((text) => text !== '' && allows(text)), ...after(''), ...texts.flatMap(after)])]
}
