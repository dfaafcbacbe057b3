import type { Period } from './periods.ts'

/** The first and the last day of a period, both `YYYY-MM-DD`, on the day `today`. The last 7 and 30 days end with today. */
export function daysOf(period: Period, today: string): [string, string] {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const on = (months: number, days: number) => new Date(Date.UTC(year, month - 1 + months, days)).toISOString().slice(0, 10)
  const spans: Readonly<Record<Period, () => [string, string]>> = {
    today: () => [today, today],
    yesterday: () => [on(0, day - 1), on(0, day - 1)],
    last7Days: () => [on(0, day - 6), today],
    last30Days: () => [on(0, day - 29), today],
    thisMonth: () => [on(0, 1), on(1, 0)],
    lastMonth: () => [on(-1, 1), on(0, 0)],
  }
  return spans[period]()
}
