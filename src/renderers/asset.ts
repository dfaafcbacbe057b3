/** Full address of a stored picture or file: http(s) addresses and same-origin paths, the latter below the CDN when there is one. */
export function assetUrl(value: string, cdnUrl = ''): string | undefined {
  const text = value.trim()
  if (/^https?:\/\/[^\s/?#]/i.test(text)) return text
  if (!/^\/(?![/\\])[^\s\\]*$/.test(text)) return undefined
  return /^https?:\/\//i.test(cdnUrl) ? cdnUrl.replace(/\/$/, '') + text : text
}

/** Zone of the person: the browser's. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'Asia/Shanghai'
}
