import { lengthOptions, textKind } from './define.ts'
import type { KindField } from './kind.ts'

/** Options of the kinds that hold uploaded files: what files are taken (`accept` as in HTML), and their largest size in bytes. */
export const fileOptions = { accept: 'accept', maxSize: 'positive' } as const

/** Pictures may also be cropped before they are sent: `free`, or to a ratio such as `1:1`. */
export const pictureOptions = { ...fileOptions, crop: 'crop' } as const

/** Address of one picture: an uploaded path of the own origin, or http(s). */
export const image = textKind({
  help: 'One picture.',
  options: { ...lengthOptions, ...pictureOptions },
  textPattern: addressPattern(),
  message: 'url',
  cell: 'image',
  operator: false,
  input: 'none',
  comparable: false,
  uploads: { many: false, accept: acceptOf('image/*'), addresses: addressesOf },
  sample: (_field, n) => `/static/sample/${n}.png`,
})

/** Pattern of addresses that pictures and files may have. */
export function addressPattern(): string {
  return '^(?:https?://[^\\s/?#]+[^\\s]*|/(?![/\\\\])[^\\s\\\\]*)$'
}

/** What the field says it takes, else what its kind does. */
export function acceptOf(kinds: string): (field: KindField & { accept?: string }) => string {
  return (field) => field.accept ?? kinds
}

/** The addresses in a value of one address or of several. */
export function addressesOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((each): each is string => typeof each === 'string' && each !== '')
}
