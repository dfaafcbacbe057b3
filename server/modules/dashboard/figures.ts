import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../../../src/schemas/condition.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { wireZone } from '../../../src/schemas/kinds/clock.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import type { FigureSource, Measure, Step } from '../../../src/schemas/language/dashboard/dashboard.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { conditionSql } from '../../core/db/condition.ts'
import { modelSql } from '../../core/db/modelSql.ts'
import { fromDb } from '../../core/db/values.ts'
import type { ScreenHooks } from '../../crud/domain.ts'
import { scopeSql, whereSql } from '../../crud/rows/rows.ts'
import type { Sql } from '../../crud/screen/screen.ts'
import { namedSql } from '../../crud/search/search.ts'
import type { Period } from './period.ts'

/** The rows of a figure on the server: its table, and what its screen's hooks say about who meets which rows. */
export interface Target {
  entity: Entity
  hooks: ScreenHooks
}

/** The name of a table in a statement after so many steps. */
export function aliasAt(step: number): string {
  return step === 0 ? 't' : `j${step}`
}

/** The tables on the way to a group; rows that lead nowhere are in no group. What is deleted keeps its name in the figures. */
function joinSql({ table, own, other, first }: Step, i: number): Sql {
  const from = sql.ref(`${aliasAt(i)}.${own}`)
  const next = aliasAt(i + 1)
  return sql` join ${sql.table(table)} as ${sql.ref(next)} on ${sql.ref(`${next}.${other}`)} = ${first ? sql`(${from})[1]` : from}`
}

/** The rows a figure is computed from: visible to the actor in the list, matching its condition, within the period. */
export async function rowsSql(
  ctx: Context,
  source: FigureSource,
  target: Target,
  { period, via = [] }: { period: Period | null; via?: readonly Step[] },
): Promise<Sql> {
  const parts: Sql<SqlBool>[] = [...(await scopeSql(target, ctx, ctx.read, 'read'))]
  if (source.where) parts.push(conditionOf(ctx, source.where, target.entity))
  if (source.filter) parts.push(namedSql(source.filter, target, ctx))
  if (source.time && period) {
    const time = columnSql(source.time, target.entity)
    parts.push(sql<SqlBool>`${time} >= ${period.from}::bigint and ${time} <= ${period.to}::bigint`)
  }
  return sql`from ${sql.table(target.entity.table)} as t${sql.join(via.map(joinSql), sql``)}${whereSql(parts)}`
}

/** The tables of a figure: that of its rows, and that whose column is measured (absent: the same). */
interface Measured {
  entity: Entity
  at?: Entity
}

/** What is counted, as an expression over the rows; with a condition, over those that fulfil it. */
export function measureSql(ctx: Context, measure: Measure, where: Condition | null, { entity, at = entity }: Measured): Sql {
  const only = where ? sql` filter (where ${conditionOf(ctx, where, entity)})` : sql``
  if (measure.op === 'count') return sql`count(*)${only}`
  const column = modelSql(fieldOf(measure.field, at), sql.ref(`${aliasAt(measure.step ?? 0)}.${measure.field}`))
  const figure = measure.op === 'sum' ? sql`coalesce(sum(${column})${only}, 0)` : sql`avg(${column})${only}`
  return measure.negate ? sql`-(${figure})` : figure
}

/** The day of a point in time, `YYYY-MM-DD` in the zone of the wire. */
export function daySql(name: string, entity: Entity): Sql {
  return sql`to_char(to_timestamp(${columnSql(name, entity)}) at time zone ${wireZone()}::text, 'YYYY-MM-DD')`
}

/** Model value of a group from the database value of its column. */
export function groupValue(value: unknown, field: Field): unknown {
  return fromDb(value, field)
}

/** What travels for a figure: counts as numbers, values as their field's kind sends them; null where there is nothing to take a mean of, or the figure cannot be said exactly. */
export function figureWire(value: unknown, measure: Measure, entity: Entity): unknown {
  if (value === null || value === undefined) return null
  if (measure.op === 'count') return Number(value)
  const field = fieldOf(measure.field, entity)
  const whole = kindOf(field).schema(field).type
  const isWhole = whole === 'integer' || (Array.isArray(whole) && whole.includes('integer'))
  const figure = isWhole ? Math.round(Number(value)) : Number(value)
  // Larger than numbers say exactly: no figure is better than a wrong one.
  return Math.abs(figure) <= Number.MAX_SAFE_INTEGER ? kindOf(field).toWire(figure, field) : null
}

export function fieldOf(name: string, entity: Entity): Field {
  const field = entity.fields[name]
  if (!field) throw new Error(`the table ${entity.table} has no field "${name}"`)
  return field
}

/** Seconds of a point in time; the plain column where that is how it is kept, so that an index serves. */
function columnSql(name: string, entity: Entity): Sql {
  return modelSql(fieldOf(name, entity), sql.ref(`t.${name}`))
}

function conditionOf(ctx: Context, condition: Condition, entity: Entity) {
  return conditionSql(condition, entity, { selfId: actorOf(ctx).id, now: ctx.now })
}
