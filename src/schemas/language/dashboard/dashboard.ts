import type { Condition } from '../../condition.ts'
import type { ComputedFilter } from '../list/table.ts'
import type { Severity } from '../severity.ts'
import type { LinkFilter } from './listLink.ts'

/** What is counted: rows, or the sum or mean of a field of them. */
export type Measure =
  | { op: 'count' }
  | {
      op: 'sum' | 'avg'
      field: string
      money: boolean
      /** What it comes to is shown with the other sign: of a ledger whose rows of spending are below zero. */
      negate?: true
      /** The field is of the table after so many steps of the chart's `via`; absent: of its own. */
      step?: number
    }

/** One step from a table to another: rows of `table` whose column `other` holds what `own` of the row before holds. */
export interface Step {
  table: string
  own: string
  other: string
  /** Several rows of the next table may belong to one of this. */
  many: boolean
  /** `own` holds several keys: the first counts, so that a row is in one group. */
  first: boolean
}

/** The rows a figure is computed from. */
export interface FigureSource {
  /** The screen whose list shows them; null when their table has none. */
  page: string | null
  table: string
  /** The permission node without which nobody sees it: the list's own. */
  right: string
  /** The field of a table without a screen that holds whose a row is: members count their own. Null: it has no such field, or the list's serves. */
  owner: string | null
  /** A further button of the dashboard's own menu rule (`sales`). */
  node: string | null
  where: Condition | null
  /** The named filter of the list that they pass besides. */
  filter: Condition | ComputedFilter | null
  /** The field with the time of a row. */
  time: string | null
}

/** One number. */
export interface Card extends FigureSource {
  name: string
  measure: Measure
  /** Which rows by their time: of today, of the days chosen on the screen, or all. */
  window: 'today' | 'range' | null
  /** Beside it the same of the period before, up to the same hour. */
  compare: boolean
  icon: string
  severity: Severity
  /** Filters of the list that shows the same rows, apart from the window; null: it leads nowhere. */
  link: readonly LinkFilter[] | null
}

export interface Series {
  name: string
  measure: Measure
  where: Condition | null
  node: string | null
}

/** A picture of figures, and the same as a table of text. */
export interface Chart extends FigureSource {
  name: string
  /** A table has no picture. */
  as: 'line' | 'bar' | 'pie' | 'table'
  /** One point for each value of this field; null: for each day of the chosen ones. */
  group: string | null
  /** The steps to the table of that field; none: it is a field of the chart's own. */
  via: readonly Step[]
  /** Groups shown, the largest first. */
  limit: number
  series: readonly Series[]
  /** In a table each group leads to this list, filtered by its value. */
  link: { page: string; filter: string } | null
}

/** The first rows of another screen's list. */
export interface Rows {
  name: string
  page: string
  columns: readonly string[]
  size: number
  filters: readonly LinkFilter[]
}

export interface Dashboard {
  /** Numbers of days one may choose from; the first is chosen at first. */
  range: readonly number[]
  /** A box above it with a greeting and the time worked today. */
  welcome: boolean
  /** Seconds for which the server keeps the figures it read for a person; 0: it reads them each time. */
  keep: number
  cards: Readonly<Record<string, Card>>
  charts: Readonly<Record<string, Chart>>
  lists: Readonly<Record<string, Rows>>
  sections: readonly { name: string; show: readonly string[] }[]
}

/** Buttons of the dashboard's own menu rule that its parts ask for. */
export function dashboardNodes(dashboard: Dashboard): string[] {
  const parts = [...Object.values(dashboard.cards), ...Object.values(dashboard.charts)]
  const series = Object.values(dashboard.charts).flatMap((chart) => chart.series)
  return [...new Set([...parts, ...series].flatMap(({ node }) => node ?? []))]
}
