import type { Area } from '../../schemas/language/area/area.ts'
import type { Locale } from '../../schemas/language/words.ts'
import { type Access, createAccess } from '../account/access.ts'
import { type Account, createAccount } from '../account/account.ts'
import { type BackOffice, createBackOffice } from '../account/backOffice.ts'
import { createLens, type Lens, type LensPlace } from '../account/lens.ts'
import type { CrudOptions } from '../crud/context.ts'
import { createDelivered, type DeliveredOptions } from '../delivered.ts'
import type { Dialect } from '../dialect.ts'
import { type Changes, createChanges } from '../feed/changes.ts'
import { createFeed, type Feed } from '../feed/feed.ts'
import type { NotificationSource } from '../feed/source.ts'
import type { Actor } from '../form/fieldRules.ts'
import { createClient, type HttpClient } from '../http/client.ts'
import { createDuplicates } from '../http/duplicates.ts'
import { createOverlay, type Overlay } from '../http/overlay.ts'
import { recentOf } from '../http/recent.ts'
import type { Retry } from '../http/retry.ts'
import { createSession, type Session } from '../http/session.ts'
import type { UploadsOptions } from '../http/upload.ts'
import { createWords, type FetchWords, type Words } from '../i18n/words.ts'
import { createNavigationFaults, type NavigationFault } from '../navigation/faults.ts'
import { areaOf, createNavigation, type Navigation } from '../navigation/navigation.ts'
import { createPalette, type PaletteSource } from '../navigation/palette.ts'
import { createUnsaved, type Unsaved } from '../navigation/unsaved.ts'
import { createNotices, type Notices } from '../notices.ts'
import { builtPages, createPages, type FetchPage, type LoadedPage, type PageSource, type Pages } from '../page.ts'
import { type Early, type KeyValue, memoryStorage, type Platform } from '../platform.ts'
import { type Areas, createAreas } from '../regions.ts'
import type { Layout } from '../stores/layout.ts'
import { createStores, type SignedInStores, type Stores } from '../stores/stores.ts'
import { kontorWire } from '../wire/kontor.ts'
import type { Wire } from '../wire/wire.ts'

/** The parts of the runtime. In a browser: `browserPlatform()` and `browserStorage()`. */
export interface RuntimeOptions {
  platform: Platform
  storage: KeyValue
  /** The parsed page and its words in a language, of the build; absent: the server delivers pages. */
  fetchPage?: FetchPage
  /** The shared words of a language. */
  fetchWords: FetchWords
  /** Ids of the screens that `fetchPage` has; absent: every id counts as one. */
  pageIds?: readonly string[]
  /** What was asked for before anything else had loaded, by its address. */
  early?: Early
  /** Origin of the server; '' (default) is the page's own. */
  baseUrl?: string
  /** The kind of server (`loadWire`); absent: Kontor's own. */
  wire?: Wire
  /** Entry of the back office; default `/admin`. */
  entry?: string
  /** Overrides the stored language. */
  lang?: Locale
  /** How the back office looks before the person has chosen anything. */
  layout?: Partial<Layout>
  retry?: Partial<Retry>
  /** Where live notifications come from; absent: there are none. */
  notifications?: NotificationSource | undefined
  /** Where this tab keeps whom it looks through; absent: nobody. */
  lens?: LensPlace
}

/**
 * The whole of the front end without its looks. `boot` reads who is signed in, menus, rights and site settings (once, however
 * often it is called meanwhile) and rejects with a CallError that was said to the person.
 */
export interface Runtime extends Account, Omit<BackOffice, 'forget'> {
  /** Milliseconds since the person last moved or typed; absent where nobody can tell. */
  idleFor: (() => number) | undefined
  /** Path at which the back office is found; '' where this page must not tell. */
  entrance: string
  /** What outlives the page. */
  storage: KeyValue
  http: HttpClient
  session: Session
  words: Words
  notices: Notices
  navigation: Navigation
  /** Forms in which something was entered that nobody has saved. */
  unsaved: Unsaved
  /** What may make open lists out of date. */
  changes: Changes
  /** What the palette knows of the screens. */
  palette: PaletteSource
  /** Says that the person could not be taken somewhere, and why; `asked` is what they asked for. */
  navigationFailed(fault: NavigationFault, asked?: string): void
  overlay: Overlay
  stores: Stores
  access: Access
  /** Rights of the member who is signed in. */
  memberAccess: Access
  pages: Pages
  feed: Feed
  /** The server finds records of all lists by their names (`/admin/ajax/find`). */
  findsRecords: boolean
  /** The regions of China. */
  areas: Areas
  /** Where files are sent, and under which limits; `uploadsOf` makes the queue once a field wants it. */
  uploading: UploadsOptions
  /** Whom a super administrator looks through. */
  lens: Lens
  /** Loads the shared words; before anything is drawn. */
  start(): Promise<void>
  page(id: string): Promise<LoadedPage>
  prefetch(id: string): void
  /** What createCrud, createFormPage and createDashboard need to work on a page; they load with the office, not with the sign-in. */
  screen(page: LoadedPage): CrudOptions
  /** Stores the language and reloads the document. */
  setLanguage(lang: Locale): void
  /** Who acts and when, for conditions: id, and seconds by the server's clock. */
  actor(): Actor
}

/** Milliseconds after a move in which calls still count as the person's. */
const stillHere = 30_000

/** What calls need of each other: they are made together and meet through these. */
interface Ground {
  words: Words
  notices: Notices
  navigation: Navigation
  overlay: Overlay
  stores: Stores
  signedIn: SignedInStores
  unsaved: Unsaved
  changes: Changes
  /** Takes everything of an area's person away. */
  forget: Readonly<Record<Area, () => void>>
  /** Goes on with an area's person who has signed in again. */
  goOn: (area: Area) => void
  lens: Lens
}

/** Makes a runtime. Nothing is called and nothing drawn until `start` and `boot`. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { platform, wire: { dialect, screens } = kontorWire } = options
  const lens = createLens(options.lens)
  const { shared, signedIn } = createShared(options, lens)
  const { stores, words } = shared
  const access: Readonly<Record<Area, Access>> = { admin: createAccess(), user: createAccess() }
  const office = createBackOffice({
    http: () => http,
    feed: () => feed,
    access: access.admin,
    stores,
    lens,
    unsaved: shared.unsaved,
    storage: options.storage,
    pages: () => pages,
    absentPages: dialect.absentPages,
    early: options.early,
    later: platform.later ?? ((act) => act()),
    now: platform.now,
  })
  const forget = { admin: office.forget, user: () => forgetMember(shared, access.user, pages) }
  const goOn = (area: Area) => void (area === 'admin' && feed.load())
  const { http, session } = connect(options, dialect, { ...shared, signedIn, lens, forget, goOn })
  const { adminInfo, liveFeed } = stores
  const source = options.notifications
  const feed = createFeed({ http, platform, dialect, ...shared, adminInfo, settings: liveFeed, source, revised: office.refresh })
  const pages: Pages = createPages(createSource(options, { http: () => http, words, lens, office }), words, screens)
  const actors = createActors({ http, stores, lens })
  return {
    ...shared,
    ...office,
    entrance: options.entry ?? '/admin',
    idleFor: platform.idleFor,
    ...createAccount({ http, session, adminInfo: stores.adminInfo, siteConfig: stores.siteConfig, forget: office.forget }),
    http,
    session,
    navigationFailed: createNavigationFaults({ ...shared, log: platform.log }),
    access: access.admin,
    memberAccess: access.user,
    pages,
    feed,
    findsRecords: dialect.findsRecords,
    palette: createPalette(stores.adminInfo, dialect.findsRecords && lens.key() === '' ? recentOf(http) : undefined),
    areas: createAreas(http),
    uploading: { http, dialect, limits: () => stores.siteConfig.upload, text: words.t },
    lens,
    actor: actors.admin,
    start: words.load,
    page: pages.load,
    prefetch: pages.prefetch,
    screen: (loaded) => screenOf(loaded, { ...shared, arranged: stores.columns, platform, dialect, http, actors, access }),
    setLanguage: (lang) => setLanguage({ stores, platform, lang }),
  }
}

/** Where screens come from: from the build where the host has them, else from the server. */
function createSource(
  { fetchPage, pageIds, storage, early }: RuntimeOptions,
  { http, words, lens, office }: Pick<Runtime, 'words' | 'lens'> & Pick<DeliveredOptions, 'http'> & { office: BackOffice },
): PageSource {
  if (fetchPage) return builtPages(fetchPage, pageIds)
  const changed = (area: Area) => area === 'admin' && void office.refresh()
  return createDelivered({ http, storage, lang: words.lang, isLens: () => lens.key() !== '', early, changed })
}

/** What everything in the runtime shares, and the stores that hold who is signed in. */
function createShared(options: RuntimeOptions, lens: Lens) {
  // What is open through a lens is nobody's own, and not kept.
  const tabs = lens.key() === '' ? options.storage : memoryStorage()
  const { stores, signedIn } = createStores(options.storage, options.lang, {
    layout: options.layout,
    tabs,
    liveFeedKey: options.notifications?.storageKey,
  })
  const shared = {
    storage: options.storage,
    words: createWords(stores.layout.lang, options.fetchWords, options.platform.log),
    notices: createNotices(),
    navigation: createNavigation(),
    overlay: createOverlay(),
    stores,
    unsaved: createUnsaved(),
    changes: createChanges(),
  }
  return { shared, signedIn }
}

function forgetMember({ unsaved, stores }: Pick<Runtime, 'unsaved' | 'stores'>, access: Access, pages: Pages): void {
  unsaved.forget()
  access.clear()
  pages.forget('user')
  stores.siteConfig.userInitialize = false
}

function setLanguage({ stores, platform, lang }: Pick<Runtime, 'stores'> & { platform: Platform; lang: Locale }): void {
  stores.layout.lang = lang
  platform.reload()
}

/** Who acts in an area, and when by the server's clock. */
function createActors({ http, stores, lens }: Pick<Runtime, 'http' | 'stores' | 'lens'>): Readonly<Record<Area, () => Actor>> {
  const now = () => Math.floor(http.now())
  return {
    admin: () => ({ selfId: lens.key() === '' ? stores.adminInfo.id : lens.self.id, now: now() }),
    user: () => ({ selfId: stores.userInfo.id, now: now() }),
  }
}

/** What screens are made with, of both areas. */
interface ScreenGround extends Omit<CrudOptions, 'loaded' | 'actor' | 'can'> {
  actors: Readonly<Record<Area, () => Actor>>
  access: Readonly<Record<Area, Access>>
}

function screenOf(loaded: LoadedPage, { actors, access, ...ground }: ScreenGround): CrudOptions {
  const { page, wire } = loaded
  return {
    ...ground,
    loaded,
    http: wire?.http(ground.http, loaded.t) ?? ground.http,
    actor: actors[page.area],
    can: (node) => wire?.allows?.(node) === true || access[page.area].can(page.id, node),
  }
}

/** The client and the session, which need each other: calls carry tokens, and tokens are renewed by a call. */
function connect(options: RuntimeOptions, dialect: Dialect, ground: Ground): { http: HttpClient; session: Session } {
  const { words, navigation, signedIn, notices, unsaved } = ground
  const session: Session = createSession({
    stores: { admin: signedIn.admin, user: signedIn.user },
    platform: options.platform,
    navigation,
    endedText: () => words.say('ui.http.signInAgain'),
    holdsEntries: (area) => unsaved.has() && areaOf(options.platform.location().path) === area,
    onEnd(area, told) {
      ground.forget[area]()
      if (told) notices.push('warning', words.say('ui.http.signInAgain'), { stays: true })
    },
    onAgain: ground.goOn,
    send: (area, tokens) => http.refreshTokens(area, tokens),
  })
  const http = createClient({
    baseUrl: options.baseUrl ?? '',
    entry: options.entry ?? '/admin',
    dialect,
    lang: words.lang,
    text: words.say,
    session: () => session,
    platform: options.platform,
    notices,
    navigation,
    duplicates: createDuplicates(),
    overlay: ground.overlay,
    lens: ground.lens.key,
    isIdle: () => ground.stores.siteConfig.idleMinutes > 0 && (options.platform.idleFor?.() ?? 0) > stillHere,
    written: () => ground.changes.state.written++,
    ...(options.retry ? { retry: options.retry } : {}),
  })
  return { http, session }
}
