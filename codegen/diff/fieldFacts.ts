import type { Field } from '../../src/schemas/field.ts'
import type { Store } from '../../src/schemas/kinds/kind.ts'
import { plainCondition, type Wording } from './conditionFacts.ts'
import { asSet, type Facts, type PlaceParts } from './fact.ts'
import { fieldAspects } from './fieldGroups.ts'

/** Where a field is declared: its place, and what it is called there. */
export interface FieldPlace {
  at: PlaceParts
  label: string
}

/** What a field says, apart from that it is there. */
export function fieldFacts(facts: Facts, { at, label }: FieldPlace, field: Field, words: Wording): void {
  for (const [key, aspect] of Object.entries(fieldAspects)) {
    const value = key === 'store' ? field.store : Reflect.get(field, key)
    const text = key === 'store' ? storeText(field.store) : undefined
    facts[aspect.group]([...at, key], `${label}, ${aspect.label}`, value, { meaning: aspect.meaning, text })
  }
  whenFacts(facts, { at, label }, field, words)
  optionFacts(facts, { at, label }, field)
  for (const inner of Object.values(field.fields ?? {})) {
    const place = { at: [...at, 'fields', inner.name], label: `${label}, column ${inner.name}` }
    facts.data(place.at, place.label, inner.kind, { mode: 'unit' })
    fieldFacts(facts, place, inner, words)
  }
}

function whenFacts(facts: Facts, { at, label }: FieldPlace, { when }: Field, words: Wording): void {
  const parts = { visible: 'shown', required: 'required', disabled: 'locked' } as const
  for (const [key, name] of Object.entries(parts)) {
    const condition = when[key as keyof typeof parts]
    const group = key === 'required' ? 'data' : 'authority'
    if (condition)
      facts[group]([...at, 'when', key], `${label}, ${name} when`, plainCondition(condition), { text: words(condition) })
  }
  for (const [value, condition] of Object.entries(when.options ?? {}))
    facts.authority([...at, 'when', 'options', value], `${label}, option ${value} offered when`, plainCondition(condition), {
      text: words(condition),
    })
}

function optionFacts(facts: Facts, { at, label }: FieldPlace, { options }: Field): void {
  if (!options) return
  for (const { value, name, tag, fixed } of options) {
    const place = [...at, 'options', String(value)]
    facts.data(place, `${label}, option ${value}`, value, { mode: 'unit', meaning: optionMeaning })
    facts.data([...place, 'name'], `${label}, option ${value}, name in code`, name)
    facts.data([...place, 'fixed'], `${label}, option ${value}, always chosen`, fixed)
    facts.look([...place, 'tag'], `${label}, option ${value}, colour`, tag)
  }
  const order = options.map(({ value }) => String(value))
  facts.look([...at, 'options'], `${label}, order of options`, order, { mode: 'order' })
}

function optionMeaning(_: unknown, after: unknown): string | undefined {
  return after === undefined ? 'rows that have it keep a value that nobody can choose' : undefined
}

/** The values that a field can be chosen from, in no order. */
export function optionValues({ options }: Field): unknown[] | undefined {
  return options && asSet(options.map(({ value }) => value))
}

/** `varchar(20)`, `numeric(10, 2)`. */
export function storeText(store: Store | null): string | undefined {
  if (!store) return undefined
  const { type, length, precision, scale } = store
  const size = [length ?? precision, length === undefined ? scale : undefined].filter((each) => each !== undefined)
  return size.length > 0 ? `${type}(${size.join(', ')})` : type
}
