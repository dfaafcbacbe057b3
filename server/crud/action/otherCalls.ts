import type { Action } from '../../../src/schemas/language/page.ts'
import type { Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import type { OtherCall } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'
import { answerHandler } from './answer.ts'

/** Answers an action under the name and in the form by which another client calls it; its refusals name that client's places. */
export async function otherCallHandler(screen: Screen, action: Action, other: OtherCall, ctx: Context): Promise<null> {
  try {
    await answerHandler(screen, action, { ...ctx, body: other.receive(ctx.body) })
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { errors, field, ...options } = error.options
    throw new Refused(error.code, error.params, {
      ...options,
      ...(field === undefined ? {} : { field: other.place(field) }),
      ...(errors ? { errors: Object.fromEntries(Object.entries(errors).map(([name, text]) => [other.place(name), text])) } : {}),
    })
  }
}
