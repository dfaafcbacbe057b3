import { bootAddress, type PageHashes } from '../../schemas/api/pages.ts'
import type { MenuRule } from '../../schemas/language/menu/menu.ts'
import type { Feed } from '../feed/feed.ts'
import { claimDrafts } from '../form/draftOwner.ts'
import type { HttpClient } from '../http/client.ts'
import { buildMenu, type MenuItem, type MenuModel, type Route } from '../navigation/menu.ts'
import type { Unsaved } from '../navigation/unsaved.ts'
import type { Pages } from '../page.ts'
import type { Early, KeyValue } from '../platform.ts'
import { type AdminInfo, takeAdminInfo } from '../stores/adminInfo.ts'
import { type Columns, takeColumns } from '../stores/columns.ts'
import { takeSiteConfig } from '../stores/siteConfig.ts'
import type { Stores } from '../stores/stores.ts'
import { type Tab, takeRoutes } from '../stores/tabs.ts'
import type { Access } from './access.ts'
import type { Lens } from './lens.ts'

/** What the server delivers for the current user: menus, routes, rights, site settings. */
export interface BackOffice {
  boot(): Promise<void>
  /**
   * Starts the requests that the next `boot` will wait for. Settles when they are done, successful or not: read the outcome from `booted`
   * and `boot`.
   */
  preloadBoot(): Promise<void>
  booted(): boolean
  /**
   * Reads menus, rights and screens again: something changed at the server. Tabs of screens that are gone close, but for the one in front and
   * those in which something is not saved. A failure changes nothing.
   */
  refresh(): Promise<void>
  /** Reloads the administrator's name and picture, so that the header updates at once. A failure changes nothing. */
  renewOwn(): Promise<void>
  menus(): readonly MenuItem[]
  routes(): readonly Route[]
  firstRoute(): Route | null
  /** Takes everything of the administrator away. */
  forget(): void
}

export interface BackOfficeOptions {
  http: () => HttpClient
  feed: () => Feed
  access: Access
  stores: Stores
  lens: Lens
  unsaved: Unsaved
  storage: KeyValue
  /** The screens of this person. */
  pages: () => Pages
  /** Screens of them whose data the server does not have. */
  absentPages: readonly string[]
  early?: Early | undefined
  /** Calls back once the first screen has had its time. */
  later: (act: () => void) => void
  /** Milliseconds since 1970. */
  now: () => number
}

interface BootAnswer {
  adminInfo: Partial<AdminInfo>
  menus: MenuRule[]
  /** Kontor's servers deliver pages: which this administrator has. */
  pages?: PageHashes
  siteConfig: unknown
  /** Kontor's servers keep how people arrange their lists. */
  columns?: Columns['layouts']
  views?: NonNullable<Columns['views']>
  terminal?: { npmPackageManager?: string }
}

/** What was fetched ahead is no older than this (ms) when it is taken for the answer. */
const freshFor = 10_000

const nothing: MenuModel = { menus: [], routes: [], nodes: {}, first: null }

/** Makes an empty back office. */
export function createBackOffice(options: BackOfficeOptions): BackOffice {
  const { access, stores, lens, unsaved, now } = options
  let menu = nothing
  let booting: Promise<void> | undefined
  /** Started before anybody waits for it; a failure is reported to the first caller. */
  let ahead: { answer: Promise<void>; until: number } | undefined

  /** `stays`: the tabs that stay open although the menu no longer leads to them. */
  function takeMenu({ menus, pages }: BootAnswer, stays: (tab: Tab) => boolean = () => false) {
    options.pages().take('admin', pages)
    const hasPage = (id: string) => options.pages().has(id) && !options.absentPages.includes(id)
    menu = withKept(buildMenu(menus, { prefix: '/admin', hasPage }), menu.routes, stores.tabs.tabsView.filter(stays))
    access.take(menu.nodes, aliasesOf(menu.routes))
    takeRoutes(stores.tabs, menu.routes, menu.nodes)
  }

  async function boot() {
    const early = await options.early?.<BootAnswer>(bootAddress)
    const data = early ?? (await options.http().get<BootAnswer>(bootAddress)).data
    takePerson(options, data)
    takeMenu(data)
    unsaved.forget((tab) => !stores.tabs.tabsView.some(({ id }) => id === tab))
    stores.siteConfig.initialize = true
    // Nothing waits for the notifications. They belong to the signed-in user, not to the one the lens shows.
    if (lens.key() === '') options.later(() => stores.siteConfig.initialize && void options.feed().load())
  }

  return {
    boot() {
      booting ??= (ahead && ahead.until > now() ? ahead.answer : boot()).finally(() => {
        booting = undefined
      })
      ahead = undefined
      return booting
    },
    preloadBoot() {
      const answer = boot()
      ahead = { answer, until: now() + freshFor }
      return answer.catch(() => undefined)
    },
    booted: () => stores.siteConfig.initialize,
    async refresh() {
      const answer = stores.siteConfig.initialize ? await readAgain(options) : undefined
      const front = stores.tabs.activeRoute?.id
      if (answer && stores.siteConfig.initialize) takeMenu(answer, ({ id }) => id === front || unsaved.has(id))
    },
    renewOwn: () => renewOwn(options),
    menus: () => menu.menus,
    routes: () => menu.routes,
    firstRoute: () => menu.first,
    forget() {
      lens.end()
      unsaved.forget()
      ahead = undefined
      menu = nothing
      clear(options)
      options.feed().stop()
    },
  }
}

/** Takes who is signed in, how they arrange their lists, and the settings of the site. Looking through a lens one stays who one is. */
function takePerson({ lens, stores, storage }: BackOfficeOptions, answer: BootAnswer): void {
  const { adminInfo, siteConfig, terminal } = answer
  if (lens.key() === '') {
    takeAdminInfo(stores.adminInfo, adminInfo)
    claimDrafts(storage, 'admin', stores.adminInfo.id)
  } else lens.self = { id: Number(adminInfo.id), super: adminInfo.super === true }
  takeSiteConfig(stores.siteConfig, siteConfig)
  takeColumns(stores.columns, answer)
  stores.siteConfig.packageManager = terminal?.npmPackageManager ?? ''
}

/** A menu with the routes of tabs that stay open although it no longer leads to them. */
function withKept(menu: MenuModel, before: readonly Route[], tabs: readonly Tab[]): MenuModel {
  const isGone = ({ key }: Route) => !menu.routes.some((route) => route.key === key)
  const kept = before.filter((route) => tabs.some(({ id }) => id === route.key) && isGone(route))
  return { ...menu, routes: [...menu.routes, ...kept] }
}

function clear({ access, pages, stores }: BackOfficeOptions): void {
  access.clear()
  pages().forget('admin')
  Object.assign(stores.tabs, { activeIndex: 0, activeRoute: null, tabsView: [], tabsViewRoutes: [], authNode: {} })
  stores.siteConfig.initialize = false
  takeColumns(stores.columns)
  Object.assign(stores.liveFeed, { desktop: false, unreadCount: 0, notify: false })
}

async function renewOwn(options: BackOfficeOptions): Promise<void> {
  const answer = await readAgain(options)
  if (answer) takeAdminInfo(options.stores.adminInfo, answer.adminInfo)
}

/** What the server delivers by now; undefined where it cannot be read, which is not said. */
async function readAgain({ http }: BackOfficeOptions): Promise<BootAnswer | undefined> {
  const quiet = { showError: false, showCodeMessage: false }
  const answer = await http()
    .get<BootAnswer>(bootAddress, {}, quiet)
    .catch(() => undefined)
  return answer?.data
}

/** The nodes of a rule are asked for by its name, its path and the screen it opens. */
function aliasesOf(routes: readonly Route[]) {
  return routes.flatMap((route) => [
    { of: route.name, as: route.path },
    ...(route.pageId === null ? [] : [{ of: route.name, as: route.pageId }]),
  ])
}
