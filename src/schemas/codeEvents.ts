/** How a code reaches a person; also the name of the member's field with the address. */
export type Channel = 'email' | 'mobile'

export const channels: readonly Channel[] = ['email', 'mobile']

/**
 * What a code is for. `anybody`: open to all, so that the answer reveals nothing about the address; `newcomer`: the same, for an address
 * that must be unused; `member`: for a possibly new address, after signing in; `owner`: for one's own address, after one's own password.
 */
export interface CodeEvent {
  channels: readonly Channel[]
  needs: 'anybody' | 'newcomer' | 'member' | 'owner'
}

/** Events by their names on the wire (protocol 1.4). */
export const codeEvents = {
  user_register: { channels, needs: 'newcomer' },
  user_login: { channels, needs: 'anybody' },
  user_retrieve_pwd: { channels, needs: 'anybody' },
  user_email_verify: { channels: ['email'], needs: 'owner' },
  user_change_email: { channels: ['email'], needs: 'member' },
  user_mobile_verify: { channels: ['mobile'], needs: 'owner' },
  user_change_mobile: { channels: ['mobile'], needs: 'member' },
} as const satisfies Record<string, CodeEvent>

export type CodeEventName = keyof typeof codeEvents

/** Names of events that one channel carries. */
export const verifyEvent = { email: 'user_email_verify', mobile: 'user_mobile_verify' } as const
export const changeEvent = { email: 'user_change_email', mobile: 'user_change_mobile' } as const
/** Those that both carry. */
export const retrieveEvent = 'user_retrieve_pwd'
export const registerEvent = 'user_register'
export const loginEvent = 'user_login'

/** The event of a name on a channel; undefined where there is none. */
export function codeEventOf(channel: Channel, name: unknown): CodeEvent | undefined {
  const events: Readonly<Record<string, CodeEvent>> = codeEvents
  const event = typeof name === 'string' && Object.hasOwn(events, name) ? events[name] : undefined
  return event?.channels.includes(channel) ? event : undefined
}
