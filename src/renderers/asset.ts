import { storagePrefix } from '../schemas/api/upload.ts'

/**
 * Full address of a stored picture or file: http(s) addresses and same-origin paths, the latter below the CDN when there is one. What a CDN
 * and browsers keep of it is found again under a new version; uploads have their hash in their address.
 */
export function assetUrl(value: string, { cdnUrl, version }: AssetSite = { cdnUrl: '', version: '' }): string | undefined {
  const text = value.trim()
  if (/^https?:\/\/[^\s/?#]/i.test(text)) return text
  if (!/^\/(?![/\\])[^\s\\]*$/.test(text)) return undefined
  if (!/^https?:\/\//i.test(cdnUrl)) return text
  const address = cdnUrl.replace(/\/$/, '') + text
  return version === '' || /[?#]/.test(text) || text.startsWith(storagePrefix)
    ? address
    : `${address}?v=${encodeURIComponent(version)}`
}

/** What the site's configuration says of addresses. */
interface AssetSite {
  cdnUrl: string
  version: string
}

/** Zone in which times are shown and typed: the site's, or the browser's where the server does not name one. */
export function shownZone({ timeZone }: { timeZone: string }): string {
  return timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone || 'Asia/Shanghai'
}

/** The last part of an address; hashes are shortened to a distinguishing prefix. */
export function fileName(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? url
  const hash = /^([0-9a-f]{8})[0-9a-f]{32}(\.[a-z0-9]+)$/.exec(last)
  return hash ? `${hash[1]}${hash[2]}` : last
}
