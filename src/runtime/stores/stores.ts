import type { Locale } from '../../schemas/language/words.ts'
import type { KeyValue } from '../platform.ts'
import { type AdminInfo, createAdminInfo } from './adminInfo.ts'
import { type Columns, createColumns } from './columns.ts'
import { createLayout, type Layout } from './layout.ts'
import { createLiveFeed, type LiveFeed } from './liveFeed.ts'
import { createMemberCentre, type MemberCentre } from './memberCentre.ts'
import type { Persisted } from './persist.ts'
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
  liveFeed: LiveFeed
  memberCentre: MemberCentre
  columns: Columns
}

/** The two stores that hold tokens, with their stored copies. */
export interface SignedInStores {
  admin: Persisted<AdminInfo>
  user: Persisted<UserInfo>
}

export interface StoreOptions {
  /** How it looks before anything is chosen. */
  layout?: Partial<Layout> | undefined
  /** Where the tabs are kept, if not in `storage`. */
  tabs?: KeyValue
  /** Key under which the live feed keeps its settings. */
  liveFeedKey?: string | undefined
}

/** Makes all stores over one storage. `lang` overrides the stored language. */
export function createStores(
  storage: KeyValue,
  lang: Locale | undefined,
  { layout, tabs = storage, liveFeedKey = 'liveFeed' }: StoreOptions = {},
): { stores: Stores; signedIn: SignedInStores } {
  const signedIn = { admin: createAdminInfo(storage), user: createUserInfo(storage) }
  const stores: Stores = {
    adminInfo: signedIn.admin.state,
    userInfo: signedIn.user.state,
    layout: createLayout(storage, layout).state,
    tabs: createTabs(tabs).state,
    liveFeed: createLiveFeed(storage, liveFeedKey).state,
    siteConfig: createSiteConfig(),
    memberCentre: createMemberCentre(),
    columns: createColumns(),
  }
  if (lang) stores.layout.lang = lang
  return { stores, signedIn }
}
