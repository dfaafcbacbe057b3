import type { Database } from './db/connect.ts'
import type { Settings } from './environment/settingRow.ts'
import type { SecretBox } from './secretBox.ts'

/**
 * What lives as long as the server and is shared by all requests. Rooms of the core and floors above declare theirs beside their code
 * (`declare module '…/core/services.ts' { interface Services { … } }`), and a module creates its own in its manifest (`services`).
 */
export interface Services {
  settings: Settings
  database: Database
  /** Encrypts what is stored and must be read again. */
  secretBox: SecretBox
  /** Where the server is called on its own machine, `http://127.0.0.1:8000`. Known once it listens. */
  address(): string
}
