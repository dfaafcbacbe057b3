import { defineKind, nullableType } from './define.ts'
import { CodecError } from './kind.ts'

/** 99:59:59.999 */
const longest = 359_999_999

/** How long something took, to the millisecond: `00:12:03.456` on the wire and in searches, whole milliseconds inside, so that it sorts as a number. */
export const duration = defineKind({
  help: 'How long something took, to the millisecond, stored as whole milliseconds.',
  options: { min: 'duration', max: 'duration' },
  store: () => ({ type: 'integer' }),
  empty: null,
  schema: (field) => ({ type: nullableType('integer', field), minimum: field.min ?? 0, maximum: field.max ?? longest }),
  fromWire: parseDuration,
  toWire: (value) => (typeof value === 'number' ? durationText(value) : null),
  plain: (value) => (typeof value === 'number' ? durationText(value) : ''),
  message: 'duration',
  cell: 'duration',
  operator: 'RANGE',
  input: 'range',
  signs: true,
  align: 'right',
  comparable: 'number',
  sample: (_field, n) => 723_456 + n * 1001,
})

/** `HH:MM:SS.mmm` of milliseconds; parts of a millisecond are rounded. */
export function durationText(milliseconds: number): string {
  const whole = Math.round(Math.abs(milliseconds))
  const pad = (n: number, digits = 2) => String(Math.floor(n)).padStart(digits, '0')
  const text = `${pad(whole / 3_600_000)}:${pad((whole / 60_000) % 60)}:${pad((whole / 1000) % 60)}.${pad(whole % 1000, 3)}`
  return milliseconds < 0 ? `-${text}` : text
}

/** Milliseconds of `12:03.4`, `00:12:03`, `00:12:03.456`; null for an empty one. A bare number has no unit and is refused. */
export function parseDuration(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null
  const match = typeof value === 'string' ? /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?$/.exec(value.trim()) : null
  if (!match) throw new CodecError('duration')
  const [, hours = '0', minutes = '', seconds = '', parts = ''] = match
  if (Number(minutes) > 59 || Number(seconds) > 59) throw new CodecError('duration')
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(parts.padEnd(3, '0'))
}
