/**
 * Spans of days that are told by the day on which somebody looks: as the value of a range they stay what they say, in addresses, in saved
 * views and in requests.
 */
export const periods = ['today', 'yesterday', 'last7Days', 'last30Days', 'thisMonth', 'lastMonth'] as const

export type Period = (typeof periods)[number]

export function isPeriod(value: unknown): value is Period {
  return periods.some((period) => period === value)
}
