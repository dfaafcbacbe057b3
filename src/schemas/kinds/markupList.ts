/** Colours of text and of its background, by name: the theme says what each is, so that it can be read in light and dark. */
export const markupColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'grey'] as const
/** Sizes beside the normal one. */
export const markupSizes = ['small', 'large', 'huge'] as const

const colors = markupColors.join('|')

/**
 * What rich text may hold: the one list that the server cleans by when it writes and reads, and the browser again where it shows
 * (controls C10). No `style`, no `id`, no `name`; classes only of the editor's own; addresses only of schemes that do nothing.
 */
export const markup = {
  tags: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'hr', 'div', 'span'],
    ...[
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'del',
      'sub',
      'sup',
      'mark',
      'ul',
      'ol',
      'li',
      'a',
      'img',
      'video',
      'figure',
      'figcaption',
    ],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
  ],
  /** Attributes by tag; `*` is every tag. */
  attributes: {
    '*': ['class'],
    a: ['href', 'target', 'rel', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    video: ['src', 'controls', 'preload'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    col: ['span'],
    ol: ['start'],
    li: ['data-list'],
  },
  /** Allowed classes: a paragraph's layout, the colours and sizes of words; all others are removed. */
  classes: new RegExp(
    `^ql-(?:align-(?:center|right|justify)|indent-[1-8]|code-block|code-block-container|(?:color|bg)-(?:${colors})|size-(?:${markupSizes.join('|')}))$`,
  ),
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

/** Is this a video that may be shown? Only files of the own origin: nothing is played from other hosts. */
export function isVideoAddress(address: string): boolean {
  return ownPath.test(address) && /^[^\s?#\\]+\.(?:mp4|webm)$/i.test(address) && !address.includes('..')
}

/** How every video is shown: nothing plays by itself. */
export const videoAttributes = { controls: 'controls', preload: 'metadata' } as const
