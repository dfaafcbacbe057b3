/**
 * Spans of days that are told by the day on which somebody looks: as the value of a range they stay what they say, in addresses, in saved
 * views and in requests.
 */
export const periods = ['today', 'yesterday', 'last7Days', 'last30Days', 'thisMonth', 'lastMonth'] as const

export type Period = (typeof periods)[number]

export function isPeriod(value: unknown): value is Period {
  return periods.some((period) => period === value)
}

/** Its first and its last day, both `YYYY-MM-DD`, on the day `today`. The last 7 and 30 days end with today. */
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
