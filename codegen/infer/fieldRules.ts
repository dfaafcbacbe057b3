import type { TableFacts } from '../introspect/facts.ts'
import { scaleLimit } from './columnType.ts'
import type { Choice, ColumnPlan } from './plan.ts'

/** A rule that gives a field further keys; nothing where it does not fit. */
interface FieldRule {
  name: string
  because: string
  make(plan: ColumnPlan, table: TableFacts): Record<string, unknown> | undefined
}

const isText = ({ kind }: ColumnPlan) => kind === 'string' || kind === 'textarea' || kind === 'email' || kind === 'url'
const isNumber = ({ kind }: ColumnPlan) => kind === 'integer' || kind === 'number' || kind === 'year'
/** A column with empty texts is not required, the form would refuse to save those rows again; nor is a list, which may be empty. */
const isRequired = ({ column, type }: ColumnPlan) =>
  !column.nullable && type.family !== 'array' && column.default === null && !column.counted && !column.stored?.includes('')

/** The keys of a field, in the order they are written. */
const fieldRules: readonly FieldRule[] = [
  {
    name: 'choices',
    because: 'rows are chosen by what they are called, and found by typing it',
    make: ({ remote }) => remote && { page: remote.page, show: remote.show, ...(remote.isTree ? { tree: true } : {}) },
  },
  {
    name: 'required',
    because: 'the column takes no NULL, has no default, and no row is empty there',
    make: (p) => (isRequired(p) && p.kind !== 'switch' && !p.isReadOnly ? { required: true } : undefined),
  },
  {
    name: 'nullable',
    because: 'the column takes NULL',
    make: ({ column }) => (column.nullable ? { nullable: true } : undefined),
  },
  {
    name: 'read-only',
    because: 'the database or another program writes it',
    make: (p) => (p.isReadOnly ? { readOnly: true } : undefined),
  },
  {
    name: 'given once',
    because: 'the key of a row never changes',
    make: (p) => (p.isKey && !p.column.counted ? { writeOnce: true } : undefined),
  },
  {
    name: 'secret',
    because: 'its name says a secret: it can be set and never read',
    make: (p) => (p.isSecret ? { secret: true } : undefined),
  },
  {
    name: 'unique',
    because: 'the table has a unique index on it',
    make: ({ column }, table) =>
      table.unique.some((u) => u.length === 1 && u[0] === column.name) ? { unique: true } : undefined,
  },
  { name: 'length', because: 'the column or its CHECK takes no more characters', make: lengths },
  { name: 'pattern', because: 'its CHECK asks for this form', make: patternOf },
  { name: 'limits', because: 'its CHECK takes nothing beyond', make: numberLimits },
  {
    name: 'decimals',
    because: 'the column rounds what has more',
    make: ({ kind, type }) =>
      kind === 'number' && type.scale !== undefined && type.scale <= scaleLimit ? { scale: type.scale } : undefined,
  },
  {
    name: 'options',
    because: 'no other value is stored; colours say what a state means',
    make: ({ options }) => options && { options: options.map(({ value, tag }) => ({ value, ...(tag ? { tag } : {}) })) },
  },
  { name: 'first value', because: 'the column has this default', make: firstValue },
]

function lengths(plan: ColumnPlan): Record<string, unknown> | undefined {
  const { type, limits, column } = plan
  if (!isText(plan)) return undefined
  const most = Math.min(type.length ?? Number.POSITIVE_INFINITY, limits.maxLength ?? Number.POSITIVE_INFINITY)
  const least = limits.minLength ?? 0
  const isLeast = least > 1 && !column.nullable && least <= most
  return {
    ...(isLeast ? { minLength: least } : {}),
    ...(Number.isFinite(most) && most > 0 ? { maxLength: most } : {}),
  }
}

function patternOf(plan: ColumnPlan): Record<string, unknown> | undefined {
  const { kind, limits, column } = plan
  if (kind !== 'string' || limits.pattern === undefined) return undefined
  const first = literal(column.default)
  return first && !new RegExp(limits.pattern, 'u').test(first) ? undefined : { pattern: limits.pattern }
}

/** The smallest and largest value; a limit that is not reached itself is the next value of the column. */
function numberLimits(plan: ColumnPlan): { min?: number; max?: number } | undefined {
  const { limits, type } = plan
  if (!isNumber(plan)) return undefined
  const scale = type.family === 'integer' ? 0 : type.scale
  const step = scale === undefined || scale > 6 ? 0 : 10 ** -scale
  const exact = (value: number) => (scale === undefined ? value : Number(value.toFixed(Math.min(20, scale))))
  const min = limits.min === undefined ? undefined : exact(limits.min + (limits.above ? step : 0))
  const max = limits.max === undefined ? undefined : exact(limits.max - (limits.below ? step : 0))
  if (min !== undefined && max !== undefined && min > max) return undefined
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

const withoutFirst = [
  'datetime',
  'date',
  'time',
  'json',
  'array',
  'images',
  'files',
  'multiselect',
  'tags',
  'image',
  'file',
  'icon',
  'color',
]

/** A default that is a plain value is offered by the form; anything computed stays the database's. */
function firstValue(plan: ColumnPlan): Record<string, unknown> | undefined {
  const { column, kind, options, isSecret } = plan
  if (column.default === null || column.counted || isSecret || withoutFirst.includes(kind)) return undefined
  if (kind === 'switch') return { default: /^(?:true|'?1'?)/.test(column.default) ? 1 : 0 }
  const value = literal(column.default)
  if (value === undefined || value === '') return undefined
  if (options && !options.some((each) => String(each.value) === value)) return undefined
  if (!['integer', 'number', 'weigh', 'year', 'remoteSelect'].includes(kind)) return { default: value }
  const number = Number(value)
  const { min = number, max = number } = numberLimits(plan) ?? {}
  return Number.isFinite(number) && number >= min && number <= max ? { default: number } : undefined
}

function literal(expression: string | null): string | undefined {
  const [, text, number] =
    /^(?:'((?:[^']|'')*)'|\(?(-?\d+(?:\.\d+)?)\)?)(?:::["a-z_. ]+(?:\(\d+(?:,\d+)?\))?)?$/.exec(expression ?? '') ?? []
  return text?.replaceAll("''", "'") ?? number
}

/** The field of a column as a page declares it. Why it has which key goes to `choices`. */
export function fieldOf(plan: ColumnPlan, table: TableFacts, choices: Choice[]): Record<string, unknown> {
  const made: Record<string, unknown> = { kind: plan.kind }
  for (const rule of fieldRules) {
    const keys = rule.make(plan, table)
    if (!keys || Object.keys(keys).length === 0) continue
    Object.assign(made, keys)
    const text = JSON.stringify(keys).slice(1, -1).replaceAll('"', '')
    choices.push({ of: `${table.name}.${plan.column.name}`, rule: rule.name, made: text, because: rule.because })
  }
  return { ...made, store: plan.type.store }
}
