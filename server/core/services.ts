import type { Database } from './db/connect.ts'
import type { ModuleEvents } from './events.ts'
import type { Purges } from './jobs/purge.ts'
import type { BackgroundMail } from './mail/backgroundMail.ts'
import type { SecretBox } from './secretBox.ts'
import type { Sessions } from './session/sessions.ts'
import type { Settings } from './settings.ts'

/**
 * What lives as long as the server and is shared by all requests. These are the core's; a floor above adds its own by declaring them beside
 * its code (`declare module '…/core/services.ts' { interface Services { … } }`), and a module creates them in its manifest (`services`).
 */
export interface Services {
  settings: Settings
  database: Database
  sessions: Sessions
  /** Encrypts what is stored and must be read again. */
  secretBox: SecretBox
  /** Mail that is sent after its request was answered. */
  mailQueue: BackgroundMail
  /** Where the server is called on its own machine, `http://127.0.0.1:8000`. Known once it listens. */
  address(): string
  /** Tells other modules what happened. */
  events: ModuleEvents
  /** Deletes what nobody needs any more. */
  purges: Purges
}
