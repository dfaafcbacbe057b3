import type { CheckFinding, MomentLimits } from './kind.ts'

/** Limits of dates and times: a value of the kind as the wire writes it, or "now", the moment of saving. */
export const momentOptions = { min: 'moment', max: 'moment' } as const

/** The limits as values of the kind; `now` is the value for "now". */
export function limitsAt<T extends string | number>(field: MomentLimits, now: T): { min?: T; max?: T } {
  const at = (limit: string | number) => (limit === 'now' ? now : (limit as T))
  const { min, max } = field.limits ?? {}
  return { ...(min === undefined ? {} : { min: at(min) }), ...(max === undefined ? {} : { max: at(max) }) }
}

/** What is wrong with a value between limits; `show` writes a limit as people read it. */
export function outside<T extends string | number>(
  value: unknown,
  field: MomentLimits,
  now: T,
  show: (limit: T) => string,
): CheckFinding | undefined {
  if (typeof value !== typeof now) return undefined
  const { min, max } = limitsAt(field, now)
  if (min !== undefined && (value as T) < min)
    return field.limits?.min === 'now' ? { code: 'past', params: {} } : { code: 'earliest', params: { min: show(min) } }
  if (max !== undefined && (value as T) > max)
    return field.limits?.max === 'now' ? { code: 'future', params: {} } : { code: 'latest', params: { max: show(max) } }
  return undefined
}
