import { textKind } from './define.ts'

/** The form of a mobile number. */
export const mobilePattern = '^1[3-9][0-9]{9}$'

/** Mobile number of mainland China: 1, then 3–9, then nine digits. */
export const mobile = textKind({
  help: 'Mobile number of China.',
  personal: true,
  options: { mask: 'mask', sealed: 'text' },
  fallbackLength: 11,
  textPattern: mobilePattern,
  message: 'mobile',
  sample: (_field, n) => `1380013${String(n % 10000).padStart(4, '0')}`,
})
