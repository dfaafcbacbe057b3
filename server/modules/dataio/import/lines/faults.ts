import { type ImportFault, rowColumnOf } from '../../../../../src/schemas/api/importing.ts'
import { type Field, isConfidential } from '../../../../../src/schemas/field.ts'
import type { Context } from '../../../../core/context.ts'
import type { Refused } from '../../../../core/refuse.ts'
import type { FieldMessage } from '../../../../crud/domain.ts'
import type { Screen } from '../../../../crud/screen/screen.ts'
import { messageText } from '../../../../crud/words.ts'
import { titleOf } from '../columns.ts'
import { type Group, type Line, textAt } from './groups.ts'

/** Whose lines are at fault, and in whose words that is said. */
interface Faulting {
  screen: Screen
  ctx: Context
  /** Field of each column; '' for those that are left out. */
  mapping: readonly string[]
}

/** What is wrong with the lines about a record, in the words of the person; `skipped` of them are right, and left out with the others. */
export interface Refusals {
  faults: readonly ImportFault[]
  skipped: number
}

/** Thrown for lines that cannot be saved. */
export class LineFaults extends Error {
  readonly faults: readonly ImportFault[]
  constructor(faults: readonly ImportFault[]) {
    super('a line has faults')
    this.faults = faults
  }
}

/** Which of the lines contained a position inside the record; the first when unknown. */
export interface Placing {
  lineOf(path: readonly string[], field: string): number
}

/** Lines that are right, and are left out with the one that is not. */
export function withOthers({ ctx }: Faulting, group: Group, faults: readonly ImportFault[]): Refusals {
  const named = new Set(faults.map(({ line }) => line))
  const [first] = [...named].sort((a, b) => a - b)
  const message = ctx.text('validate.import.with', { line: first ?? 0 })
  const others = group
    .filter(({ line }) => !named.has(line))
    .map(({ line }) => ({ line, field: '', title: '', value: '', message }))
  return { faults: [...faults, ...others].sort((a, b) => a.line - b.line), skipped: others.length }
}

/** What saving refused: by field where it says so, else about the line. */
export function refusedFaults(
  taking: Faulting,
  group: Group,
  { lineOf }: Placing,
  { code, params, options }: Refused,
): ImportFault[] {
  const at = (path: string) => {
    const [name = '', ...inner] = path.split('.')
    return placeOf(taking, group[inner.length > 0 ? lineOf(inner, name) : 0] ?? group[0], path)
  }
  const errors = Object.entries(options.errors ?? {})
  if (errors.length > 0) return errors.map(([path, message]) => ({ ...at(path), message }))
  return [{ ...at(options.field ?? ''), message: taking.ctx.text(`errors.${code}`, params) }]
}

export function faultOf(taking: Faulting, line: Line, name: string, finding: FieldMessage): ImportFault {
  const place = { page: taking.screen.page, prefix: 'fields' }
  return { ...placeOf(taking, line, name), message: messageText(taking.ctx, place, name, finding) }
}

function placeOf({ screen, ctx, mapping }: Faulting, { line, cells }: Line, path: string): Omit<ImportFault, 'message'> {
  const name = columnOf(mapping, screen.page.fields, path)
  const title = name === '' ? '' : titleOf(ctx.schema.words, ctx.lang, screen.page, name)
  const shown = name !== '' && !isConfidential(screen.page.fields[name])
  return { line, field: name, title, value: shown ? textAt(mapping, cells, name).slice(0, 100) : '' }
}

/** The column of a position inside a value, if it has one: `spec.skus.0.price` is in `spec.price`. */
function columnOf(mapping: readonly string[], fields: Readonly<Record<string, Field>>, path: string): string {
  const [name = '', ...inner] = path.split('.')
  const field = fields[name]
  const rows = field && rowColumnOf(field)
  const parts = [`${name}.${inner.at(-1) ?? ''}`, ...(rows === undefined ? [] : [rows])]
  return parts.find((part) => mapping.includes(part)) ?? name
}
