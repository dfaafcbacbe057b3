import type { Context } from '../app/context.ts'
import { Refused } from '../app/refuse.ts'
import type { Findings } from './validate.ts'
import { messageText, type WordPlace } from './words.ts'

/** Refuses when there are findings: one message per field, and the first of them as the message of all. */
export function refuseFindings(ctx: Context, place: WordPlace, found: Findings): void {
  const errors = Object.fromEntries(
    Object.entries(found).map(([name, message]) => [`${place.inside ?? ''}${name}`, messageText(ctx, place, name, message)]),
  )
  const [first] = Object.values(errors)
  if (first !== undefined) throw new Refused('crud.invalid', { message: first }, { errors })
}

/** Errors of the database that say something about what was sent, as a refusal; others pass. */
export function readableError(error: unknown): unknown {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  if (!(error instanceof Error) || !/^\d\d[0-9A-Z]{3}$/.test(code)) return error
  if (code === '23503' || code === '23001') return new Refused('db.inUse')
  if (code === '23514' || code === '23502') return new Refused('db.rule')
  if (code === '23505') return new Refused('db.duplicate')
  if (code === '22001') return new Refused('db.tooLong')
  if (['22003', '22007', '22008', '22021', '22P02', '22P05'].includes(code)) return new Refused('db.value')
  return error
}
