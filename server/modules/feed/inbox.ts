import type { Inbox } from '../../core/inbox.ts'

/** The inbox where no module has one: the feed still carries news of long work. */
export const noInbox: Inbox = {
  node: undefined,
  notices: async () => [],
  inbox: async () => ({ unread: 0, last: 0 }),
  missed: async () => [],
  since: async () => [],
  newest: async () => 0,
}
