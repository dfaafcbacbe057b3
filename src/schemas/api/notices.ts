/** An unread notification as the panel beside the bell lists it. */
export interface UnreadNotice {
  id: number
  message: string
  /** What it is about, as the feed sends it. */
  data: Readonly<Record<string, unknown>>
  /** The record that it is about; null where it is about none, or that is gone. */
  record: { page: string; key: string } | null
  /** Unix seconds. */
  time: number
}

/** Unread notifications of one kind, the latest first: not all of many. */
export interface NoticeGroup {
  type: string
  title: string
  count: number
  /** So many are shown at first: fewer of what can wait. */
  lead: number
  notices: readonly UnreadNotice[]
}

/** What an administrator has not read, the most urgent kind first. */
export interface UnreadAnswer {
  unread: number
  /** The newest notification that was counted: those that come later stay unread when all are marked. */
  last: number
  /** May all be marked as read at once? */
  marksAll: boolean
  groups: readonly NoticeGroup[]
}
