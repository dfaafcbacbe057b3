/** Something that can be done in the screen in front. */
export interface Offer {
  id: string
  title: string
  /** What it is done to, or where. */
  note: string
  icon: string
  run(): void
}

/** A record that was looked at. */
export interface RecentRecord {
  /** Its address. */
  path: string
  title: string
  /** The screen it was shown on. */
  page: string
}

/** What the palette knows of the screens, besides their names. */
export interface PaletteSource {
  /** What can be done in the screen in front; null where that offers nothing. */
  offers: (() => Promise<readonly Offer[]>) | null
  /** The records that were looked at since the page was loaded, the latest first. */
  recent(): readonly RecentRecord[]
  visit(record: RecentRecord): void
}

/** Records that are remembered. */
const remembered = 8

/** Makes one that knows nothing. What one person looked at is not told to the next one who signs in. */
export function createPalette(adminInfo: { readonly id: number }): PaletteSource {
  let owner = 0
  let records: readonly RecentRecord[] = []
  return {
    offers: null,
    recent: () => (owner === adminInfo.id ? records : []),
    visit(record) {
      const own = owner === adminInfo.id ? records : []
      owner = adminInfo.id
      records = [record, ...own.filter(({ path }) => path !== record.path)].slice(0, remembered)
    },
  }
}
