import { parseFrameHosts } from './frames.ts'

/** Headers that a page of another site may send. The tokens are among them; cookies are not, for Kontor has none. */
const mayBeSent = 'batoken, ba-user-token, content-type, server, think-lang, x-requested-with'

/** May pages of this origin call the server, by the setting `cors_domains` (one origin a line)? */
export function isCorsOrigin(origin: string | undefined, setting: string): origin is string {
  if (origin === undefined || setting.trim() === '') return false
  const known = parseFrameHosts(setting)
  return 'origins' in known && known.origins.includes(origin.toLowerCase())
}

/** What lets a page of that origin read an answer. */
export function corsHeaders(origin: string): Record<string, string> {
  return { 'access-control-allow-origin': origin, vary: 'origin' }
}

/** The answer to a browser that asks before it sends. */
export function preflightHeaders(origin: string): Record<string, string> {
  return {
    ...corsHeaders(origin),
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': mayBeSent,
    'access-control-max-age': '600',
  }
}
