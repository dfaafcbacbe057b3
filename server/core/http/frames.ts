import type { Kysely } from 'kysely'
import type { Db } from '../db/connect.ts'
import { readSiteConfig } from '../siteConfig.ts'

/** What is wrong with the setting of frames, or the origins that it names. */
export type FrameHosts = { origins: readonly string[] } | { wrong: string }

/** Reads the setting `iframe_hosts`: one origin a line, such as `https://report.example.com:8443`; a name alone is meant with https. */
export function parseFrameHosts(text: string): FrameHosts {
  const origins: string[] = []
  for (const line of text.split(/\s+/).filter(Boolean)) {
    const address = /^https?:\/\//i.test(line) ? line : `https://${line}`
    const url = URL.canParse(address) ? new URL(address) : undefined
    // A source of the CSP: nothing behind the host, and no sign that would end it.
    if (!url || url.origin !== address.replace(/\/$/, '').toLowerCase() || !/^[\w.:[\]/-]+$/.test(url.origin))
      return { wrong: line }
    origins.push(url.origin)
  }
  return { origins: [...new Set(origins)] }
}

/** Origins besides the server's own of what pages may show. */
export interface PageSources {
  frames: readonly string[]
  /** Of pictures, sounds and videos. */
  files: readonly string[]
}

/** What the site's settings let pages show from elsewhere: frames of the menu, and files of the CDN. */
export async function pageSources(db: Kysely<Db>): Promise<PageSources> {
  const { iframe_hosts: hosts, cdn_url: cdn } = await readSiteConfig(db)
  const files = parseFrameHosts(URL.canParse(cdn) ? new URL(cdn).origin : '')
  return { frames: originsOf(parseFrameHosts(hosts)), files: originsOf(files) }
}

/** The origins that frames of the menu may show besides the server's own. */
export async function frameOrigins(db: Kysely<Db>): Promise<readonly string[]> {
  return originsOf(parseFrameHosts((await readSiteConfig(db)).iframe_hosts))
}

const originsOf = (hosts: FrameHosts): readonly string[] => ('origins' in hosts ? hosts.origins : [])

/** May a frame show this address: a path of the server itself, or one of these origins? */
export function mayFrame(url: string, origins: readonly string[]): boolean {
  return !/^https?:/i.test(url) || (URL.canParse(url) && origins.includes(new URL(url).origin))
}
