import { findLimits, type RecentRecord } from '../../schemas/api/find.ts'
import type { HttpClient } from '../http/client.ts'

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
  visit(record: RecentRecord): void
}

const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false } as const

/** Makes one that knows nothing. Without `http` records are remembered until the page is loaded again, and not told to the next person. */
export function createPalette(adminInfo: { readonly id: number }, http: HttpClient | undefined): PaletteSource {
  let owner = 0
  let records: readonly RecentRecord[] = []
  const own = () => (owner === adminInfo.id ? records : [])
  return {
    offers: null,
    recent: async () => {
      if (!http) return own()
      return http.get<RecentRecord[]>('/admin/ajax/recent', undefined, quiet).then(({ data }) => data, own)
    },
    visit(record) {
      const { page, key } = record
      const known = own()
      const isLatest = known[0]?.page === page && known[0].key === key
      owner = adminInfo.id
      records = [record, ...known.filter((each) => each.page !== page || each.key !== key)].slice(0, findLimits.recent)
      // Nobody waits for it, and a failure does not matter.
      if (!isLatest) http?.post('/admin/ajax/visit', { page, key }, quiet).catch(() => undefined)
    },
  }
}
