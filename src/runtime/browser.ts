import type { LensPlace } from './account/lens.ts'
import { type DialectName, readDialect } from './dialect.ts'
import { hashRoutes, routeAt } from './navigation/routes.ts'
import { type ChannelLike, type DesktopLike, type KeyValue, memoryStorage, type Platform, type SocketLike } from './platform.ts'

/** The platform of a real browser tab; the only file of the runtime that names the browser's globals. */
export function browserPlatform(): Platform {
  const platform: Platform = {
    location: () => ({ path: routeAt(location), protocol: location.protocol, host: location.host }),
    online: () => navigator.onLine,
    reload: () => location.reload(),
    now: () => Date.now(),
    id: () => randomId(),
    // The browser's own types narrow the handlers' events further than the runtime needs.
    openSocket: (url) => new WebSocket(url) as unknown as SocketLike,
    playSound,
    visible: () => document.visibilityState === 'visible',
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

const lensKey = 'kontor-lens'

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
    if (!hashRoutes) return location.assign(path)
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
