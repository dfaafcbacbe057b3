/** True when there is neither a word nor a picture, video, line or table in it. */
export function isEmptyMarkup(html: string): boolean {
  return !/<(?:img|video|hr|table)\b/i.test(html) && plainText(html) === ''
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'", nbsp: ' ' }

/** The words of a text with form, on one line. */
export function plainText(html: string): string {
  return html
    .replace(/<(?:br|\/p|\/h[1-6]|\/li|\/div|\/tr|\/td|\/th|\/blockquote|\/pre)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w{1,8});/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim()
}
