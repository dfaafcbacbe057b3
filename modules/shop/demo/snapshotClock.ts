import { day, hour } from './clock.ts'

/** Seconds before the snapshot's own time that are stretched or squeezed, so that older times keep their hour of the day. */
const recent = 3 * day

/** Moves the demo shop from the time at which its snapshot was made to the time of a first start. */
export interface SnapshotClock {
  /** Days of the calendar in China between the two. */
  days: number
  /** A time at which something happened or will be due (unix seconds). Keeps the order of times, and what is past and what is to come. */
  moved(time: number): number
  /** A time that people set by the calendar, such as eight in the morning: the same hour, as many days later. */
  onDay(time: number): number
  /** A text with the numbers of orders in it, whose digits are the time at which they were made. */
  text(text: string): string
}

/**
 * The clock of a snapshot made at `from` that is restored at `to` (unix seconds). Whatever is older than three days moves by whole days, so
 * that people still order at noon and parcels leave by day; the last three days are stretched or squeezed to end at `to`; what is to come
 * moves by the exact difference.
 */
export function snapshotClock(from: number, to: number): SnapshotClock {
  const dayOf = (time: number) => Math.floor((time + 8 * hour) / day)
  const days = dayOf(to) - dayOf(from)
  const border = from - recent
  const scale = (to - (border + days * day)) / recent
  const onDay = (time: number) => time + days * day
  const moved = (time: number) => {
    if (time <= border) return onDay(time)
    if (time >= from) return time + to - from
    return Math.floor(onDay(border) + (time - border) * scale)
  }
  const numbers = /(?<![\d])(\d{12})(?=\d{6}(?!\d))/g
  const signIns = /"S(20\d{6})"/g
  return {
    days,
    moved,
    onDay,
    text: (text) =>
      text
        .replace(numbers, (digits) => {
          const time = numberTime(digits)
          return time === undefined || time > from || time < from - 400 * day ? digits : numberDigits(moved(time))
        })
        .replace(
          signIns,
          (_all, date: string) =>
            `"S${numberDigits(onDay(numberTime(`${date.slice(2)}120000`) ?? from)).replace(/^(\d{6}).*/, '20$1')}"`,
        ),
  }
}

/** The time that the first twelve digits of an order's number say (`yyMMddHHmmss` in China), in unix seconds; undefined where they are no time. */
function numberTime(digits: string): number | undefined {
  const [year, ...rest] = (digits.match(/\d\d/g) ?? []).map(Number) as [number, number, number, number, number, number]
  const [month, date, hours, minutes, seconds] = rest
  const time = Date.UTC(2000 + year, month - 1, date, hours, minutes, seconds) / 1000 - 8 * hour
  return numberDigits(time) === digits ? time : undefined
}

function numberDigits(time: number): string {
  return new Date((time + 8 * hour) * 1000).toISOString().replace(/\D/g, '').slice(2, 14)
}
