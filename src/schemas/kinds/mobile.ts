import { textKind } from './define.ts'

/** Mobile number of mainland China: 1, then 3–9, then nine digits. */
export const mobile = textKind({
  options: { mask: 'mask' },
  fallbackLength: 11,
  textPattern: '^1[3-9][0-9]{9}$',
  message: 'mobile',
  sample: (_field, n) => `1380013${String(n % 10000).padStart(4, '0')}`,
})
