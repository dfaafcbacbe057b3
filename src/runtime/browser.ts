import { defaultLocale, type Locale, locales } from '../schemas/language/words.ts'
import type { LensPlace } from './account/lens.ts'
import { type DialectName, readDialect } from './dialect.ts'
import { firstLang } from './i18n/firstLang.ts'
import { entranceOf, hashRoutes, langOf, outward, routeAt } from './navigation/routes.ts'
import { type ChannelLike, type DesktopLike, type KeyValue, memoryStorage, type Platform, type SocketLike } from './platform.ts'
import { lensKey } from './stores/keys.ts'

/** The platform of a real browser tab; the only file of the runtime that names the browser's globals. */
export function browserPlatform(): Platform {
  const entrance = pageEntrance()
  const platform: Platform = {
    location: () => ({ path: routeAt(location, entrance), protocol: location.protocol, host: location.host }),
    online: () => navigator.onLine,
    reload: () => location.reload(),
    load: (path) => location.assign(path),
    idleFor: watchMoves(),
    now: () => Date.now(),
    id: () => randomId(),
    // The browser's own types narrow the handlers' events further than the runtime needs.
    openSocket: (url) => new WebSocket(url) as unknown as SocketLike,
    playSound,
    visible: () => document.visibilityState === 'visible',
    later: (act) => void setTimeout(act, 300), // ms, by which a first screen is drawn
    log: console,
  }
  if ('locks' in navigator && navigator.locks) {
    platform.locks = { request: (name, options, hold) => navigator.locks.request(name, options, hold) }
  }
  if (typeof BroadcastChannel === 'function') platform.channel = (name) => new BroadcastChannel(name) as unknown as ChannelLike
  if ('Notification' in window && window.isSecureContext) platform.desktop = browserDesktop()
  return platform
}

/** The dialect of the server, as the page's host declares it (docs/guide.md). Throws on an unknown dialect. */
export function pageDialect(): DialectName {
  return readDialect(document.querySelector<HTMLMetaElement>('meta[name="kontor-dialect"]')?.content ?? '')
}

/** The path at which the back office is found, as the server wrote it into the page. */
export function pageEntrance(): string {
  return entranceOf(document)
}

const movesKey = 'kontor-moved'

/** Notes when the person last moved or typed, for all tabs of the site. Returns how long ago that was. */
function watchMoves(): () => number {
  const storage = browserStorage()
  let last = Date.now()
  const note = () => {
    const now = Date.now()
    if (now - last > 2_000) storage.set(movesKey, String(now))
    last = now
  }
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
    addEventListener(type, note, { capture: true, passive: true })
  return () => Math.max(0, Date.now() - Math.max(last, Number(storage.get(movesKey)) || 0))
}

/** The language of a first visit: the browser's, else the site's. */
export function pageLang(): Locale {
  return firstLang(locales, navigator.languages, langOf(document)) || defaultLocale
}

/** localStorage that never throws: where it is forbidden or full, values last as long as the page. */
export function browserStorage(): KeyValue {
  const fallback = memoryStorage()
  const attempt = <T>(real: () => T, instead: () => T): T => {
    try {
      return real()
    } catch {
      return instead()
    }
  }
  return {
    get: (key) =>
      attempt(
        () => localStorage.getItem(key),
        () => null,
      ) ?? fallback.get(key),
    set: (key, value) =>
      attempt(
        () => localStorage.setItem(key, value),
        () => fallback.set(key, value),
      ),
    remove: (key) => {
      fallback.remove(key)
      attempt(
        () => localStorage.removeItem(key),
        () => undefined,
      )
    },
    listen: (changed) => {
      const heard = (event: StorageEvent) => {
        if (event.key !== null) changed(event.key)
      }
      addEventListener('storage', heard)
      return () => removeEventListener('storage', heard)
    },
  }
}

/** Whom this tab looks through: sessionStorage, which a tab shares with no other and which outlives a reload. */
export const browserLens: LensPlace = {
  get() {
    try {
      return sessionStorage.getItem(lensKey) ?? ''
    } catch {
      return ''
    }
  },
  set(key) {
    try {
      sessionStorage.setItem(lensKey, key)
    } catch {
      // A browser that forbids storage has no lens.
    }
  },
  load(path) {
    if (!hashRoutes) return location.assign(outward(path, pageEntrance()))
    location.hash = path
    location.reload()
  },
}

/** randomUUID exists only on secure origins; getRandomValues everywhere. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function browserDesktop(): DesktopLike {
  return {
    permission: () => Notification.permission,
    ask: () => Notification.requestPermission(),
    show({ tag, title, text, clicked }) {
      const shown = new Notification(title, { tag, body: text })
      shown.onclick = () => {
        window.focus()
        shown.close()
        clicked()
      }
    },
  }
}

function playSound(url: string, volume: number): Promise<void> {
  return new Promise((done, failed) => {
    const audio = new Audio(url)
    audio.volume = volume
    audio.onended = () => done()
    audio.onerror = () => failed(new Error(`the sound ${url} cannot be loaded`))
    audio.play().catch(failed)
  })
}
