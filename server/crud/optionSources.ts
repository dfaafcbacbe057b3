import type { Field } from '../../src/schemas/field.ts'
import { labelMember, sourcedFields, tagMember } from '../../src/schemas/kinds/optionSources.ts'
import type { OptionsAnswer } from '../../src/schemas/language/wire/envelope.ts'
import type { Context } from '../core/context.ts'
import type { Choice, Row } from './domain.ts'

/** A page of the choices that the person may take; their labels or values hold `search`. */
export async function sourcedChoices(
  ctx: Context,
  field: Field,
  given: Readonly<Record<string, unknown>>,
  asked: { search: string; size: number; page: number },
): Promise<OptionsAnswer> {
  const wanted = asked.search.toLowerCase()
  const all = (await choicesOf(ctx, field, given)).filter(
    ({ mayTake, value, label }) => mayTake && [value, label].some((text) => text.toLowerCase().includes(wanted)),
  )
  const from = (asked.page - 1) * asked.size
  return { list: all.slice(from, from + asked.size).map(({ mayTake: _may, tag: _tag, ...choice }) => choice), total: all.length }
}

/** The choices that are taken already, also those that the person may not take (they are marked). */
export async function sourcedLabels(
  ctx: Context,
  field: Field,
  given: Readonly<Record<string, unknown>>,
  values: readonly string[],
): Promise<OptionsAnswer> {
  const found = (await choicesOf(ctx, field, given)).filter(({ value }) => values.includes(value))
  const list = found.map(({ value, label, mayTake }) => ({ value, label, ...(mayTake ? {} : { disabled: true }) }))
  return { list, total: list.length }
}

/** Those of the values that are no choice, or not the person's to take. */
export async function invalidChoices(
  ctx: Context,
  field: Field,
  given: Readonly<Record<string, unknown>>,
  values: readonly unknown[],
): Promise<unknown[]> {
  const known = new Set((await choicesOf(ctx, field, given)).flatMap(({ value, mayTake }) => (mayTake ? [value] : [])))
  return values.filter((value) => !known.has(String(value)))
}

/**
 * Puts the labels of choices that the server makes beside their values, one for a text and a list of them for a list; and their colours, where
 * they have some.
 */
export async function addLabels(
  ctx: Context,
  of: Readonly<Record<string, Field>>,
  rows: readonly Readonly<Row>[],
  wire: readonly Row[],
): Promise<void> {
  const fields = sourcedOf(of)
  if (fields.length === 0) return
  const found = new Map<string, ReadonlyMap<string, Choice>>()
  for (const [i, row] of rows.entries()) {
    const target = wire[i]
    for (const field of fields) {
      const value = row[field.name]
      if (!target || value === undefined || value === null) continue
      const place = JSON.stringify([field.source, ...givenOf(field, row)])
      const labels = found.get(place) ?? new Map((await choicesOf(ctx, field, row)).map((each) => [each.value, each]))
      found.set(place, labels)
      const told = (each: unknown) => labels.get(String(each))?.label ?? String(each)
      target[labelMember(field.name)] = Array.isArray(value) ? value.map(told) : told(value)
      const tagOf = (each: unknown) => labels.get(String(each))?.tag ?? null
      if ([...labels.values()].some(({ tag }) => tag))
        target[tagMember(field.name)] = Array.isArray(value) ? value.map(tagOf) : tagOf(value)
    }
  }
}

/** Are there fields whose choices the server makes among these? */
export function hasLabels(of: Readonly<Record<string, Field>>): boolean {
  return sourcedOf(of).length > 0
}

const sourced = new WeakMap<Readonly<Record<string, Field>>, readonly Field[]>()

/** Which of these fields have such choices, found once for the fields of a page. */
function sourcedOf(of: Readonly<Record<string, Field>>): readonly Field[] {
  const known = sourced.get(of) ?? sourcedFields(of)
  sourced.set(of, known)
  return known
}

async function choicesOf(ctx: Context, field: Field, given: Readonly<Record<string, unknown>>): Promise<readonly Choice[]> {
  if (!field.source) return []
  const source = ctx.services.engine.optionSources?.[field.source]
  if (!source) throw new Error(`no module of the server has the option source "${field.source}"`)
  return source(ctx, givenOf(field, given))
}

function givenOf(field: Field, values: Readonly<Record<string, unknown>>): string[] {
  return (field.depends ?? []).map((name) => String(values[name] ?? ''))
}
