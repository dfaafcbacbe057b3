import { proxy } from 'valtio/vanilla'
import { isObject } from '../../schemas/isObject.ts'
import { setWireZone, wireZone, type ZoneOffsets } from '../../schemas/kinds/clock.ts'

/** What the server says of the site. `allowedSuffixes` and `allowedMimeTypes` are lists whatever the wire carried. */
export interface SiteConfig {
  siteName: string
  recordNumber: string
  /** Address of the picture in the place of the logo; '' for the product's own. */
  logo: string
  /** The zone in which times are shown; '' from servers that do not say. */
  timeZone: string
  version: string
  cdnUrl: string
  apiUrl: string
  upload: Upload
  /** Minutes without a move after which administrators are signed out; 0: never. */
  idleMinutes: number
  /** Buttons of the dashboard: a title, and the name of the menu item that it opens. */
  quickEntrance: readonly { key: string; value: string }[]
  /** May rich text be edited? Servers that say nothing of it have an editor. */
  editor: boolean
  /** Have super administrators the terminal? */
  terminal: boolean
  /** The package manager that is set in the terminal. */
  packageManager: string
  /** Entries of the public header. */
  headNav: readonly unknown[]
  /** The back office / the public part has been initialised. */
  initialize: boolean
  userInitialize: boolean
}

export interface Upload {
  mode: string
  /** Bytes; 0 until the server has said it. */
  maxSize: number
  allowedSuffixes: readonly string[]
  allowedMimeTypes: readonly string[]
}

/** Makes the store; nothing of it is kept, each start asks the server. */
export function createSiteConfig(): SiteConfig {
  return proxy<SiteConfig>({
    siteName: '',
    recordNumber: '',
    logo: '',
    timeZone: '',
    version: '',
    cdnUrl: '',
    apiUrl: '',
    upload: { mode: 'local', maxSize: 0, allowedSuffixes: [], allowedMimeTypes: [] },
    idleMinutes: 0,
    quickEntrance: [],
    editor: true,
    terminal: false,
    packageManager: '',
    headNav: [],
    initialize: false,
    userInitialize: false,
  })
}

/** Takes what the server sent (unknown members are left out; lists may come as comma-separated text). */
export function takeSiteConfig(store: SiteConfig, sent: unknown): void {
  if (!isObject(sent)) return
  const site = sent
  for (const key of ['siteName', 'recordNumber', 'logo', 'timeZone', 'version', 'cdnUrl', 'apiUrl'] as const) {
    const value = site[key]
    if (typeof value === 'string') store[key] = value
  }
  const offsets = readOffsets(site.zoneOffsets)
  if (store.timeZone !== '' && (offsets || store.timeZone !== wireZone())) setWireZone(store.timeZone, offsets)
  if (typeof site.idleMinutes === 'number') store.idleMinutes = site.idleMinutes
  if (Array.isArray(site.quickEntrance)) store.quickEntrance = site.quickEntrance.filter(isEntrance)
  if (typeof site.editor === 'boolean') store.editor = site.editor
  if (typeof site.terminal === 'boolean') store.terminal = site.terminal
  if (Array.isArray(site.headNav)) store.headNav = site.headNav
  const upload = site.upload
  if (upload !== null && typeof upload === 'object') store.upload = readUpload(isObject(upload) ? upload : {})
}

const isEntrance = (value: unknown): value is { key: string; value: string } =>
  isObject(value) && typeof value.key === 'string' && typeof value.value === 'string'

/** The zone's offsets from UTC; undefined if the server does not send them. */
function readOffsets(sent: unknown): ZoneOffsets | undefined {
  if (!isObject(sent) || !Array.isArray(sent.since)) return undefined
  const pairs = sent.since.map((pair: unknown) => (Array.isArray(pair) ? pair.map(Number) : []))
  return { since: pairs.map(([from = Number.NaN, offset = Number.NaN]) => [from, offset]), until: Number(sent.until) }
}

function readUpload(upload: Readonly<Record<string, unknown>>): Upload {
  return {
    mode: typeof upload.mode === 'string' ? upload.mode : 'local',
    maxSize: Number(upload.maxSize) || 0,
    allowedSuffixes: list(upload.allowedSuffixes),
    allowedMimeTypes: list(upload.allowedMimeTypes),
  }
}

function list(value: unknown): string[] {
  const parts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map(String) : []
  return parts.map((part) => part.trim()).filter(Boolean)
}
