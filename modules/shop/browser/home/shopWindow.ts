import type { Runtime } from '../../../../src/runtime/app/runtime.ts'
import { CallError } from '../../../../src/runtime/callError.ts'
import { type PublicSite, readPublicSite } from '../../../../src/runtime/publicSite.ts'
import type { ShopWindow } from '../../contract/shopWindow.ts'

/** What the shop's public page shows. */
export interface ShopSite {
  site: PublicSite
  /** Absent where the server has no shop window. */
  shop: ShopWindow | undefined
}

/** Reads the site and the shop window. Rejects with a CallError that has not been shown. */
export async function readShopSite(runtime: Runtime): Promise<ShopSite> {
  const quiet = { showError: false, showCodeMessage: false }
  const [site, shop] = await Promise.all([
    readPublicSite(runtime),
    runtime.http.get<ShopWindow>('/api/shop.Home/index', {}, quiet).catch(noWindow),
  ])
  return { site, shop: shop?.data }
}

/** Other servers of this protocol have no such address: the page does without. */
function noWindow(error: unknown): undefined {
  if (!(error instanceof CallError) || error.status !== 404) throw error
}

/** Reports which banners were shown and which were clicked. Nobody waits for it, and a failure does not matter. */
export function countSeen({ http }: Runtime, seen: { views?: readonly number[]; clicks?: readonly number[] }): void {
  const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false }
  http.post('/api/shop.Home/seen', seen, quiet).catch(() => undefined)
}
