import type { Settings } from '../settings.ts'

/** The way of short messages. Throws when one could not be sent. */
export interface SmsSender {
  send(mobile: string, text: string): Promise<void>
}

/** The sender that the settings choose; null: no short messages are sent, and nothing is offered that needs them. */
export function makeSmsSender(settings: Pick<Settings, 'sms'>, log: (message: { mobile: string; text: string }) => void) {
  return senders[settings.sms](log)
}

const senders: Readonly<Record<Settings['sms'], (log: (message: { mobile: string; text: string }) => void) => SmsSender | null>> =
  {
    none: () => null,
    // For development: whoever reads the log reads the codes.
    log: (log) => ({ send: async (mobile, text) => log({ mobile, text }) }),
  }
