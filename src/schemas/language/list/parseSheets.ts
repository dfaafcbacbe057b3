import * as z from 'zod/mini'
import type { Field } from '../../field.ts'
import { parseCondition } from '../condition/condition.ts'
import type { Entity } from '../entity/entity.ts'
import { fieldScope } from '../entity/parseField.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { type Path, type Place, refuse } from '../place.ts'
import type { Sheet } from './table.ts'

const condition = z.record(z.string(), z.unknown())

/** The shape of a file exported from a list. */
export const sheetShape = z.strictObject({
  rows: z.optional(z.string()),
  where: z.optional(condition),
  when: z.optional(condition),
  columns: z.optional(z.array(z.string()).check(z.minLength(1))),
})

type SheetJson = z.output<typeof sheetShape>

/** Parses what exports of a list can be of, over the fields of its table. Columns of relations are resolved with those of the list. */
export function parseSheets(json: Record<string, SheetJson>, entity: Entity, path: Path, issues: Issue[]): Record<string, Sheet> {
  return Object.fromEntries(
    Object.entries(json).map(([name, sheet]) => [name, parseSheet(sheet, entity, [...path, name], issues)]),
  )
}

function parseSheet(json: SheetJson, entity: Entity, at: Path, issues: Issue[]): Sheet {
  const stored = Object.entries(entity.fields).filter(([, field]) => !field.virtual && !field.link)
  const inside = json.rows === undefined ? undefined : insideOf(json.rows, entity, [...at, 'rows'], issues)
  if (json.rows === undefined)
    for (const key of ['when', 'columns'] as const)
      if (json[key])
        issues.push(issueAt([...at, key], 'a line for each row has the columns of the list', 'name the "rows", or remove it'))
  if (json.rows !== undefined && !json.columns) issues.push(issueAt(at, 'missing "columns": what a line of the file holds'))
  const columns = json.rows === undefined ? [] : (json.columns ?? [])
  // Without the rows nothing can be said of what their lines hold.
  for (const [i, name] of inside ? columns.entries() : [])
    checkColumn(name, entity, { name: json.rows ?? '', fields: inside }, { at: [...at, 'columns', i], issues })
  return {
    rows: inside ? (json.rows ?? null) : null,
    where: json.where ? parseCondition(json.where, fieldScope(Object.fromEntries(stored)), [...at, 'where'], issues) : null,
    when: json.when && inside ? parseCondition(json.when, fieldScope(inside), [...at, 'when'], issues) : null,
    columns: inside ? columns : [],
  }
}

function insideOf(name: string, entity: Entity, path: Path, issues: Issue[]): Readonly<Record<string, Field>> | undefined {
  const { fields } = entity.fields[name] ?? {}
  if (fields) return fields
  const known = Object.values(entity.fields).flatMap((field) => (field.fields ? [field.name] : []))
  issues.push(issueAt(path, `no such subtable "${name}"`, suggest(name, known)))
  return undefined
}

function checkColumn(
  name: string,
  entity: Entity,
  inside: { name: string; fields: Readonly<Record<string, Field>> | undefined },
  place: Place,
): void {
  const [first = '', second] = name.split('.')
  if (second !== undefined && first !== inside.name) {
    const known = Object.values(entity.relations).flatMap(({ name, type }) => (type === 'one' ? [name] : []))
    if (!known.includes(first)) refuse(place, `no relation of one row "${first}"`, suggest(first, [inside.name, ...known]))
    return
  }
  const fields = second === undefined ? entity.fields : inside.fields
  if (!fields) return
  const known = Object.values(fields).flatMap((field) => (field.secret ? [] : [field.name]))
  const last = second ?? first
  if (!known.includes(last)) refuse(place, `no field "${last}" that may leave the server`, suggest(last, known))
}
