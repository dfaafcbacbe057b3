/**
 * What rich text may hold: the one list that the server cleans by when it writes and reads, and the browser again where it shows
 * (controls C10). No `style`, no `id`, no `name`; classes only of the editor's own; addresses only of schemes that do nothing.
 */
export const markup = {
  tags: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'hr', 'div', 'span'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'sub', 'sup', 'mark', 'ul', 'ol', 'li', 'a', 'img', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
  ],
  /** Attributes by tag; `*` is every tag. */
  attributes: {
    '*': ['class'],
    a: ['href', 'target', 'rel', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    col: ['span'],
    ol: ['start'],
    li: ['data-list'],
  },
  /** Allowed classes of a paragraph's layout; all others are removed. */
  classes: /^ql-(?:align-(?:center|right|justify)|indent-[1-8]|code-block|code-block-container)$/,
  /** Schemes of links (decision 15); paths of the own origin beside them. */
  linkSchemes: ['http', 'https', 'mailto', 'tel'],
  /** Schemes of pictures. */
  imageSchemes: ['http', 'https'],
  /** Text inside them is no text. */
  dropped: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'object', 'embed', 'template', 'svg', 'math', 'title'],
} as const

/** Addresses of the own origin: `/x`, not `//host` nor `/\\host`. */
const ownPath = /^\/(?![/\\])/

/** Is this address allowed in a link or picture? */
export function isAllowedAddress(address: string, schemes: readonly string[]): boolean {
  // Browsers leave out blanks and control characters when they read a scheme.
  const bare = [...address].filter((letter) => letter > ' ' && letter !== '\u007f').join('')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase()
  return scheme === undefined ? ownPath.test(bare) || bare.startsWith('#') : schemes.includes(scheme)
}

/** The classes of a class attribute that may stay. */
export function allowedClasses(text: string): string {
  return text
    .split(/\s+/)
    .filter((name) => markup.classes.test(name))
    .join(' ')
}

/** True when there is neither a word nor a picture, line or table in it. */
export function isEmptyMarkup(html: string): boolean {
  return !/<(?:img|hr|table)\b/i.test(html) && plainText(html) === ''
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
