import { CodecError } from './kind.ts'

/**
 * A zone's offsets from UTC: each with the instant from which it holds, oldest first, and the instant until which they are known; all in
 * seconds. With them the browser need not load its time zone data, which takes about 20 ms.
 */
export interface ZoneOffsets {
  since: readonly (readonly [from: number, offset: number])[]
  until: number
}

/** Zone in which texts of dates are read and written on the wire (decision 8): set once from the configuration, Asia/Shanghai by default. */
let zone = 'Asia/Shanghai'
let known: ZoneOffsets | undefined
/** Each made when it is first needed. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Throws RangeError for a zone that is unknown. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** Sets the zone of date texts on the wire, with its offsets if they are known. Throws RangeError for an unknown zone without offsets. */
export function setWireZone(timeZone: string, offsets?: ZoneOffsets): void {
  if (!offsets) formatterOf(timeZone)
  zone = timeZone
  known = offsets
}

/** The zone of date texts on the wire. */
export function wireZone(): string {
  return zone
}

/** `YYYY-MM-DD HH:mm:ss` in the wire's zone for unix seconds. */
export function formatDateTime(seconds: number): string {
  return dateTimeIn(zone, seconds)
}

/** The same in any zone. Throws RangeError for an unknown one. */
export function dateTimeIn(timeZone: string, seconds: number): string {
  const offset = timeZone === zone ? knownOffset(seconds) : undefined
  if (offset === undefined) return written(formatterOf(timeZone), seconds)
  return new Date((Math.floor(seconds) + offset) * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

function knownOffset(seconds: number): number | undefined {
  if (!known || seconds >= known.until) return undefined
  return known.since.findLast(([from]) => from <= seconds)?.[1]
}

function written(formatter: Intl.DateTimeFormat, seconds: number): string {
  const part: Record<string, string> = {}
  for (const { type, value } of formatter.formatToParts(seconds * 1000)) part[type] = value
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`
}

/**
 * Unix seconds of a wire value: seconds (10 digits), milliseconds (13 digits), or a date text in the wire's zone. Returns null for an
 * empty one.
 */
export function parseDateTime(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number' || (typeof value === 'string' && /^(?:0|-?[1-9]\d*)$/.test(value))) {
    const number = Number(value)
    if (!Number.isSafeInteger(number)) throw new CodecError('datetime')
    return Math.abs(number) >= 1e12 ? Math.floor(number / 1000) : number
  }
  const match =
    typeof value === 'string'
      ? /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/.exec(value.trim())
      : null
  if (!match) throw new CodecError('datetime')
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = match.slice(1).map((part) => Number(part ?? 0))
  const check = utcDay(y, mo, d)
  const wall = check.getTime() / 1000 + h * 3600 + mi * 60 + s
  if (check.getUTCMonth() !== mo - 1 || check.getUTCDate() !== d || h > 23 || mi > 59 || s > 59) throw new CodecError('datetime')
  return instantOf(wall)
}

/** The beginning of a day as if UTC. Date.UTC takes the years before 100 for those of the 20th century. */
export function utcDay(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}

/** Instant whose wall clock in the zone is `wall` (seconds as if UTC). Two rounds settle every offset change. */
function instantOf(wall: number): number {
  const offset = (seconds: number) => knownOffset(seconds) ?? offsetAt(zone, seconds)
  const first = wall - offset(wall)
  return wall - offset(first)
}

/** A zone's offset from UTC at an instant, in seconds, as `Intl` has it. Throws RangeError for an unknown zone. */
export function offsetAt(timeZone: string, seconds: number): number {
  const text = written(formatterOf(timeZone), seconds)
  return Date.parse(`${text.replace(' ', 'T')}Z`) / 1000 - seconds
}

/** A valid `YYYY-MM-DD`, or throws. Accepts longer texts that start with one. Returns null for an empty one. */
export function parseDate(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  const match = typeof value === 'string' ? /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(value.trim()) : null
  if (!match) throw new CodecError('date')
  const [, y = '', m = '', d = ''] = match
  const day = utcDay(Number(y), Number(m), Number(d))
  if (day.getUTCMonth() !== Number(m) - 1 || day.getUTCDate() !== Number(d)) throw new CodecError('date')
  return `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
}

/** A valid `HH:mm:ss`, or throws. Returns null for an empty one. */
export function parseTime(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  const match = typeof value === 'string' ? /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(value.trim()) : null
  const [, h = '', m = '', s = '00'] = match ?? []
  if (!match || Number(h) > 23 || Number(m) > 59 || Number(s) > 59) throw new CodecError('time')
  return `${h.padStart(2, '0')}:${m}:${s ?? '00'}`
}
