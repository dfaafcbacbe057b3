import { formatDateTime } from '../../src/schemas/kinds/clock.ts'

/** What an address is made of. */
export interface SavedFile {
  /** The heap the file belongs to. */
  topic: string
  /** The name it was uploaded under, with its suffix. */
  name: string
  sha1: string
  suffix: string
  /** Seconds since 1970. */
  now: number
}

/** What a pattern begins and ends with: files are told apart by topic and content, and are found by their address alone. */
const start = '/storage/{topic}/'
const end = '{fileSha1}{.suffix}'

/** What the middle of a pattern may name. BuildAdmin's `{random}` is missing: the same content would get another address at each upload. */
const variables: Readonly<Record<string, (file: SavedFile) => string>> = {
  topic: ({ topic }) => topic,
  year: ({ now }) => timeOf(now).slice(0, 4),
  mon: ({ now }) => timeOf(now).slice(5, 7),
  day: ({ now }) => timeOf(now).slice(8, 10),
  hour: ({ now }) => timeOf(now).slice(11, 13),
  min: ({ now }) => timeOf(now).slice(14, 16),
  sec: ({ now }) => timeOf(now).slice(17, 19),
  fileName: ({ name }) => plain(name),
  fileSha1: ({ sha1 }) => sha1,
}

/** Addresses of uploads as `upload_save_name` can make them: no dot but the suffix's, no empty part, nothing of a client's path. */
const address = /^\/storage\/[a-z0-9_-]{1,20}\/(?:[a-z0-9_-]{1,60}\/){0,5}[a-z0-9_-]{0,60}[0-9a-f]{40}\.[a-z0-9]{1,10}$/

/** Whether this can be the address of an uploaded file. */
export function isStorageAddress(url: string): boolean {
  return address.test(url)
}

/** The hash in the address of an uploaded file; undefined for what is none. */
export function sha1Of(url: string): string | undefined {
  return isStorageAddress(url) ? /[0-9a-f]{40}(?=\.[a-z0-9]+$)/.exec(url)?.[0] : undefined
}

const sample: SavedFile = { topic: 't'.repeat(20), name: `${'n'.repeat(60)}.webp`, sha1: '0'.repeat(40), suffix: 'webp', now: 0 }

/** The first thing in a pattern that cannot be; undefined when it can make addresses. */
export function saveNameFault(pattern: string): 'ends' | 'part' | undefined {
  if (!pattern.startsWith(start) || !pattern.endsWith(end) || pattern.length < start.length + end.length) return 'ends'
  const middle = pattern.slice(start.length, -end.length)
  const known = middle.replace(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(variables, name) ? '' : all))
  const isPlain = /^[a-z0-9_/-]*$/.test(known) && !pattern.includes('//')
  return isPlain && isStorageAddress(addressOf(pattern, sample)) ? undefined : 'part'
}

/** The address of a file by a pattern without a fault; a variable that leaves nothing leaves no empty part either. */
export function addressOf(pattern: string, file: SavedFile): string {
  const path = pattern.slice(0, -'{.suffix}'.length).replace(/\{(\w+)\}/g, (_, name: string) => variables[name]?.(file) ?? '')
  return `${path.replace(/\/{2,}/g, '/')}.${file.suffix}`
}

/** Latin letters and digits of a name; a name in another script leaves nothing. */
function plain(name: string): string {
  const base = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
  return base
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
}

/** In the site's time zone. */
const timeOf = (now: number) => formatDateTime(now)
