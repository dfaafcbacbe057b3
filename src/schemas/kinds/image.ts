import { lengthOptions, textKind } from './define.ts'

/** Address of one picture: an uploaded path of the own origin, or http(s). */
export const image = textKind({
  options: lengthOptions,
  textPattern: addressPattern(),
  message: 'url',
  cell: 'image',
  operator: false,
  input: 'none',
  comparable: false,
  sample: (_field, n) => `/storage/sample/${n}.png`,
})

/** Pattern of addresses that pictures and files may have. */
export function addressPattern(): string {
  return '^(?:https?://[^\\s/?#]+[^\\s]*|/(?![/\\\\])[^\\s\\\\]*)$'
}
