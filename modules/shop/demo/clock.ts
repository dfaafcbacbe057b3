import type { Random } from './random.ts'

export const minute = 60
export const hour = 3600
export const day = 86_400

/** The days before the demo's own day on which everything was cheaper: four times the orders. */
const campaigns = [1, 38]

/** How many people shop in each hour of a day in Shanghai: little at night, lunch, most in the evening. */
const byHour = [2, 1, 1, 1, 1, 1, 2, 4, 7, 10, 12, 12, 13, 12, 10, 10, 10, 11, 13, 17, 21, 22, 15, 6]
/** Sunday first. */
const byWeekday = [1.25, 0.95, 0.9, 0.9, 0.95, 1.1, 1.3]
const highest = 22 * 1.3 * 4

/** How likely somebody orders at a time, relative to others. */
function traffic(time: number, now: number): number {
  const shanghai = new Date((time + 8 * hour) * 1000)
  const daysAgo = Math.floor((now + 8 * hour) / day) - Math.floor((time + 8 * hour) / day)
  return (byHour[shanghai.getUTCHours()] ?? 1) * (byWeekday[shanghai.getUTCDay()] ?? 1) * (campaigns.includes(daysAgo) ? 4 : 1)
}

/** A time at which somebody ordered, from `from` to `to` seconds ago. */
export function orderTime(random: Random, now: number, from: number, to: number): number {
  for (;;) {
    const time = now - from + random.int(from - to)
    if (random.next() * highest < traffic(time, now)) return time
  }
}

/** A time when a warehouse or an office works (8 to 20 in Shanghai), at or after the given one: at night it waits for the morning. */
export function officeTime(random: Random, time: number): number {
  const inDay = (time + 8 * hour) % day
  if (inDay < 8 * hour) return time + (8 * hour - inDay) + random.int(2 * hour)
  if (inDay > 20 * hour) return time + (day - inDay) + 8 * hour + random.int(2 * hour)
  return time
}
