import type { Lang } from './context.ts'

/** A notification and the administrator it is for. */
export interface InboxNotice {
  id: number
  adminId: number
  /** How many that administrator has not read. */
  unread: number
  /** Administrators without this node do not receive it; undefined: it needs none. */
  node: string | undefined
  message(lang: Lang): unknown
}

/** Where the live feed reads what it sends. */
export interface Inbox {
  /** The node that an administrator needs to open a socket; undefined: signing in is enough. */
  readonly node: string | undefined
  /** Those of the notifications that exist and are unread, in the order of their ids. */
  notices(ids: readonly number[]): Promise<InboxNotice[]>
  /** How many an administrator has not read, and the id of their newest one (0: none). */
  inbox(adminId: number): Promise<{ unread: number; last: number }>
  /** Ids of unread notifications of an administrator above `since`, the newest few, in order. */
  missed(adminId: number, since: number): Promise<number[]>
  /** Ids above `last`, in order: those that arrived while the database connection was down. */
  since(last: number): Promise<number[]>
  /** The highest id; 0 when there is none. */
  newest(): Promise<number>
}

/** Channel that wakes the feeds; the payload is the id of an inbox row. */
export const notifyChannel = 'kontor_notify'

/** Channel that says that an administrator has read or deleted notifications; the payload is their id. */
export const readChannel = 'kontor_notify_read'
