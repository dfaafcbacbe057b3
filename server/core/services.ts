import type { FeedTrials } from '../modules/feed/trial.ts'
import type { Storage } from '../modules/files/storage.ts'
import type { Vault } from '../modules/files/vault.ts'
import type { PaymentProvider } from '../modules/payments/provider.ts'
import type { Courier } from '../modules/sms/courier.ts'
import type { Database } from './db/connect.ts'
import type { ModuleEvents } from './events.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Seal } from './seal.ts'
import type { Sessions } from './session/sessions.ts'
import type { Settings } from './settings.ts'

/** What lives as long as the server and is shared by all requests. */
export interface Services {
  settings: Settings
  database: Database
  sessions: Sessions
  /** Tells other modules what happened. */
  events: ModuleEvents
  /** Where uploaded files lie. */
  storage: Storage
  /** Where files lie that are not for everybody. */
  vault: Vault
  /** Encrypts what is stored and must be read again. */
  seal: Seal
  /** Carries short messages to their provider. */
  sms: Courier
  /** Mail that is sent after its request was answered. */
  outbox: Outbox
  /** Who takes and sends money; null where the settings choose nobody. Known once the server listens. */
  payments(): PaymentProvider | null
  /** Where the server is called on its own machine, `http://127.0.0.1:8000`. Known once it listens. */
  address(): string
  /** Tests of the live feed. */
  feedTrials: FeedTrials
  /** Port of the live feed, known once the server listens. */
  feedPort(): number
}
