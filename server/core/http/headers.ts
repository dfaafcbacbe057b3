import type { PageSources } from './frames.ts'
import type { Hosts } from './hosts.ts'

/** Security headers of an answer (controls C9). */
export interface Headers {
  /** For everything that is no page. */
  plain: Readonly<Record<string, string>>
  /**
   * For a page, with its nonce for the style elements that controls insert; `framed`: pages of the own origin may show it; `sources`: what it
   * may show from other origins.
   */
  page(nonce: string, framed: boolean, sources: PageSources): Readonly<Record<string, string>>
}

const fixed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
  'x-dns-prefetch-control': 'off',
} as const

/** Sent only to those who came through https: a browser ignores it otherwise. */
export const strictTransport = 'max-age=31536000; includeSubDomains'

/** Nothing from other origins. */
export const ownOnly: PageSources = { frames: [], files: [] }

/** Makes the headers for the names the server is called by and the port of its live feed. */
export function makeHeaders(hosts: Hosts, feedPort: () => number): Headers {
  // a source of the CSP cannot be an IPv6 address; on such an address the feed is reached through /wss of the page's own origin
  const names = hosts.names.filter((name) => !name.startsWith('['))
  const feeds = () => names.flatMap((name) => [`ws://${name}:${feedPort()}`, `wss://${name}:${feedPort()}`, `wss://${name}`])
  const more = (sources: readonly string[]) => sources.map((each) => ` ${each}`).join('')
  const policy = (style: string, ancestors: string, connect: readonly string[], { frames, files }: PageSources) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self'${style}`,
      `img-src 'self' data: blob:${more(files)}`,
      `media-src 'self'${more(files)}`,
      `connect-src 'self'${more(connect)}`,
      "font-src 'self'",
      `frame-src 'self'${more(frames)}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${ancestors}`,
    ].join('; ')
  return {
    plain: { ...fixed, 'x-frame-options': 'DENY', 'content-security-policy': policy('', "'none'", [], ownOnly) },
    page: (nonce, framed, sources) => ({
      ...fixed,
      'x-frame-options': framed ? 'SAMEORIGIN' : 'DENY',
      'content-security-policy': policy(` 'nonce-${nonce}'`, framed ? "'self'" : "'none'", feeds(), sources),
    }),
  }
}
