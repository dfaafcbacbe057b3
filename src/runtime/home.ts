import type { ShopWindow } from '../schemas/api/shopWindow.ts'
import type { MenuRule } from '../schemas/language/menu/menu.ts'
import type { Runtime } from './app.ts'
import { CallError } from './callError.ts'
import { buildMenu, flatMenu, type MenuItem } from './navigation/menu.ts'
import { takeSiteConfig } from './stores/siteConfig.ts'

/** What the public page shows beside the site's name and record number, which are in the store of the site. */
export interface Home {
  /** Entries of the head; without directories. */
  nav: readonly MenuItem[]
  /** Is the member centre open? */
  memberCentre: boolean
  /** Absent where the server has no shop window to show. */
  shop?: ShopWindow
}

/** Reads what the public page shows, as a guest or as the member who is signed in. Rejects with a CallError that nobody was told of. */
export async function readHome({ http, stores }: Runtime): Promise<Home> {
  const quiet = { showError: false, showCodeMessage: false }
  const [site, shop] = await Promise.all([
    http.get<{ site: unknown; openMemberCenter: boolean; rules?: MenuRule[] }>('/api/index/index', {}, quiet),
    http.get<ShopWindow>('/api/shop.Home/index', {}, quiet).catch(noWindow),
  ])
  takeSiteConfig(stores.siteConfig, site.data.site)
  const nav = buildMenu(site.data.rules ?? [], { prefix: '/user', types: ['nav'] })
  return {
    nav: [...flatMenu(nav.menus)].filter(({ path }) => path !== ''),
    memberCentre: site.data.openMemberCenter,
    ...(shop ? { shop: shop.data } : {}),
  }
}

/** Other servers of this protocol have no such address: the page does without. */
function noWindow(error: unknown): undefined {
  if (!(error instanceof CallError) || error.status !== 404) throw error
}

/** Tells the shop which banners were shown and which were followed. Nobody waits for it, and whether it works is nobody's worry. */
export function countSeen({ http }: Runtime, seen: { views?: readonly number[]; clicks?: readonly number[] }): void {
  const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false }
  http.post('/api/shop.Home/seen', seen, quiet).catch(() => undefined)
}
