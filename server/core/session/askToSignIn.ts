import type { Context } from '../context.ts'
import { Refused } from '../refuse.ts'

/** An expired token is renewed; a client without one signs in. */
export async function askToSignIn(ctx: Context): Promise<never> {
  const area = ctx.handler.app === 'api' ? 'user' : 'admin'
  const resolved = ctx.token ? await ctx.services.sessions.resolve(ctx.token, area) : 'unknown'
  if (resolved === 'expired') throw new Refused('auth.expired', {}, { envelope: 409 })
  throw new Refused('auth.needLogin', {}, { envelope: 303 })
}
