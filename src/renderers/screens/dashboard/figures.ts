import type { Figure } from '../../../runtime/screens/dashboard.ts'
import { grouped } from '../../../schemas/grouped.ts'
import { parseFen } from '../../../schemas/kinds/money.ts'
import type { Chart, Measure } from '../../../schemas/language/dashboard/dashboard.ts'
import { yuan } from '../../cells/money.tsx'

/** A figure as a person reads it: ¥1,234.50, 1,234, or a dash where there is none. */
export function figureText(value: Figure, measure: Measure): string {
  if (value === null || value === undefined) return '–'
  if (measure.op !== 'count' && measure.money) return yuan(parseFen(String(value)) ?? 0)
  return rounded(Number(value))
}

/** By how much a figure is above or below an earlier one, in percent; null where that cannot be said. */
export function change(value: Figure, before: Figure | undefined): number | null {
  const now = Number(value)
  const then = Number(before)
  if (value === null || before === null || before === undefined || then === 0) return null
  return Math.round(((now - then) / Math.abs(then)) * 1000) / 10
}

/** What a series of a chart counts. */
export function measureOf(chart: Chart, series: string | undefined): Measure {
  return chart.series.find(({ name }) => name === series)?.measure ?? { op: 'count' }
}

/** A figure beside an axis: ¥12,000 and 1,200, without the cents that a line of a scale never has. */
export function axisText(value: number, measure: Measure): string {
  const isMoney = measure.op !== 'count' && measure.money
  return `${value < 0 ? '-' : ''}${isMoney ? '¥' : ''}${rounded(Math.abs(value))}`
}

/** With two decimals at most. */
function rounded(value: number): string {
  return grouped(String(Number(value.toFixed(2))))
}
