import { formatDateTime, parseDateTime } from '../../../src/schemas/kinds/clock.ts'

/** Points in time in unix seconds, both inclusive. */
export interface Period {
  from: number
  to: number
}

/** The last `days` days, today among them as a whole, in the zone of the wire. */
export function lastDays(days: number, now: number): Period {
  const today = dayOf(now)
  return { from: startOf(shifted(today, 1 - days)), to: startOf(shifted(today, 1)) - 1 }
}

/**
 * The same number of days before it, up to the hour that it is now: the last day of `period` is not over yet, and part of a day compared
 * with a whole one falls every morning.
 */
export function before(period: Period, now: number): Period {
  const first = dayOf(period.from)
  const days = daysOf(period).length
  const [today = '', time = ''] = formatDateTime(now).split(' ')
  const sameTime = Number(parseDateTime(`${shifted(today, -days)} ${time}`))
  return { from: startOf(shifted(first, -days)), to: Math.min(sameTime, period.from - 1) }
}

/** Every day of a period as `YYYY-MM-DD`. */
export function daysOf({ from, to }: Period): string[] {
  const last = dayOf(to)
  const days = [dayOf(from)]
  for (let day = days[0] ?? last; day < last; ) {
    day = shifted(day, 1)
    days.push(day)
  }
  return days
}

function dayOf(seconds: number): string {
  return formatDateTime(seconds).slice(0, 10)
}

/** Days are counted on the calendar, not in seconds: some have 23 or 25 hours. */
function shifted(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + by)
  return date.toISOString().slice(0, 10)
}

function startOf(day: string): number {
  return Number(parseDateTime(day))
}
