import type { Context } from './context.ts'
import type { Route } from './route.ts'

/** A route and the function that answers it. */
export interface Handler extends Route {
  /** Returns `data` of the envelope (undefined becomes null). Throws `Refused` for what the person may know. */
  run(ctx: Context): Promise<unknown>
}

export type { Actor, Context } from './context.ts'
