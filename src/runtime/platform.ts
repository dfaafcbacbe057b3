/** Gives what was asked for at an address before anything else had loaded; undefined where nothing was, or it did not come. */
export type Early = <Data>(address: string) => Promise<Data | undefined>

/** The little of a browser that the runtime touches. Everything is injected, so that the runtime runs in Node as it does in a tab. */
export interface Platform {
  /** Where the person is: path and query, and the origin's parts. */
  location(): { path: string; protocol: string; host: string }
  online(): boolean
  /** Reloads the document. */
  reload(): void
  /** Milliseconds since the person last moved or typed, in any tab of the site. */
  idleFor?(): number
  /** Loads the document at another address of the site. */
  load?(address: string): void
  /** Milliseconds since 1970. */
  now(): number
  /** Random text that never repeats (idempotency keys, tab ids). */
  id(): string
  openSocket(url: string): SocketLike
  /** Plays a sound to its end, with a volume from 0 to 1; rejects when the browser refuses. */
  playSound(url: string, volume: number): Promise<void>
  /** Whether the person can see this tab. */
  visible(): boolean
  /** Calls back once the first screen has had its time; absent: at once. */
  later?(act: () => void): void
  /** Notices of the desktop; absent where the browser has none (pages on plain http, for one). */
  desktop?: DesktopLike
  /** One holder at a time over all tabs; absent where the browser has no Web Locks. */
  locks?: LocksLike
  /** Messages to the other tabs; absent where the browser has no BroadcastChannel. */
  channel?(name: string): ChannelLike
  log: Log
}

export interface Log {
  warn(...parts: unknown[]): void
  error(...parts: unknown[]): void
}

export type DesktopPermission = 'default' | 'granted' | 'denied'

export interface DesktopLike {
  permission(): DesktopPermission
  /** Asks the person; browsers want that to follow a click. */
  ask(): Promise<DesktopPermission>
  /** One notice per `tag`: the same again replaces it. `clicked` also brings the tab to the front. */
  show(notice: { tag: string; title: string; text: string; clicked(): void }): void
}

export interface SocketLike {
  send(text: string): void
  close(): void
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  onerror: (() => void) | null
}

export interface LocksLike {
  request<T>(name: string, options: { signal?: AbortSignal }, hold: () => Promise<T>): Promise<T>
}

export interface ChannelLike {
  postMessage(message: unknown): void
  onmessage: ((event: { data: unknown }) => void) | null
  close(): void
}

/** Key-value storage that outlives the page. Never throws. */
export interface KeyValue {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /** Calls back with the key that another tab changed; returns the function that unsubscribes. */
  listen?(changed: (key: string) => void): () => void
}

/** Storage that lives as long as the page: for tests, and for browsers without storage. */
export function memoryStorage(initial: Readonly<Record<string, string>> = {}): KeyValue {
  const values = new Map(Object.entries(initial))
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

const nowhere: Log = { warn: () => undefined, error: () => undefined }

/** A platform without a browser: no socket, no sound, one tab. Tests override what they need. */
export function headlessPlatform(parts: Partial<Platform> = {}): Platform {
  let count = 0
  return {
    location: () => ({ path: '/', protocol: 'http:', host: 'localhost' }),
    online: () => true,
    reload: () => undefined,
    now: () => Date.now(),
    id: () => `id-${++count}-${Date.now().toString(36)}`,
    openSocket: () => {
      throw new Error('this platform opens no sockets')
    },
    playSound: () => Promise.resolve(),
    visible: () => true,
    log: nowhere,
    ...parts,
  }
}
