import type { Sessions } from '../auth/sessions.ts'
import type { Database } from '../db/connect.ts'
import type { Storage } from '../files/storage.ts'
import type { Settings } from '../settings.ts'

/** What lives as long as the server and is shared by all requests. */
export interface Services {
  settings: Settings
  database: Database
  sessions: Sessions
  /** Where uploaded files lie. */
  storage: Storage
  /** Port of the live feed, known once the server listens. */
  feedPort(): number
}
