import type { Field } from '../../../src/schemas/field.ts'
import { valuesAround } from '../../../src/schemas/language/form/depends.ts'
import type { Row } from '../domain.ts'
import { dependsOf, hasChoices, missingChoices } from '../rows/foreign.ts'
import type { ScreenAccess } from '../screen/access.ts'
import type { ValidationErrors } from './validate.ts'

/** What is validated: the new values and the old ones. */
export interface Chosen {
  fields: readonly Field[]
  /** All fields of the form, for those that narrow a choice. */
  among: Readonly<Record<string, Field>>
  record: Readonly<Row>
  /** An existing choice may stay, whoever may choose it now. */
  before?: Readonly<Row> | null
}

/**
 * What is chosen and is not there, or not the actor's to choose: of the fields, and of the rows inside them (`lines.0.address_id`). Fields
 * that have a finding in `found` already are left out. The rows that were found stay until the end of the transaction.
 */
export async function validateChoices(
  access: ScreenAccess,
  chosen: Chosen,
  found: ValidationErrors = {},
): Promise<ValidationErrors> {
  const wrong: ValidationErrors = {}
  for (const field of chosen.fields) {
    if (found[field.name]) continue
    if (field.fields) Object.assign(wrong, await rowErrors(access, field, chosen))
    else if (hasChoices(field) && (await isStrange(access, field, chosen)))
      wrong[field.name] = { code: field.source ? 'option' : 'remote' }
  }
  return wrong
}

/** Rows whose choices are narrowed alike: their positions, and the keys that are new in them. */
interface Alike {
  keys: Map<string, unknown>
  places: number[]
}

/** Of the rows inside a field: each choice of theirs is looked up once for all that are narrowed alike. */
async function rowErrors(access: ScreenAccess, field: Field, { among, record, before }: Chosen): Promise<ValidationErrors> {
  const rows = rowsOf(record[field.name])
  const had = rowsOf(before?.[field.name])
  const wrong: ValidationErrors = {}
  for (const inner of Object.values(field.fields ?? {}).filter((each) => hasChoices(each) && !each.readOnly)) {
    const fields = { ...among, ...field.fields }
    const alike = (of: Readonly<Row>, i: number) =>
      JSON.stringify(dependsOf(fields, inner, valuesAround([field], of, [field.name, i])))
    // An existing choice of a row that was narrowed alike may stay.
    const stood = new Set(
      had.flatMap((row, i) => keysOf(row[inner.name]).map((key) => `${key} ${before ? alike(before, i) : ''}`)),
    )
    const asked = new Map<string, Alike>()
    for (const [i, row] of rows.entries()) {
      const by = alike(record, i)
      const group: Alike = asked.get(by) ?? { keys: new Map(), places: [] }
      for (const key of keysOf(row[inner.name])) if (!stood.has(`${key} ${by}`)) group.keys.set(String(key), key)
      group.places.push(i)
      asked.set(by, group)
    }
    for (const [by, { keys, places }] of asked) {
      const missing = new Set((await missingChoices(access, inner, [...keys.values()], JSON.parse(by))).map(String))
      for (const i of places) {
        if (keysOf(rows[i]?.[inner.name]).some((key) => missing.has(String(key))))
          wrong[`${field.name}.${i}.${inner.name}`] = { code: inner.source ? 'option' : 'remote' }
      }
    }
  }
  return wrong
}

async function isStrange(access: ScreenAccess, field: Field, chosen: Chosen): Promise<boolean> {
  const { record, before = null } = chosen
  const depends = dependsOf(chosen.among, field, record)
  // When a field that the choice depends on changes, the existing choice is validated again.
  const moved = (field.depends ?? []).some((name) => before !== null && before[name] !== record[name])
  const had = new Set(moved ? [] : keysOf(before?.[field.name]).map(String))
  const added = keysOf(record[field.name]).filter((key) => !had.has(String(key)))
  return (await missingChoices(access, field, added, depends)).length > 0
}

function rowsOf(value: unknown): readonly Readonly<Row>[] {
  return Array.isArray(value) ? value.filter((row): row is Row => row !== null && typeof row === 'object') : []
}

function keysOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === null || value === undefined || value === '' || value === 0 ? [] : [value]
}
