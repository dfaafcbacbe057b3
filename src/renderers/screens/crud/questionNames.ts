import type { Row } from '../../../runtime/rows.ts'
import type { Field } from '../../../schemas/field.ts'
import { isObject } from '../../../schemas/isObject.ts'
import { formatFen, parseFen } from '../../../schemas/kinds/money.ts'

/** What a question may name: values of the row and of rows it belongs to, what is entered in the form (`fields`), and the sums of amounts there. */
export function namedIn(
  row: Readonly<Row>,
  entered: Readonly<Row>,
  fields: Readonly<Record<string, Field>>,
): Record<string, string | number> {
  return { ...textsOf(row), ...textsOf(entered), ...sumsOf(fields, entered) }
}

/** The row's own values, and those of the rows it belongs to (`user.nickname`). */
function textsOf(row: Readonly<Row>, prefix = ''): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, string | number][] => {
      if (typeof value === 'string' || typeof value === 'number') return [[prefix + name, value]]
      return prefix === '' && isObject(value) ? Object.entries(textsOf(value, `${name}.`)) : []
    }),
  )
}

/** Amounts entered in rows, added up: `lines.amount`. */
function sumsOf(fields: Readonly<Record<string, Field>>, entered: Readonly<Row>): Record<string, string> {
  const sums: Record<string, string> = {}
  for (const { name, fields: inner = {} } of Object.values(fields)) {
    const lines = entered[name]
    if (!Array.isArray(lines)) continue
    for (const column of Object.values(inner).filter(({ kind }) => kind === 'money'))
      sums[`${name}.${column.name}`] = formatFen(lines.reduce((sum, line) => sum + fenOf(line[column.name]), 0))
  }
  return sums
}

/** Fen of the entered amount; undefined for an invalid one, which the form reports. */
function fenOf(value: unknown): number {
  try {
    return parseFen(value) ?? 0
  } catch {
    return 0
  }
}
