/** A record that the palette found. */
export interface FoundRecord {
  key: string
  /** What people call it: `titleField` of its page. */
  title: string
  /** Where else the text was found, or what tells it from its namesakes; '' where nothing does. */
  note: string
}

/** Records of one screen, the best first. */
export interface FoundGroup {
  page: string
  title: string
  records: readonly FoundRecord[]
  /** Has the screen's list more of them? */
  more: boolean
}

/** GET /admin/ajax/find. */
export interface FindAnswer {
  groups: readonly FoundGroup[]
  /** The time ran out before every screen was asked. */
  partial: boolean
}

/** GET /admin/ajax/initials: the first letters of the syllables of Chinese menu titles, by title. */
export type InitialsAnswer = Readonly<Record<string, string>>

/** A record that the person has looked at; GET /admin/ajax/recent answers the latest, POST /admin/ajax/visit {page, key} notes one. */
export interface RecentRecord {
  page: string
  key: string
  title: string
}

export const findLimits = { text: 100, records: 5, groups: 8, recent: 8 } as const
