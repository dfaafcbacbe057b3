import type { Field } from '../../../schemas/field.ts'
import { grouped } from '../../../schemas/grouped.ts'
import { isObject } from '../../../schemas/isObject.ts'
import { formatFen, parseFen } from '../../../schemas/kinds/money.ts'
import type { FormModel } from '../../form/form.ts'
import type { Row } from '../../rows.ts'

type Texts = Record<string, string | number>
type Fields = Readonly<Record<string, Field>>

/** Fields whose amounts are written with separators: of the form of the action, and of the row. */
export interface NamedFields {
  fields: Fields
  row?: Fields
}

/** What words of an action may name: values of the row and of rows it belongs to, what is entered in the form, and the sums of amounts there. */
export function namedIn(row: Readonly<Row>, entered: Readonly<Row>, { fields, row: known = {} }: NamedFields): Texts {
  return { ...textsOf(row, known), ...textsOf(entered, fields), ...sumsOf(fields, entered) }
}

/** The row's own values, and those of the rows it belongs to (`user.nickname`). */
function textsOf(row: Readonly<Row>, fields: Fields, prefix = ''): Texts {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, string | number][] => {
      if (typeof value === 'string' || typeof value === 'number') return [[prefix + name, shown(fields[name], value)]]
      return prefix === '' && isObject(value) ? Object.entries(textsOf(value, {}, `${name}.`)) : []
    }),
  )
}

/** An amount with separators; of rows in the list it is a number of fen, on the wire a text. */
function shown(field: Field | undefined, value: string | number): string | number {
  if (field?.kind !== 'money') return value
  return typeof value === 'number' ? grouped(formatFen(value)) : grouped(value)
}

/** Amounts entered in rows, added up: `lines.amount`. */
function sumsOf(fields: Fields, entered: Readonly<Row>): Record<string, string> {
  const sums: Record<string, string> = {}
  for (const { name, fields: inner = {} } of Object.values(fields)) {
    if (!Array.isArray(entered[name])) continue
    for (const column of Object.values(inner).filter(({ kind }) => kind === 'money'))
      sums[`${name}.${column.name}`] = grouped(formatFen(fenIn(entered[name], column.name)))
  }
  return sums
}

/** Some amounts of a form added up, as it is now: fields, and columns of rows (`lines.amount`). What is hidden counts nothing. */
export function totalOf({ state }: Pick<FormModel, 'state'>, names: readonly string[]): string {
  const fen = names.reduce((sum, path) => {
    const [name = '', column] = path.split('.')
    if (!state.fields[name]?.visible) return sum
    const value = state.values[name]
    const parts: unknown[] = column === undefined ? [value] : Array.isArray(value) ? value.map((line) => line?.[column]) : []
    return parts.reduce((all: number, part) => all + (typeof part === 'number' ? part : 0), sum)
  }, 0)
  return grouped(formatFen(fen))
}

function fenIn(lines: unknown, column: string): number {
  return Array.isArray(lines) ? lines.reduce((sum, line) => sum + fenOf(line?.[column]), 0) : 0
}

/** Fen of the entered amount; 0 for an invalid one, which the form reports. */
function fenOf(value: unknown): number {
  try {
    return parseFen(value) ?? 0
  } catch {
    return 0
  }
}
