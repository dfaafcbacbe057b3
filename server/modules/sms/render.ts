import { sql } from 'kysely'
import { formatDateTime } from '../../../src/schemas/kinds/clock.ts'
import { formatFen } from '../../../src/schemas/kinds/money.ts'
import { maskText } from '../../../src/schemas/language/wire/mask.ts'
import type { Reader } from '../../core/db/connect.ts'
import type { SmsVariableRow } from '../../core/rows.generated.ts'
import { type AboutRows, composeMessageValues, type MessageValues, valueAt } from './places.ts'

export type Variable = Pick<
  SmsVariableRow,
  'id' | 'name' | 'source' | 'value' | 'place' | 'format' | 'length' | 'charset' | 'sample'
>

/** Input of a message besides its template. */
export interface Given {
  /** The generated code, for variables of that source. */
  code?: string
  /** Values supplied by the caller, by the variable's name. */
  caller?: Readonly<Record<string, string | number>>
  /** The records it is about. */
  about?: AboutRows
  /** What a module offers to its messages besides the platform's own values. */
  values?: MessageValues
}

/** A text that is ready, and the values in it in their order, as providers want them. */
export interface Rendered {
  content: string
  values: readonly { name: string; value: string }[]
}

/** Names of `${name}` in a text, each once, in their order. */
export function placeholders(content: string): string[] {
  return [...new Set([...content.matchAll(/\$\{([^{}\s]+)\}/g)].map(([, name]) => name ?? ''))]
}

/** Enabled variables with these keys. */
export async function readVariables(db: Reader, ids: readonly number[]): Promise<Variable[]> {
  const { rows } = await sql<Variable>`select id, name, source, value, place, format, length, charset, sample from sms_variable
    where id = any(${ids}::int[]) and status = 1 order by id`.execute(db)
  return rows
}

/** Fills a text in. What has no variable, or nothing to say, is empty. */
export async function render(db: Reader, content: string, variables: readonly Variable[], given: Given): Promise<Rendered> {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const values: { name: string; value: string }[] = []
  for (const name of placeholders(content)) {
    const variable = byName.get(name)
    values.push({ name, value: variable ? await textOf(db, variable, given) : '' })
  }
  return filled(content, values)
}

/** The text with the samples of its variables. */
export function sampled(content: string, variables: readonly Variable[]): Rendered {
  const byName = new Map(variables.map((variable) => [variable.name, variable.sample]))
  return filled(
    content,
    placeholders(content).map((name) => ({ name, value: byName.get(name) || name })),
  )
}

function filled(content: string, values: Rendered['values']): Rendered {
  const known = new Map(values.map(({ name, value }) => [name, value]))
  return { content: content.replace(/\$\{([^{}\s]+)\}/g, (_, name: string) => known.get(name) ?? ''), values }
}

async function textOf(db: Reader, variable: Variable, { code, caller, about, values }: Given): Promise<string> {
  const { source, name } = variable
  const place = variable.place ?? ''
  if (source === 'code') return code ?? ''
  if (source === 'text') return formatted(variable.value, variable)
  if (source === 'caller') return formatted(caller?.[name] ?? '', variable)
  const { places, items } = composeMessageValues([values])
  if (source === 'config') return formatted((await items[place]?.(db, place)) ?? '', variable)
  const kind = places[place]
  return kind ? formatted(await valueAt(db, place, about ?? {}), variable, kind) : ''
}

/** A value as the variable's format writes it; of a column that is an amount or a time as such, whatever the format says. */
function formatted(value: unknown, { format }: Variable, kind = 'text'): string {
  const text = String(value ?? '')
  const isNumber = text !== '' && Number.isFinite(Number(text))
  if (isNumber && (kind === 'money' || (format === 'money' && Number.isSafeInteger(Number(text))))) return formatFen(Number(text))
  if (isNumber && (format === 'date' || kind === 'time'))
    return formatDateTime(Number(text)).slice(0, format === 'date' ? 10 : 16)
  if (format === 'date') return text.slice(0, 10)
  if (format === 'mobile_mask') return maskText(text, 'middle')
  return format === 'upper' ? text.toUpperCase() : text
}

/** How many messages a text is billed as: 70 characters alone, 67 each when there are more. */
export function partsOf(text: string): number {
  const length = [...text].length
  return length <= 70 ? 1 : Math.ceil(length / 67)
}
