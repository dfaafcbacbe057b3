import { type CommentFacts, readComment } from '../introspect/comment.ts'
import type { ColumnFacts, TableFacts } from '../introspect/facts.ts'
import { type ColumnLimits, limitsOf } from './checks.ts'
import { type ColumnType, columnType } from './columnType.ts'
import { kindRule } from './kind.ts'
import { isName, isSecretName } from './label.ts'
import { tagsOf } from './meaning.ts'
import type { Choice, ColumnPlan, KnownTable, PlannedOption } from './plan.ts'
import { roleOf, stampName } from './roles.ts'

/** Where notes and reasons go. */
export interface Told {
  notes: string[]
  choices: Choice[]
}

/** Everything about the columns of a table that its screen shows, in the table's order. */
export function planColumns(table: TableFacts, screens: ReadonlyMap<string, KnownTable>, told: Told): ColumnPlan[] {
  const limits = limitsOf(table.checks)
  return table.columns.flatMap((column) => {
    if (!isName(column.name)) {
      told.notes.push(`${table.name}."${column.name}": not a name a page can use, left out`)
      return []
    }
    return planColumn(column, { table, screens, limits: limits.get(column.name) ?? {}, told })
  })
}

interface Around {
  table: TableFacts
  screens: ReadonlyMap<string, KnownTable>
  limits: ColumnLimits
  told: Told
}

function planColumn(column: ColumnFacts, around: Around): ColumnPlan[] {
  const { table, told } = around
  const of = `${table.name}.${column.name}`
  const type = columnType(column)
  const comment = readComment(column.comment)
  const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === column.name
  const remote = isKey ? undefined : remoteOf(column, around)
  const options = optionsOf(column, type, comment, around.limits)
  const rule = kindRule({ column, type, options: options ?? [], remote: remote !== undefined })
  const kind = isKey && type.family === 'integer' ? 'integer' : rule?.kind
  if (!kind || !rule) {
    told.notes.push(`${of}: values of type ${column.type} cannot be shown, left out`)
    return []
  }
  told.choices.push({
    of,
    rule: isKey ? 'key' : rule.name,
    made: kind,
    because: isKey ? 'it is the key of the table' : rule.because,
  })
  const takesOptions = ['select', 'radio', 'multiselect'].includes(kind)
  const isStamp = stampName.test(column.name) && ['datetime', 'date'].includes(kind)
  const plan: ColumnPlan = {
    column,
    type,
    comment,
    kind,
    role: 'text',
    limits: around.limits,
    ...(takesOptions && options ? { options: coloured(column, options, kind) } : {}),
    ...(kind === 'remoteSelect' && remote ? { remote } : {}),
    isKey,
    isSecret: kind === 'string' && isSecretName(column.name) && !isKey,
    isReadOnly:
      column.counted || kind === 'json' || type.store === 'tsvector' || (isStamp && (column.nullable || column.default !== null)),
  }
  return [{ ...plan, role: roleOf(plan) }]
}

/** The row that a column points at, where it can be chosen: one target, by its key, with a screen. */
function remoteOf(column: ColumnFacts, { table, screens, told }: Around): ColumnPlan['remote'] {
  const all = table.foreignKeys.filter((f) => f.column === column.name)
  const [target] = all
  if (!target) return undefined
  const of = `${table.name}.${column.name}`
  const screen = screens.get(target.table)
  if (all.length > 1) told.notes.push(`${of}: points at several tables, so its key is entered`)
  else if (!screen)
    told.notes.push(
      `${of}: points at ${target.table}, which has no screen, so its key is entered; generate ${target.table} as well for a list of choices`,
    )
  else if (screen.key !== target.refColumn)
    told.notes.push(`${of}: points at ${target.table}.${target.refColumn}, which is not its key, so it is entered`)
  else return { ...screen, ...target }
  return undefined
}

/** Values that a type, a CHECK or a comment names. */
function optionsOf(
  column: ColumnFacts,
  type: ColumnType,
  comment: CommentFacts,
  limits: ColumnLimits,
): PlannedOption[] | undefined {
  const isNumber = /^(?:smallint|integer|bigint)/.test(type.store)
  const told = column.enumValues ?? limits.options?.filter((each) => (typeof each === 'number') === isNumber)
  const values = told && told.length > 0 ? told : comment.options.map(({ value }) => value)
  if (values.length === 0 || type.family === 'boolean' || type.family === 'decimal') return undefined
  const converted = [...new Set(values.map((value) => (isNumber ? Number(value) : String(value))))]
  if (isNumber && converted.some((value) => !Number.isSafeInteger(value))) return undefined
  return converted.map((value) => {
    const label = comment.options.find((each) => each.value === String(value))?.label
    return { value, ...(label === undefined ? {} : { label }) }
  })
}

function coloured(column: ColumnFacts, options: readonly PlannedOption[], kind: string): PlannedOption[] {
  if (kind === 'multiselect') return [...options]
  const tags = tagsOf(
    column.name,
    options.map(({ value, label }) => label ?? String(value)),
  )
  return options.map((option, i) => ({ ...option, ...(tags?.[i] ? { tag: tags[i] } : {}) }))
}
