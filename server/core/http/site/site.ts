import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codeOf } from '../../../../src/schemas/errors.ts'
import { defaultEntrance } from '../address.ts'
import { type Encoding, encoders, encodingFor } from '../compression.ts'
import type { PageSources } from '../frames.ts'
import { type Headers, ownOnly } from '../headers.ts'
import type { LiveSite } from '../liveSite.ts'
import type { FindPublicPage } from './publicPages.ts'

/** The built front end: its files and its page. */
export interface Site {
  /** What public page is at a path. */
  publicPage: FindPublicPage
  /** Sends the file at this path; false when there is none. */
  file(path: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  /** Sends the page, with a fresh nonce; false when the path is no page's or nothing is built. */
  page(path: string, reply: FastifyReply): Promise<boolean>
}

interface File {
  path: string
  type: string
  /** Bodies by content encoding, made when first asked for; 'identity' is the file itself. */
  bodies: Map<Encoding, Promise<Buffer>>
  tag?: string
}

interface Build {
  /** When index.html was written: a new build is noticed by it. */
  time: number
  html: string
  files: ReadonlyMap<string, File>
}

/** Types that are served; files of other types (such as source maps) are not. */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.eot': 'application/vnd.ms-fontobject',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.pdf': 'application/pdf',
  '.webmanifest': 'application/manifest+json',
}
const compressible = /^(text\/|application\/(json|manifest)|image\/svg|font\/ttf)/
const noncePlace = /(<meta name="csp-nonce" content=")[^"]*/
const langPlace = /(<meta name="kontor-lang" content=")[^"]*/
const entrancePlace = /(<meta name="kontor-entrance" content=")[^"]*/

const suffixes = { br: '.br', gzip: '.gz' } as const

export interface SiteOptions {
  /** Where the build is. */
  dir: string
  /** Where the back office is, whose pages nobody may frame, and what the site is set to. */
  live: Pick<LiveSite, 'entrance' | 'last'>
  headers: Headers
  publicPage: FindPublicPage
  /** What the pages may show from other origins. */
  sources(): Promise<PageSources>
}

/** Serves a build. */
export function makeSite({ dir, live, headers, publicPage, sources }: SiteOptions): Site {
  let build: Build | undefined
  const current = async (): Promise<Build | undefined> => {
    try {
      const { mtimeMs } = await stat(join(dir, 'index.html'))
      if (build?.time !== mtimeMs) build = await readBuild(dir, mtimeMs)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      build = undefined
    }
    return build
  }
  return {
    publicPage,
    async file(path, request, reply) {
      const file = (build?.files ?? (await current())?.files)?.get(path)
      if (!file) return false
      await sendFile(file, request, reply)
      return true
    },
    async page(path, reply) {
      if (!isPagePath(path)) return false
      const now = await current()
      if (!now) return false
      const nonce = randomBytes(16).toString('base64')
      const at = await live.entrance()
      const inside = isBelow(path, at)
      // Without the database there are pages all the same, that show no others.
      const shown = await sources().catch(() => ownOnly)
      reply
        .headers(headers.page(nonce, !inside, shown))
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
      // What is behind a sign-in, and that it is there, is none of the search engines' business.
      if (publicPage(path) !== 'listed') reply.header('x-robots-tag', 'noindex, nofollow')
      // A page outside does not tell where the back office has moved to.
      const told = inside || at === defaultEntrance ? at : ''
      const isClosed = !inside && isBelow(path.toLowerCase(), defaultEntrance)
      const html = now.html.replace(langPlace, `$1${live.last().default_lang}`).replace(entrancePlace, `$1${told}`)
      reply.code(isClosed ? 404 : 200).send(html.replace(noncePlace, `$1${nonce}`))
      return true
    },
  }
}

const isBelow = (path: string, top: string): boolean => path === top || path.startsWith(`${top}/`)

/** Pages have no file ending (what an iframe route shows may have one) and no part that starts with a dot. */
function isPagePath(path: string): boolean {
  if (path.includes('//') || path.split('/').some((part) => part.startsWith('.'))) return false
  return /^\/[^/]+\/iframe\//.test(path) || !/\.\w{1,12}$/.test(path)
}

async function readBuild(dir: string, time: number): Promise<Build> {
  const files = new Map<string, File>()
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path.slice(dir.length).replaceAll('\\', '/'), { path, type, bodies: new Map() })
  }
  return { time, html: await readFile(join(dir, 'index.html'), 'utf8'), files }
}

async function sendFile(file: File, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const body = await bodyOf(file, 'identity')
  file.tag ??= `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const hashed = file.path.replaceAll('\\', '/').includes('/assets/')
  reply
    .header('content-type', file.type)
    .header('etag', file.tag)
    .header('vary', 'accept-encoding')
    .header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (request.headers['if-none-match'] === file.tag) {
    reply.code(304).send()
    return
  }
  const accepted = compressible.test(file.type) ? String(request.headers['accept-encoding'] ?? '') : ''
  const encoding = encodingFor(accepted, body.length)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.code(200).send(await bodyOf(file, encoding))
}

/** The body in an encoding: compressed by the build if it left one beside the file, else once here. */
function bodyOf(file: File, encoding: Encoding): Promise<Buffer> {
  const made = file.bodies.get(encoding) ?? makeBody(file, encoding)
  file.bodies.set(encoding, made)
  return made
}

async function makeBody(file: File, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return readFile(file.path)
  try {
    return await readFile(file.path + suffixes[encoding])
  } catch {
    return encoders[encoding](await bodyOf(file, 'identity')) // the build left none
  }
}
