import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { conditionFields } from '../../src/schemas/language/condition/condition.ts'
import { holds } from '../../src/schemas/language/condition/predicate.ts'
import { fieldState } from '../../src/schemas/language/form/fieldState.ts'
import { isBlank } from '../../src/schemas/language/form/valueRules.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { isValid, type ValueMaker, valueFor } from './values.ts'

/** A required field for which no value can be made; the message says which and why. */
export class Unfillable extends Error {}

/** What a row is made with. */
export interface RowMaker extends ValueMaker {
  /** Who adds the row. */
  selfId: number
}

type Values = Record<string, unknown>

/** Times a value is made anew before the field is given up. */
const tries = 20

/**
 * A believable new row of the page as a form would send it, with values for these fields: valid as far as the page says it. Throws
 * `Unfillable`.
 */
export function sampleRow(page: Page, fields: Readonly<Record<string, Field>>, maker: RowMaker): Values {
  const values = valuesOf(page, fields, maker)
  for (let round = 0; round < tries; round++) {
    const env = { values, selfId: maker.selfId, now: maker.now }
    const broken = page.check.filter((rule) => !holds(rule, env))
    if (broken.length === 0) break
    const names = new Set(broken.flatMap(conditionFields))
    const again = Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))
    Object.assign(values, fieldValues(again, page, values, maker))
    settle(fields, values, maker)
  }
  return encoded(fields, values)
}

function valuesOf(page: Page, fields: Readonly<Record<string, Field>>, maker: RowMaker): Values {
  const values = fieldValues(fields, page, {}, maker)
  settle(fields, values, maker)
  return values
}

function fieldValues(fields: Readonly<Record<string, Field>>, page: Page, beside: Readonly<Values>, maker: RowMaker): Values {
  const values: Values = {}
  const { entity } = page
  for (const written of Object.values(fields)) {
    if (written.virtual || written.name === entity.weigh) continue
    const isAlone = written.name === entity.key || entity.unique.some((set) => set.at(-1) === written.name)
    const field = isAlone && !written.unique ? { ...written, unique: true } : written
    const isRoot = entity.tree?.parent === field.name && !field.required && maker.random.chance(0.3)
    if (isRoot || (isSpare(field) && maker.random.chance(0.15))) continue
    const value = field.fields ? rowsOf(field, page, maker) : made(field, { ...beside, ...values }, maker)
    if (value !== undefined) values[field.name] = value
    else if (field.type !== undefined)
      Object.assign(values, madeWithType(field, fields[field.type], { ...beside, ...values }, maker))
    else if (field.required) throw new Unfillable(reasonFor(field, maker))
  }
  return values
}

/** May the row do without a value? */
function isSpare({ required, when, default: usual, kind }: Field): boolean {
  return !required && when.required === undefined && usual === undefined && kind !== 'switch'
}

/** A valid value; undefined where none was found, or none is needed. */
function made(field: Field, row: Readonly<Values>, maker: RowMaker): unknown {
  for (let round = 0; round < tries; round++) {
    const value = most(field, valueFor(field, maker), row)
    if (isBlank(value)) return undefined
    if (isValid(field, value, row, maker.now)) return value
  }
  const value = kindOf(field).sample(field, maker.random.whole(0, 999))
  return !isBlank(value) && isValid(field, value, row, maker.now) ? value : undefined
}

/** A value with the type beside it that it fits; nothing where it fits none. */
function madeWithType(field: Field, type: Field | undefined, row: Readonly<Values>, maker: RowMaker): Values {
  for (const { value: of } of type?.options ?? []) {
    const value = made(field, { ...row, [type?.name ?? '']: of }, maker)
    if (value !== undefined) return { [type?.name ?? '']: of, [field.name]: value }
  }
  return {}
}

/** Names of the two ends of a range: the first is not above the second. */
const ends = [
  ['min', 'max'],
  ['start', 'end'],
  ['begin', 'end'],
  ['from', 'to'],
  ['low', 'high'],
] as const

/** Puts the ends of ranges (`min_age`, `max_age`) in their order. */
function orderEnds(values: Values): void {
  for (const [first, second] of ends)
    for (const name of Object.keys(values)) {
      const other = name.replace(new RegExp(`(^|_)${first}(?=_|$)`), `$1${second}`)
      const [low, high] = [values[name], values[other]]
      if (other === name || !isOrdered(low) || !isOrdered(high) || low <= high) continue
      values[name] = high
      values[other] = low
    }
}

function isOrdered(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string'
}

/** The number no larger than that of the field it is bound by. */
function most(field: Field, value: unknown, row: Readonly<Values>): unknown {
  const bound = field.most === undefined ? undefined : row[field.most]
  return typeof value === 'number' && typeof bound === 'number' ? Math.min(value, bound) : value
}

/** The rows inside a field. */
function rowsOf(field: Field, page: Page, maker: RowMaker): Values[] | undefined {
  const inner = field.fields ?? {}
  const least = Math.max(Number(field.min ?? 0), field.required ? 1 : 0)
  const count = maker.random.whole(least, Math.max(least, Math.min(3, Number(field.max ?? 3))))
  const writable = Object.fromEntries(Object.entries(inner).filter(([, each]) => !each.readOnly && !each.virtual))
  const bare = { ...page, entity: { ...page.entity, key: null, unique: [], tree: null } }
  return count === 0 ? undefined : Array.from({ length: count }, () => valuesOf(bare, writable, maker))
}

function reasonFor(field: Field, maker: RowMaker): string {
  const from = field.page ?? field.table
  if (from !== undefined && maker.keysOf(field).length === 0)
    return `"${field.name}" is required and chosen from "${from}", which has no rows that can be chosen: add some there first`
  const pattern = field.pattern === undefined ? '' : ` (its pattern is ${field.pattern})`
  return `no value was found for the required field "${field.name}"${pattern}: give it a default, or make it optional`
}

/** Takes away what the form would not show, and gives what it would ask for now. */
function settle(fields: Readonly<Record<string, Field>>, values: Values, maker: RowMaker): void {
  orderEnds(values)
  for (const field of Object.values(fields)) {
    const state = fieldState(field, { values, selfId: maker.selfId, now: maker.now })
    const { options } = state
    const held = values[field.name]
    if (!state.visible || state.disabled) delete values[field.name]
    else if (options && !isBlank(held)) {
      if (Array.isArray(held)) values[field.name] = held.filter((each) => options.includes(each))
      else if (!options.some((each) => each === held)) values[field.name] = options.length > 0 ? maker.random.pick(options) : null
    } else if (state.required && isBlank(held) && !field.fields) values[field.name] = made(field, values, maker)
  }
}

/** The values as a form sends them. */
function encoded(fields: Readonly<Record<string, Field>>, values: Readonly<Values>): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = fields[name]
      if (!field || value === undefined) return []
      const inner = field.fields
      if (inner && Array.isArray(value)) return [[name, value.map((row: Values) => encoded(inner, row))]]
      // A password is sent as it is and never read.
      return [[name, field.kind === 'password' ? value : kindOf(field).toWire(value, field)]]
    }),
  )
}
