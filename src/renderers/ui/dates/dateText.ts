import { formatDateTime, utcDay } from '../../../schemas/kinds/clock.ts'

export type DateKind = 'date' | 'datetime' | 'time' | 'year'

const two = (part: number | string) => String(part).padStart(2, '0')

/** What to type, shown in the empty field. */
export function placeholderOf(kind: DateKind): string {
  return { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD HH:mm:ss', time: 'HH:mm:ss', year: 'YYYY' }[kind]
}

function timeOf(text: string): string | undefined {
  const found = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/.exec(text)
  if (!found) return undefined
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)]
  return hour < 24 && minute < 60 && second < 60 ? `${two(hour)}:${two(minute)}:${two(second)}` : undefined
}

function dateOf(text: string): string | undefined {
  const found = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?$/.exec(text)
  if (!found) return undefined
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const real = utcDay(year, month, day)
  return real.getUTCMonth() === month - 1 && real.getUTCDate() === day ? `${found[1]}-${two(month)}-${two(day)}` : undefined
}

/** The canonical text of what was typed (2024/3/5, 20240305, 2024年3月5日, 9:30); '' when empty, undefined when it is no such time. */
export function parseTyped(kind: DateKind, text: string): string | undefined {
  const bare = text.trim().replace(/\s+/g, ' ').replace('T', ' ')
  if (bare === '') return ''
  if (kind === 'year') return /^\d{4}$/.test(bare) ? bare : undefined
  if (kind === 'time') return timeOf(bare)
  const [day = '', clock] = bare.split(' ')
  const date = dateOf(day)
  if (kind === 'date' || date === undefined) return clock === undefined ? date : undefined
  const time = clock === undefined ? '00:00:00' : timeOf(clock)
  return time === undefined ? undefined : `${date} ${time}`
}

/** A Date whose local fields are those of the text, for a calendar that thinks in local time; null when empty. */
export function localDate(kind: DateKind, text: string): Date | null {
  if (text === '') return null
  if (kind === 'year') return new Date(Number(text), 0, 1)
  const [day, clock] = kind === 'time' ? ['2000-01-01', text] : text.split(' ')
  const [year = 2000, month = 1, date = 1] = (day ?? '').split('-').map(Number)
  const [hour = 0, minute = 0, second = 0] = (clock ?? '').split(':').map((part) => Number(part) || 0)
  const local = new Date(2000, 0, 1, hour, minute, second)
  local.setFullYear(year, month - 1, date) // new Date takes the years before 100 for those of the 20th century
  return local
}

/** The text of a Date's local fields. */
export function textOf(kind: DateKind, date: Date): string {
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  return { date: day, datetime: `${day} ${clock}`, time: clock, year: String(date.getFullYear()) }[kind]
}

/** The present day or time in the site's zone. */
export function nowText(kind: DateKind): string {
  const now = formatDateTime(Math.floor(Date.now() / 1000))
  return { date: now.slice(0, 10), datetime: now, time: now.slice(11), year: now.slice(0, 4) }[kind]
}
