import { findLimits, type RecentRecord } from '../../schemas/api/find.ts'

/** Something that can be done in the screen in front. */
export interface Offer {
  id: string
  title: string
  /** What it is done to, or where. */
  note: string
  icon: string
  run(): void
}

/** What the palette knows of the screens, besides their names. */
export interface PaletteSource {
  /** What can be done in the screen in front; null where that offers nothing. */
  offers: (() => Promise<readonly Offer[]>) | null
  /** The records that the person has looked at, the latest first; kept by the server, where it does, across reloads and devices. */
  recent(): Promise<readonly RecentRecord[]>
  /** As many of them as are known without asking: shown until the answer comes, so that what stands below does not move. */
  known(): readonly RecentRecord[]
  visit(record: RecentRecord): void
}

/** Where the records are kept that a person has looked at. */
export interface RecentStore {
  read(): Promise<readonly RecentRecord[]>
  add(record: Pick<RecentRecord, 'page' | 'key'>): void
}

/** Makes one that knows nothing. Without a store records are remembered until the page is loaded again, and not told to the next person. */
export function createPalette(adminInfo: { readonly id: number }, store: RecentStore | undefined): PaletteSource {
  let owner = 0
  let records: readonly RecentRecord[] = []
  const own = () => (owner === adminInfo.id ? records : [])
  return {
    offers: null,
    recent: async () => {
      if (!store) return own()
      const asker = adminInfo.id
      const before = records
      try {
        const read = await store.read()
        // Not those of who has signed out meanwhile, nor from before the record that was looked at meanwhile.
        if (asker === adminInfo.id && before === records) [owner, records] = [asker, read]
        return read
      } catch {
        return own()
      }
    },
    known: own,
    visit(record) {
      const { page, key } = record
      const known = own()
      const isLatest = known[0]?.page === page && known[0].key === key
      owner = adminInfo.id
      records = [record, ...known.filter((each) => each.page !== page || each.key !== key)].slice(0, findLimits.recent)
      if (!isLatest) store?.add({ page, key })
    },
  }
}
