import type { Locale } from '../../schemas/language/words.ts'
import type { KeyValue } from '../platform.ts'
import { type AdminInfo, createAdminInfo } from './adminInfo.ts'
import { createLayout, type Layout } from './layout.ts'
import { createMemberCentre, type MemberCentre } from './memberCentre.ts'
import type { Persisted } from './persist.ts'
import { createShopConfig, type ShopConfig } from './shopConfig.ts'
import { createSiteConfig, type SiteConfig } from './siteConfig.ts'
import { createTabs, type Tabs } from './tabs.ts'
import { createUserInfo, type UserInfo } from './userInfo.ts'

/** The stores as valtio proxies: read them with `useSnapshot`, write them directly. */
export interface Stores {
  adminInfo: AdminInfo
  userInfo: UserInfo
  siteConfig: SiteConfig
  layout: Layout
  tabs: Tabs
  shopConfig: ShopConfig
  memberCentre: MemberCentre
}

/** The two stores that hold tokens, with their stored copies. */
export interface SignedInStores {
  admin: Persisted<AdminInfo>
  user: Persisted<UserInfo>
}

/**
 * Makes all stores over one storage. `lang` overrides the stored language; `layout` is how it looks before anything is chosen; `tabs` is the
 * place of the tabs where that is another one.
 */
export function createStores(
  storage: KeyValue,
  lang: Locale | undefined,
  layout?: Partial<Layout>,
  tabs: KeyValue = storage,
): { stores: Stores; signedIn: SignedInStores } {
  const signedIn = { admin: createAdminInfo(storage), user: createUserInfo(storage) }
  const stores: Stores = {
    adminInfo: signedIn.admin.state,
    userInfo: signedIn.user.state,
    layout: createLayout(storage, layout).state,
    tabs: createTabs(tabs).state,
    shopConfig: createShopConfig(storage).state,
    siteConfig: createSiteConfig(),
    memberCentre: createMemberCentre(),
  }
  if (lang) stores.layout.lang = lang
  return { stores, signedIn }
}
