import type { Dialect } from '../dialect.ts'
import type { LoadScreenWire } from '../page.ts'

/** All that the front end needs to work with a kind of server. */
export interface Wire {
  dialect: Dialect
  /** What makes screens work with it; null: they are written for it. */
  screens: LoadScreenWire | null
}
