import { proxy, subscribe } from 'valtio/vanilla'
import type { Dialect } from '../dialect.ts'
import type { HttpClient } from '../http/client.ts'
import type { Words } from '../i18n/words.ts'
import { areaOf, type Navigation, onSignIn } from '../navigation/navigation.ts'
import type { DesktopPermission, Platform } from '../platform.ts'
import { asRow } from '../rows.ts'
import type { AdminInfo } from '../stores/adminInfo.ts'
import type { LiveFeed as FeedSettings } from '../stores/liveFeed.ts'
import type { Changes } from './changes.ts'
import { type FeedMessage, type Push, readPush } from './messages.ts'
import { createNews, type News } from './news.ts'
import { createPopups, type Popups } from './popups.ts'
import { createFeedSocket, type FeedSocket, type SocketState } from './socket.ts'
import { createSounds, type Sounds } from './sounds.ts'
import type { NotificationSource } from './source.ts'
import { joinTabs, type TabMessage, type Tabs } from './tabs.ts'
import { createWorks, readWork, type Works } from './works.ts'

/** Live notifications and progress reports of the back office. The store `liveFeed` counts the unread ones (`unreadCount`). */
export interface Feed {
  /** `connection`: of this tab; 'other' when another tab holds the socket for all. `playAudio` is in the store `liveFeed`. */
  state: { connection: SocketState | 'other' }
  /** Path of the list of all notifications; absent where no module has any. */
  list: string | undefined
  /** Where notifications come from; undefined where no module has any. */
  source: NotificationSource | undefined
  popups: Popups
  news: News
  works: Works
  /** Asks the server whether notices are on, and how many are unread. To be called when a token came or changed. */
  load(): Promise<void>
  /** Starts or stops the feed as needed, and reconnects if it gave up. Call it when the route changes or the person comes back. */
  follow(): void
  /** The person clicked a notice: it is read, and the list it is about opens. */
  open(message: FeedMessage): Promise<void>
  /** What the person lets the browser do; undefined where it has no notices of the desktop. */
  desktop(): DesktopPermission | undefined
  /** Turns notices of the desktop on or off; to be called by the person's click, which browsers want. False: they are refused. */
  wantDesktop(on: boolean): Promise<boolean>
  stop(): void
}

export interface FeedOptions {
  http: HttpClient
  platform: Platform
  dialect: Dialect
  navigation: Navigation
  words: Words
  adminInfo: AdminInfo
  settings: FeedSettings
  /** Absent: there are no live notifications, and the server is not asked for any. */
  source: NotificationSource | undefined
  /** Where it is noted that the server reported a change. */
  changes?: Changes
  /** The server serves other screens, menus or rights from now on. */
  revised?: () => unknown
}

/** How many notification ids are remembered to drop repeats. */
const heardKept = 1000

/** Name of the lock and of the channel. */
const feedName = 'kontor-feed'

/** Makes the feed. It runs while an administrator is signed in on the back office and the server has notices switched on. */
export function createFeed(options: FeedOptions): Feed {
  return new LiveFeed(options)
}

class LiveFeed implements Feed {
  readonly state = proxy<Feed['state']>({ connection: 'off' })
  readonly popups = createPopups()
  readonly news: News
  readonly list: string | undefined
  readonly source: NotificationSource | undefined
  readonly works = createWorks()
  readonly #options: FeedOptions
  readonly #sounds: Sounds
  readonly #socket: FeedSocket
  #tabs: Tabs | undefined
  /** Set while the feed runs; aborting it releases the lock. */
  #running: AbortController | undefined
  /** The socket was away for a while. */
  #missed = false
  /** How often the socket was bound since it was started. */
  #bound = 0
  /** The newest notice that is known of, by any tab. */
  #last: number | undefined
  /** Ids of notifications received, so that a repeat is shown only once. */
  readonly #heardIds = new Set<number>()

  constructor(options: FeedOptions) {
    this.#options = options
    const { platform, words, adminInfo, source } = options
    this.list = source?.list
    this.source = source
    this.news = createNews(source)
    this.#sounds = createSounds(platform)
    this.#socket = createFeedSocket({
      platform,
      url: () => this.#url(),
      token: () => adminInfo.token,
      lang: words.lang,
      bind: source?.bind ?? '',
      since: () => this.#last,
      renew: this.load,
      gaveUpText: () => words.say('ui.feed.gaveUp'),
      onState: (connection) => {
        if (connection === 'waiting') this.#missed = true
        this.state.connection = connection
      },
      onMessage: (type, data) => this.#heard(type, data),
    })
    subscribe(adminInfo, () => {
      if (adminInfo.token === '') this.follow()
      // The socket stays: it is of the session, whose newest token the server should know.
      else this.#socket.rebind()
    })
  }

  load = async () => {
    const { adminInfo, settings, source, http, dialect } = this.#options
    if (!source || !dialect.hasFeed) return
    if (adminInfo.token === '') {
      this.follow()
      return
    }
    const quiet = { showError: false, showCodeMessage: false }
    const answer = await http.get<ConfigAnswer>(source.config, undefined, quiet).catch(() => undefined)
    // A server that cannot say at first has no feed for us; later it is only out of reach for a while.
    if (!answer && this.#told && adminInfo.token !== '') return
    const data = answer?.data
    this.#told = true
    settings.notify = data?.notify === true
    if (data?.feed_port) settings.feedPort = data.feed_port
    if (data?.unread_count !== undefined) settings.unreadCount = data.unread_count
    // What comes in before the socket is bound is sent with the bind.
    this.#last ??= data?.last
    this.follow()
  }

  follow = () => {
    const { adminInfo, settings } = this.#options
    if (adminInfo.token === '') {
      settings.notify = false
      this.#last = undefined
    }
    if (!this.#wanted()) this.stop()
    else if (!this.#running) this.#start()
    else if (this.state.connection === 'other') this.#tabs?.tell({ here: true })
    else this.#socket.tryAgain()
  }

  open = async (message: FeedMessage) => {
    const { navigation, http, source } = this.#options
    if (!source) return
    this.popups.dismiss(message.id)
    this.#tabs?.tell({ opened: message.id })
    navigation.go({ type: 'path', path: source.target(message) })
    await http.post(source.read, { id: message.id }).then(this.load, () => undefined)
  }

  desktop = () => this.#options.platform.desktop?.permission()

  wantDesktop = async (on: boolean) => {
    const { platform, settings } = this.#options
    settings.desktop = on && (await platform.desktop?.ask()) === 'granted'
    return settings.desktop === on
  }

  stop = () => {
    if (!this.#running) return
    this.#running.abort()
    this.#running = undefined
    this.#tabs?.close()
    this.#tabs = undefined
    this.#last = undefined
    this.#heardIds.clear()
    this.#socket.stop()
    this.#sounds.stop()
    this.popups.clear()
    this.news.clear()
  }

  /** The server has said whether notices are on and at which port; what was kept from last time may be out of date. */
  #told = false

  #wanted(): boolean {
    const { platform, adminInfo, settings } = this.#options
    const { path } = platform.location()
    return this.#told && adminInfo.token !== '' && settings.notify && areaOf(path) === 'admin' && !onSignIn(path, 'admin')
  }

  /** One tab holds the socket for all; when it goes, the next that waits for the lock takes over. */
  #start() {
    const { platform } = this.#options
    const running = new AbortController()
    const { signal } = running
    this.#running = running
    this.#bound = 0
    this.#tabs = joinTabs(platform, feedName, (message) => this.#toldByTab(message))
    if (!platform.locks) {
      this.#socket.start()
      return
    }
    this.state.connection = 'other'
    const hold = async () => {
      if (signal.aborted) return
      this.#socket.start()
      await new Promise((released) => signal.addEventListener('abort', released))
    }
    // The request rejects when it is aborted while it waits; then nobody waits for it any more.
    platform.locks.request(feedName, { signal }, hold).catch(() => undefined)
  }

  #toldByTab(message: TabMessage) {
    if ('push' in message) this.#take(message.push)
    if ('work' in message) this.#heardWork(message.work)
    if ('revision' in message) this.#options.revised?.()
    if ('here' in message) this.#socket.tryAgain()
    if ('opened' in message) this.popups.dismiss(message.opened)
  }

  #heard(type: string, data: unknown) {
    const work = type === 'work' ? readWork(data) : undefined
    if (work) {
      this.#tabs?.tell({ work })
      this.#heardWork(work)
    }
    // A test of the feed: the server waits for its word.
    if (type === 'test') this.#socket.send(JSON.stringify({ heard: asRow(data).word }))
    if (type === 'revision' || (type === 'bind' && this.#missed)) this.#heardRevision()
    const push = readPush(type, data)
    // How much was missed while the socket was away is the server's to say, never counted here.
    if (type === 'bind' && this.#bound++ > 0 && !push) void this.load()
    if (!push) return
    // First to the others: what a store has taken is wrapped by it and cannot be sent any more.
    this.#tabs?.tell({ push })
    if (this.#take(push)) this.#showOnDesktop(push.message)
  }

  /** Also where the socket was away: the server may have been another one meanwhile. */
  #heardRevision() {
    this.#missed = false
    this.#tabs?.tell({ revision: true })
    this.#options.revised?.()
  }

  #heardWork(work: Parameters<Works['push']>[0]) {
    const { changes } = this.#options
    if (work.kind === 'money' && changes) changes.state.told++
    else this.works.push(work)
  }

  /** False when there is no notice in it, or one that is known already. */
  #take({ unread, last, message }: Push): boolean {
    this.#options.settings.unreadCount = unread
    this.#last = Math.max(this.#last ?? 0, last)
    if (!message || this.#heardIds.has(message.id)) return false
    this.#heardIds.add(message.id)
    const [oldest] = this.#heardIds
    if (this.#heardIds.size > heardKept && oldest !== undefined) this.#heardIds.delete(oldest)
    if (message.popup) this.popups.push(message)
    this.news.push(message)
    void this.#sound(message)
    return true
  }

  /** In one tab of those where sounds are on. */
  async #sound({ id, audio_path, volume }: FeedMessage) {
    const wanted = () => this.#options.settings.playAudio && this.#running !== undefined
    if (audio_path === '' || !wanted()) return
    if ((await this.#tabs?.claim(id)) && wanted()) this.#sounds.play(audio_path, volume)
  }

  #showOnDesktop(message: FeedMessage | null) {
    const { platform, settings } = this.#options
    const { desktop } = platform
    if (!message?.popup || !settings.desktop || desktop?.permission() !== 'granted' || platform.visible()) return
    const title = message.message_type_map[message.message_type] ?? ''
    desktop.show({ tag: `kontor-notice-${message.id}`, title, text: message.message, clicked: () => void this.open(message) })
  }

  #url(): string {
    const { protocol, host } = this.#options.platform.location()
    if (protocol === 'https:') return `wss://${host}/wss`
    return `ws://${host.replace(/:\d+$/, '')}:${this.#options.settings.feedPort}`
  }
}

interface ConfigAnswer {
  notify?: boolean
  feed_port?: number
  unread_count?: number
  /** Id of the newest notice. */
  last?: number
}
