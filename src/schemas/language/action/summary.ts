import * as z from 'zod/mini'
import type { Field } from '../../field.ts'
import type { Entity } from '../entity/entity.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { fieldAt } from '../list/parseTable.ts'
import type { Path, Place } from '../place.ts'

/** What the form of an action shows of its record: a field, or some columns of a field with rows. */
export interface Fact {
  field: string
  /** Of a field with rows, the columns shown; null: all. */
  columns: readonly string[] | null
}

const strings = z.array(z.string()).check(z.minLength(1))
const factShape = z.union([z.string(), z.strictObject({ field: z.string(), columns: z.optional(strings) })])
/** The shape of `summary`. */
export const summaryShape = z.array(factShape).check(z.minLength(1))

/** Reads `summary`: fields of the page, of rows it belongs to (`user.nickname`), and columns of fields with rows. */
export function parseSummary(
  json: z.output<typeof summaryShape> | undefined,
  { entity, fields, at, issues }: Place & { entity: Entity; fields: Readonly<Record<string, Field>> },
): Fact[] {
  return (json ?? []).map((one, i): Fact => {
    const path = [...at, 'summary', i]
    const { field: name, columns = null } = typeof one === 'string' ? { field: one } : one
    const field = name.includes('.') ? fieldAt(name, entity, path, issues) : fields[name]
    if (!field && !name.includes('.')) issues.push(issueAt(path, `no such field "${name}"`, suggest(name, Object.keys(fields))))
    if (field?.secret) issues.push(issueAt(path, `"${name}" is secret and cannot be shown`))
    if (columns) checkColumns(columns, field, [...path, 'columns'], issues)
    return { field: name, columns }
  })
}

function checkColumns(columns: readonly string[], field: Field | undefined, path: Path, issues: Issue[]): void {
  const known = Object.keys(field?.fields ?? {})
  for (const [i, column] of columns.entries())
    if (!known.includes(column))
      issues.push(issueAt([...path, i], `no such column "${column}" in its rows`, suggest(column, known)))
}
