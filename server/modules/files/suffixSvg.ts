import type { Context } from '../../core/handler.ts'
import { RawAnswer } from '../../core/http/envelope.ts'
import { Refused } from '../../core/refuse.ts'

const color = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$|^rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\)$/i

/** GET buildSuffixSvg?suffix=&background=: a picture of a file type, containing only checked letters and a checked colour. */
export async function suffixSvg(ctx: Context): Promise<RawAnswer> {
  const { suffix = 'file', background = '' } = ctx.query
  if (typeof suffix !== 'string' || !/^[a-z0-9]{1,10}$/i.test(suffix)) throw new Refused('upload.suffix')
  if (typeof background !== 'string' || (background !== '' && !color.test(background))) throw new Refused('upload.suffix')
  return new RawAnswer('image/svg+xml; charset=utf-8', draw(suffix, background || colorOf(suffix)), {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'public, max-age=86400',
  })
}

/** A sheet with a folded corner and the first four letters of the suffix. */
function draw(suffix: string, background: string): string {
  const letters = suffix.slice(0, 4).toUpperCase()
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-label="${letters}"><path fill="#e6e8eb" d="M12 3h28l14 14v40a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z"/><path fill="#c3c7cd" d="M40 3l14 14H44a4 4 0 0 1-4-4z"/><rect x="4" y="32" width="50" height="20" rx="3" fill="${background}"/><text x="29" y="47" text-anchor="middle" font-family="system-ui,sans-serif" font-size="14" font-weight="600" fill="#fff">${letters}</text></svg>`
}

/** A hue of its own for each suffix; dark enough for white letters. */
function colorOf(suffix: string): string {
  let a = 1
  let b = 0
  for (const character of suffix.toLowerCase()) {
    a = (a + character.charCodeAt(0)) % 65521
    b = (b + a) % 65521
  }
  return `hsl(${(b * 65536 + a) % 360},45%,38%)`
}
