import { sql } from 'kysely'
import type { Field } from '../../../src/schemas/field.ts'
import type { Tag } from '../../../src/schemas/kinds/kind.ts'
import type { Chart, Measure } from '../../../src/schemas/language/dashboard/dashboard.ts'
import { translatedSql } from '../../crud/choices/translated.ts'
import type { Row } from '../../crud/domain.ts'
import { entityOf } from '../../crud/tables.ts'
import { shownValue } from '../../crud/wire.ts'
import { aliasAt, daySql, fieldOf, figureWire, groupValue, measureSql, rowsSql } from './figures.ts'
import type { DashboardContext } from './handler.ts'
import { daysOf, lastDays } from './period.ts'

/** One point of a chart: a day, or a value of the group's field with its word and colour. */
export interface ChartPoint {
  label: string
  value: unknown
  tag?: Tag
  /** A figure for each series, in the order of `series`. */
  figures: unknown[]
}

export interface ChartAnswer {
  series: string[]
  points: ChartPoint[]
}

/** The figures of a chart, group by group. */
export async function readChart(board: DashboardContext, chart: Chart): Promise<ChartAnswer> {
  const target = board.target(chart)
  const period = chart.time === null ? null : lastDays(board.days, board.ctx.now)
  const rows = await rowsSql(board.ctx, chart, target, { period, via: chart.via })
  const entityAt = (step = 0) => (step === 0 ? target.entity : entityOf(board.schema, chart.via[step - 1]?.table ?? ''))
  const last = chart.via.length
  const group =
    chart.group === null
      ? daySql(chart.time ?? '', target.entity)
      : translatedSql(fieldOf(chart.group, entityAt(last)), aliasAt(last), board.ctx.lang)
  const measured = (measure: Measure) => entityAt(measure.op === 'count' ? 0 : measure.step)
  const figures = chart.series.map(
    ({ measure, where }, i) =>
      sql`${measureSql(board.ctx, measure, where, { entity: target.entity, at: measured(measure) })} as ${sql.id(`s${i}`)}`,
  )
  const order = chart.group === null ? sql`1` : sql`2 desc nulls last, 1`
  // Groups are numbered by their place: the expression of a day would be bound twice and so not be the same.
  const found = await sql<Row>`select ${group} as g, ${sql.join(figures)} ${rows} group by 1 order by ${order}
    limit ${chart.group === null ? 1000 : chart.limit}::bigint`.execute(board.ctx.read)
  const wire = (row: Readonly<Row> | undefined) =>
    chart.series.map(({ measure }, i) =>
      figureWire(row?.[`s${i}`] ?? (measure.op === 'avg' ? null : 0), measure, measured(measure)),
    )
  const series = chart.series.map(({ name }) => name)
  if (chart.group !== null) {
    const field = fieldOf(chart.group, entityAt(chart.via.length))
    return { series, points: found.rows.map((row) => ({ ...groupOf(board, chart, field, row.g), figures: wire(row) })) }
  }
  const byDay = new Map(found.rows.map((row) => [row.g, row]))
  const days = period ? daysOf(period) : []
  return { series, points: days.map((day) => ({ label: day.slice(5), value: day, figures: wire(byDay.get(day)) })) }
}

/** The word of a group: of the option's place in the page that owns the field, else the value itself. */
function groupOf(
  board: DashboardContext,
  chart: Chart,
  field: Field,
  kept: unknown,
): { label: string; value: unknown; tag?: Tag } {
  const value = groupValue(kept, field)
  const option = field.options?.find((each) => each.value === value)
  const wire = shownValue(field, value)
  if (!option) return { label: String(wire ?? ''), value: wire }
  const { words } = board.schema
  const key = `fields.${field.name}.options.${option.value}`
  const own = words.text(board.ctx.lang, chart.page, key)
  const label = own === key ? words.text(board.ctx.lang, null, `table.${chart.table}.${key}`) : own
  return { label, value: wire, ...(option.tag ? { tag: option.tag } : {}) }
}
