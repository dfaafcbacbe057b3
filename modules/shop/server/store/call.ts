import * as z from 'zod/mini'
import { type CommandContext, memberEnv } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { withIdempotency } from '../../../../server/core/http/idempotency.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { idOf, integerOf } from '../../../../src/schemas/kinds/define.ts'

/** A key of a row, as a number. */
export const rowId = z.int().check(z.gte(1), z.lte(2_147_483_647))
/** Units of a line: an integer within limits. */
export const units = z.int().check(z.gte(1), z.lte(9999))

/** What a member does: in one transaction, once for each `idempotency_key` of the call. `userId` is the caller. */
export type MemberStep = (trx: Writer, userId: number, env: CommandContext, ctx: Context) => Promise<unknown>

/** Runs a step of the signed-in member. */
export function memberStep(step: MemberStep): Handler['run'] {
  return (ctx) => {
    const { controller, action } = ctx.handler
    return withIdempotency(ctx, `${controller}/${action}`, (trx) => step(trx, actorOf(ctx).id, memberEnv(ctx), ctx))
  }
}

/** Reads what was posted. Refuses with the first place that is not right; what the shape does not know is left out. */
export function readInput<T>(shape: z.ZodMiniType<T>, body: Record<string, unknown>): T {
  const read = shape.safeParse(body)
  if (read.success) return read.data
  const field = read.error.issues[0]?.path.join('.') ?? ''
  throw new Refused('store.badInput', { field }, { field })
}

/** A key of a row; 0, which none has, for anything that is no canonical integer. */
export function keyOf(value: unknown): number {
  return idOf(value) ?? 0
}

/** How many of something, or stars: a canonical integer; 0, which is never enough, for anything else. */
export function countOf(value: unknown): number {
  return integerOf(value) ?? 0
}
