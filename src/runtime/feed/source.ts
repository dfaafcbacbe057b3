import type { FeedMessage } from './messages.ts'

/** Where live notifications come from: the module that keeps them names its addresses, else the platform (`platformNotifications`). Without a source there is no bell and no socket. */
export interface NotificationSource {
  /** Key of the browser's storage under which a person's choices are kept. */
  storageKey: string
  /** GET: whether this administrator is notified, at which port the socket listens, and how many notifications are unread. */
  config: string
  /** POST with `id`: the notification is read. */
  read: string
  /** `pathInfo` of the message that binds the socket to its administrator. */
  bind: string
  /** Path of the list of all notifications, unread ones first asked for; without it the bell opens the panel. */
  list?: string
  /** What is unread, beside the bell; without it the bell only leads to the list. */
  panel?: NotificationPanel
  /** Path that a notification leads to. */
  target(message: Pick<FeedMessage, 'message_type' | 'message_data'>): string
}

/** Addresses of the panel beside the bell. */
export interface NotificationPanel {
  /** GET: what is unread, by kind (`UnreadAnswer`). */
  unread: string
  /** POST with `last`: everything up to that notification is read; with `type`, only of that kind. */
  readShown: string
  /** Path of the list of all unread notifications of a kind, where there is a list. */
  listOf?(type: string): string
}
