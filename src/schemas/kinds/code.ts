import { textKind } from './define.ts'

/**
 * A code of 4 to 8 digits or letters that was sent to an address, with the button that sends it (codeEvents.ts): a new address is that of the form's field
 * `email` or `mobile`; for the own address the form's field `password` goes along.
 */
export const code = textKind({
  help: 'Six digits sent to the form’s `email` or `mobile`, or to the own one.',
  options: { event: 'codeEvent' },
  fallbackLength: 8,
  textPattern: '^[0-9A-Za-z]{4,8}$',
  message: 'code',
  operator: false,
  input: 'none',
  comparable: false,
  sample: (_field, n) => String(100_000 + (n % 900_000)),
})
