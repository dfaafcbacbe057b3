import { lengthOptions, textKind } from './define.ts'

/** Address: http, https, mailto, tel, or a path of the own origin (decision 15). */
export const url = textKind({
  help: 'Web address (http, https, mailto, tel) or a path of the own site.',
  options: lengthOptions,
  textPattern: '^(?:https?://[^\\s/?#]+[^\\s]*|mailto:[^\\s]+|tel:[+0-9() -]+|/(?![/\\\\])[^\\s\\\\]*)$',
  message: 'url',
  cell: 'url',
  sample: (_field, n) => `https://example.com/${n}`,
})
