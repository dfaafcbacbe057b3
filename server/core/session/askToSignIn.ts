import type { Context } from '../context.ts'
import { Refused } from '../refuse.ts'

/** A token that ran out is renewed; whoever has none signs in. */
export async function askToSignIn(ctx: Context): Promise<never> {
  const resolved = ctx.token ? await ctx.services.sessions.resolve(ctx.token, 'user') : 'unknown'
  if (resolved === 'expired') throw new Refused('auth.expired', {}, { envelope: 409 })
  throw new Refused('auth.needLogin', {}, { envelope: 303 })
}
