import { dateTimeIn } from '../../schemas/kinds/clock.ts'
import { CellError } from './value.ts'

/** `2026-11-20 17:09:26` in the given zone for unix seconds; texts that already are dates stay as they are. */
export function dateTimeText(value: unknown, zone: string): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/.test(value))
    return value
  const seconds = typeof value === 'string' && /^-?\d{1,13}$/.test(value) ? Number(value) : value
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) throw new CellError('not a time')
  const ms = Math.abs(seconds) >= 1e12 ? seconds : seconds * 1000
  if (Math.abs(ms) > 8.64e15) throw new CellError('not a time')
  return dateTimeIn(zone, ms / 1000)
}

/** `Asia/Shanghai (GMT+8)` */
export function zoneText(zone: string, lang: string, at = Date.now()): string {
  const parts = new Intl.DateTimeFormat(lang, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  return `${zone} (${parts.find((p) => p.type === 'timeZoneName')?.value ?? zone})`
}

/** Unix seconds of a wall clock text (`2026-11-20 17:09:26`) in a zone; null when it is no such text. Two rounds settle every offset change. */
export function secondsOf(text: string, zone: string): number | null {
  const wall = Date.parse(`${text.trim().replace(' ', 'T')}Z`) / 1000
  if (!Number.isFinite(wall)) return null
  const offsetAt = (seconds: number) => Date.parse(`${dateTimeText(seconds, zone).replace(' ', 'T')}Z`) / 1000 - seconds
  const first = wall - offsetAt(wall)
  return wall - offsetAt(first)
}

const steps = [
  { name: 'days', seconds: 86_400 },
  { name: 'hours', seconds: 3600 },
  { name: 'minutes', seconds: 60 },
] as const

/** How long ago an instant was, or how long until it comes: "3 h ago", "in 2 d". Both in unix seconds. */
export function agoText(at: number, now: number, say: (key: string, params?: Record<string, number>) => string): string {
  const gap = Math.abs(now - at)
  const side = at > now ? 'in' : 'ago'
  const step = steps.find(({ seconds }) => gap >= seconds)
  return step ? say(`ui.list.${side}.${step.name}`, { n: Math.floor(gap / step.seconds) }) : say(`ui.list.${side}.now`)
}
