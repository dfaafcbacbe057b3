import type { AnswerAction } from '../../../src/schemas/language/action/kinds/answer.ts'
import { Refused } from '../../core/refuse.ts'
import type { OtherCall } from '../domain.ts'
import { answerAction } from './answer.ts'
import type { ActionCall } from './call.ts'

/** Answers an action under the name and in the form by which another client calls it; its refusals name that client's places. */
export async function otherCallHandler(call: ActionCall<AnswerAction>, other: OtherCall): Promise<null> {
  try {
    await answerAction({ ...call, ctx: { ...call.ctx, body: other.receive(call.ctx.body) } })
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
