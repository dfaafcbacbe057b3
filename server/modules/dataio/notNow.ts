import type { Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'

/** The message when an export or import is in a state that does not allow this (any more). */
export function notNow(ctx: Context, page: 'dataio/export' | 'dataio/import', status: number): Refused {
  const state = ctx.schema.words.text(ctx.lang, page, `fields.status.options.${status}`)
  return new Refused('crud.notInState', { state }, { type: 'conflict' })
}
