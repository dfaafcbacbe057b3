import { offsetAt, type ZoneOffsets } from '../../../src/schemas/kinds/clock.ts'

const day = 86_400
const year = 366 * day
/** Shorter than any zone kept an offset in these years. */
const step = 7 * day

let last: { zone: string; today: number; offsets: ZoneOffsets | undefined } | undefined

/** A zone's offsets from UTC over the last ten years and the next one, worked out once a day; undefined for an unknown zone. */
export function zoneOffsetsOf(zone: string): ZoneOffsets | undefined {
  const today = Math.floor(Date.now() / 1000 / day) * day
  if (last?.zone !== zone || last.today !== today) last = { zone, today, offsets: workedOut(zone, today) }
  return last.offsets
}

function workedOut(zone: string, today: number): ZoneOffsets | undefined {
  try {
    const until = today + year
    const first = today - 10 * year
    const since: [number, number][] = [[first, offsetAt(zone, first)]]
    let offset = since[0]?.[1]
    for (let at = first; at < until; at += step) {
      const next = offsetAt(zone, at + step)
      if (next === offset) continue
      since.push([changeBetween(zone, at, at + step), next])
      offset = next
    }
    return { since, until }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The first second of the offset that holds at `after`. */
function changeBetween(zone: string, before: number, after: number): number {
  const offset = offsetAt(zone, after)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(zone, middle) === offset) high = middle
    else low = middle
  }
  return high
}
