import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../../../src/schemas/condition.ts'
import { formatDateTime, parseDateTime } from '../../../src/schemas/kinds/clock.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import { CodecError } from '../../../src/schemas/kinds/kind.ts'
import type { ComputedFilter } from '../../../src/schemas/language/list/table.ts'
import { daysOf } from '../../../src/schemas/language/wire/daysOf.ts'
import { isPeriod } from '../../../src/schemas/language/wire/periods.ts'
import type { SearchTerm } from '../../../src/schemas/language/wire/query.ts'
import type { Operator } from '../../../src/schemas/operators.ts'
import type { Context, Lang } from '../../core/context.ts'
import { conditionSql } from '../../core/db/condition.ts'
import { isOneOf } from '../../core/db/rowKey.ts'
import { toDb } from '../../core/db/values.ts'
import { Refused } from '../../core/refuse.ts'
import { operatorSql, type Values } from '../operators.ts'
import { decodeKey } from '../rows/key.ts'
import type { Screen, Sql, Target } from '../screen/screen.ts'
import { branchOperators, branchSql } from './branch.ts'
import { isWholeValue, requireOperator } from './searchPolicy.ts'
import { unknownField } from './unknownField.ts'

/** The target of a name, or the refusal that is the same for fields that are secret, not stored, or not there at all (control C14). */
export function targetOf(screen: Screen, name: string): Target {
  const target = screen.targets.get(name)
  if (!target) throw unknownField(name)
  return target
}

/** The field that rows show in the place of this one in a language. */
function inLanguage({ hooks }: Screen, name: string, lang: Lang): string {
  return hooks.inLanguage?.[lang]?.[name] ?? name
}

/** Rows by a key of several columns, which is no column that could be compared in any other way. */
function keySearch({ operator, val }: SearchTerm, { entity }: Screen): Sql<SqlBool> | null {
  if (operator !== 'eq' && operator !== 'IN') throw new Refused('crud.operator', { name: operator })
  const asked = (Array.isArray(val) ? val : val.split(',')).filter((each) => each !== '')
  const keys = asked.flatMap((each) => decodeKey(entity, each) ?? [])
  return asked.length === 0 ? null : isOneOf(entity, keys)
}

/** Who searches, and when: for conditions of named filters. */
type Asking = Pick<Context, 'actor' | 'now' | 'lang' | 'dialect'>

/** One row of `search` as SQL; null when it asks for nothing. */
export function termSql(asked: SearchTerm, screen: Screen, ctx: Asking): Sql<SqlBool> | null {
  const term = datedTerm(asked, ctx)
  const { filters, search } = screen.page.table
  const filter = Object.hasOwn(filters, term.field) ? filters[term.field] : undefined
  if (filter) return filterSql(filter, term, screen, ctx)
  if (screen.entity.keyParts && term.field === screen.entity.key) return keySearch(term, screen)
  const target = targetOf(screen, inLanguage(screen, term.field, ctx.lang))
  const operator = term.operator
  requireOperator(term, target, screen, ctx.dialect)
  const values = readValues(term, target)
  if (!values) return null
  if (search.some((each) => each.field === term.field && each.below) && branchOperators.includes(operator))
    return branchSql(target, screen, operator, values)
  if (!target.many && !target.field.link) return operatorSql(target.field, target.column, operator, values)
  return target.field.link ? linkSql(target, screen, operator, values) : manySql(target, screen, operator, values)
}

/** The condition of a named filter over the row `t`: of the page, or as the screen's hooks have it. */
export function namedSql(
  filter: Condition | ComputedFilter,
  screen: Pick<Screen, 'entity' | 'hooks'>,
  ctx: Asking,
): Sql<SqlBool> {
  if (!('compute' in filter)) return conditionSql(filter, screen.entity, { selfId: ctx.actor?.id ?? 0, now: ctx.now, alias: 't' })
  const own = screen.hooks.filters?.[filter.compute]
  if (!own)
    throw new Error(`${screen.entity.table}: a filter is computed by "${filter.compute}", which no module of the server has`)
  return sql<SqlBool>`(${sql.raw(own.sql)})`
}

/** A named filter: 1 asks for the rows that fulfil its condition, 0 for the others. */
function filterSql(filter: Condition | ComputedFilter, term: SearchTerm, screen: Screen, ctx: Asking): Sql<SqlBool> {
  if (term.operator !== 'eq') throw new Refused('crud.operator', { name: term.operator })
  if (term.val !== '1' && term.val !== '0')
    throw new Refused('crud.value', { name: term.field, value: String(term.val).slice(0, 60) })
  const holds = namedSql(filter, screen, ctx)
  return term.val === '1' ? holds : sql<SqlBool>`(not ${holds})`
}

/** The positive form of an operator that denies: over many rows "not" means that none fits. */
const positive: Partial<Record<Operator, Operator>> = {
  ne: 'eq',
  'NOT LIKE': 'LIKE',
  'NOT IN': 'IN',
  'NOT RANGE': 'RANGE',
  NULL: 'NOT NULL',
}

function manySql(target: Target, screen: Screen, operator: Operator, values: Values): Sql<SqlBool> | null {
  if (!target.many || !screen.entity.key) return null
  const plain = positive[operator]
  const inner = operatorSql(target.field, target.column, plain ?? operator, values)
  if (!inner) return null
  const { entity, foreignKey } = target.many
  const living = entity.softDelete ? sql` and m.delete_time is null` : sql``
  const exists = sql<SqlBool>`exists (select 1 from ${sql.table(entity.table)} as m where ${sql.ref(`m.${foreignKey}`)} = ${sql.ref(
    `t.${screen.entity.key}`,
  )}${living} and ${inner})`
  return plain ? sql<SqlBool>`(not ${exists})` : exists
}

/** Values kept in a table of pairs: the row's list holds all of them (FIND_IN_SET, eq) or one of them (IN). */
function linkSql(target: Target, screen: Screen, operator: Operator, values: Values): Sql<SqlBool> | null {
  const { link } = target.field
  if (!link || !screen.entity.key) return null
  const own = sql`${sql.ref(`l.${link.own}`)} = ${sql.ref(`t.${screen.entity.key}`)}`
  const from = sql`select 1 from ${sql.table(link.table)} as l where ${own}`
  const other = sql.ref(`l.${link.other}`)
  const list = values.list.map(Number).filter(Number.isSafeInteger)
  const any = sql<SqlBool>`exists (${from} and ${other} = any(${list}::bigint[]))`
  const all = sql<SqlBool>`(select count(distinct ${other}) from ${sql.table(link.table)} as l where ${own} and ${other} = any(${list}::bigint[])) = ${new Set(list).size}::bigint`
  if (operator === 'eq' || operator === 'FIND_IN_SET') return all
  if (operator === 'IN') return any
  if (operator === 'ne' || operator === 'NOT IN') return sql<SqlBool>`(not ${any})`
  if (operator === 'NULL') return sql<SqlBool>`(not exists (${from}))`
  if (operator === 'NOT NULL') return sql<SqlBool>`exists (${from})`
  throw new Refused('crud.operator', { name: operator })
}

/** Database values of what a term says; null when it says nothing (an open range on both sides). */
function readValues(term: SearchTerm, target: Target): Values | null {
  const { operator, val } = term
  const raw = Array.isArray(val) ? val : [val]
  if (operator === 'NULL' || operator === 'NOT NULL') return { text: '', list: [] }
  if (operator === 'LIKE' || operator === 'NOT LIKE') return { text: raw.join(','), list: [], hasTextIndex: target.hasTextIndex }
  if (operator === 'RANGE' || operator === 'NOT RANGE') return readRange(term, target)
  const isList = operator === 'IN' || operator === 'NOT IN' || operator === 'FIND_IN_SET'
  const parts = isList && !Array.isArray(val) ? val.split(',').map((part) => part.trim()) : raw
  if (!isList && raw.length > 1) throw new Refused('crud.parameter', { name: term.field })
  const list = parts.filter((part) => part !== '').flatMap((part) => readOne(part, term, target))
  return list.length === 0 ? null : { text: raw.join(','), list }
}

/** The term with the days of its period, by the site's calendar; others as they are. What is asked now and read later keeps its days so. */
export function datedTerm(term: SearchTerm, { now }: Pick<Context, 'now'>): SearchTerm {
  const isRange = term.operator === 'RANGE' || term.operator === 'NOT RANGE'
  return isRange && isPeriod(term.val) ? { ...term, val: daysOf(term.val, formatDateTime(now).slice(0, 10)) } : term
}

function readRange(term: SearchTerm, target: Target): Values | null {
  const parts = Array.isArray(term.val) ? term.val : term.val.split(',')
  if (parts.length > 2) throw new Refused('crud.parameter', { name: term.field })
  const [from = '', to = ''] = parts.map((part) => part.trim())
  if (from === '' && to === '') return null
  const low = from === '' ? undefined : readOne(from, term, target)[0]
  const high = to === '' ? undefined : readEnd(to, term, target)
  return { text: '', list: [], low, high }
}

/** The end of a range of times that names a day only is the last second of that day, which not always has 24 hours. */
function readEnd(part: string, term: SearchTerm, target: Target): unknown {
  const value = readOne(part, term, target)[0]
  const isDay = /^\d{4}-\d{1,2}-\d{1,2}$/.test(part)
  const isTime = isDay && typeof value === 'number' && kindOf(target.field).input === 'dateRange'
  return isTime ? readOne(`${part} 23:59:59`, term, target)[0] : value
}

/** Database values of one text: of the field's kind, of a time for `render: datetime`; wrong ones are refused by the field's name. */
function readOne(part: string, term: SearchTerm, { field, name }: Target): unknown[] {
  try {
    const kind = kindOf(field)
    if (field.store?.type === 'bigint' && /^-?\d{16,19}$/.test(part)) return [part]
    const asTime = term.render === 'datetime' && kind.comparable === 'number'
    const value = asTime ? parseDateTime(part) : kind.fromWire(part, field)
    const values = Array.isArray(value) ? value : [value]
    return values.filter((v) => v !== null).map((v) => (Array.isArray(value) ? v : toDb(v, field)))
  } catch (error) {
    if (error instanceof CodecError) throw new Refused('crud.value', { name, value: part.slice(0, 60) })
    throw error
  }
}

/** What of a row the quick search compares with: one condition for each of the page's fields that can hold the text. */
export function quickParts(
  screen: Screen,
  text: string,
  lang: Lang,
): { target: Target; inner: Sql<SqlBool>; whole: Sql<SqlBool> }[] {
  const targets = screen.quickSearch.map((target) => targetOf(screen, inLanguage(screen, target.name, lang)))
  return [...new Set(targets)].flatMap((target) => {
    if (target.field.mask && !isWholeValue(target.field, text)) return []
    // A masked value is found by all of it only.
    const operator: Operator = target.field.mask ? 'eq' : 'LIKE'
    const values: Values = { text, list: [text], hasTextIndex: target.hasTextIndex }
    const inner = operatorSql(target.field, target.column, operator, values)
    const whole = target.many ? manySql(target, screen, operator, values) : inner
    return whole ? [{ target, inner, whole }] : []
  })
}
