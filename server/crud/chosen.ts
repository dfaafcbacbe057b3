import type { Field } from '../../src/schemas/language/field.ts'
import type { Context } from '../app/context.ts'
import type { Reader } from '../db/connect.ts'
import type { Row } from './domain.ts'
import { dependsOf, hasChoices, missingChoices } from './foreign.ts'
import type { Screen } from './screen.ts'
import type { Findings } from './validate.ts'

/** What is judged: the values as they would be, and as they were. */
export interface Chosen {
  fields: readonly Field[]
  /** All fields of the form, for those that narrow a choice. */
  among: Readonly<Record<string, Field>>
  record: Readonly<Row>
  /** What was chosen before may stay, whoever may choose it now. */
  before?: Readonly<Row> | null
}

/**
 * What is chosen and is not there, or not the actor's to choose: of the fields, and of the rows inside them (`lines.0.address_id`). Fields
 * that have a finding in `found` already are left out. The rows that were found stay until the end of the transaction.
 */
export async function judgeChoices(
  screen: Screen,
  ctx: Context,
  db: Reader,
  chosen: Chosen,
  found: Findings = {},
): Promise<Findings> {
  const wrong: Findings = {}
  for (const field of chosen.fields) {
    if (found[field.name]) continue
    if (field.fields) Object.assign(wrong, await rowFindings(screen, ctx, db, field, chosen))
    else if (hasChoices(field) && (await isStrange(screen, ctx, db, field, chosen)))
      wrong[field.name] = { code: field.source ? 'option' : 'remote' }
  }
  return wrong
}

/** Of the rows inside a field: each choice of theirs is looked up once for all of them. */
async function rowFindings(
  screen: Screen,
  ctx: Context,
  db: Reader,
  field: Field,
  { record, before }: Chosen,
): Promise<Findings> {
  const rows = rowsOf(record[field.name])
  const had = rowsOf(before?.[field.name])
  const wrong: Findings = {}
  for (const inner of Object.values(field.fields ?? {}).filter((each) => hasChoices(each) && !each.readOnly)) {
    const keys = new Map(rows.flatMap((row) => keysOf(row[inner.name])).map((key) => [String(key), key]))
    for (const key of had.flatMap((row) => keysOf(row[inner.name]))) keys.delete(String(key))
    const missing = new Set((await missingChoices(screen, ctx, db, inner, [...keys.values()])).map(String))
    for (const [i, row] of rows.entries()) {
      if (keysOf(row[inner.name]).some((key) => missing.has(String(key))))
        wrong[`${field.name}.${i}.${inner.name}`] = { code: inner.source ? 'option' : 'remote' }
    }
  }
  return wrong
}

async function isStrange(screen: Screen, ctx: Context, db: Reader, field: Field, chosen: Chosen): Promise<boolean> {
  const { record, before = null } = chosen
  const depends = dependsOf(chosen.among, field, record)
  // Where what the choice depends on has changed, what was chosen has to fit anew.
  const moved = (field.depends ?? []).some((name) => before !== null && before[name] !== record[name])
  const had = new Set(moved ? [] : keysOf(before?.[field.name]).map(String))
  const added = keysOf(record[field.name]).filter((key) => !had.has(String(key)))
  return (await missingChoices(screen, ctx, db, field, added, depends)).length > 0
}

function rowsOf(value: unknown): readonly Readonly<Row>[] {
  return Array.isArray(value) ? value.filter((row): row is Row => row !== null && typeof row === 'object') : []
}

function keysOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === null || value === undefined || value === '' || value === 0 ? [] : [value]
}
