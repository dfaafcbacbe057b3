import type { Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import type { Screen } from './screen.ts'

/** A screen as one request works with it: with its context, over a connection or in a transaction (`Writer`). */
export interface ScreenAccess<Db extends Reader = Reader> {
  screen: Screen
  ctx: Context
  db: Db
}
