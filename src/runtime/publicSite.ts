import type { MenuRule } from '../schemas/language/menu/menu.ts'
import type { Runtime } from './app/runtime.ts'
import { buildMenu, flatMenu, type MenuItem } from './navigation/menu.ts'
import { takeSiteConfig } from './stores/siteConfig.ts'

/** What the public page shows beside the site's name and record number, which are in the store of the site. */
export interface PublicSite {
  /** Entries of the header; without directories. */
  nav: readonly MenuItem[]
  /** Is the member centre open? */
  memberCentre: boolean
}

/** Reads the public site, as a guest or as the member who is signed in. Rejects with a CallError that has not been shown. */
export async function readPublicSite({ http, stores }: Runtime): Promise<PublicSite> {
  const quiet = { showError: false, showCodeMessage: false }
  const { data } = await http.get<{ site: unknown; openMemberCenter: boolean; rules?: MenuRule[] }>('/api/index/index', {}, quiet)
  takeSiteConfig(stores.siteConfig, data.site)
  const nav = buildMenu(data.rules ?? [], { prefix: '/user', types: ['nav'] })
  return { nav: [...flatMenu(nav.menus)].filter(({ path }) => path !== ''), memberCentre: data.openMemberCenter }
}
