import { lengthOptions, textKind } from './define.ts'

/** The form of an e-mail address. */
export const emailPattern =
  '^[A-Za-z0-9.!#$%*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$'

/** E-mail address. */
export const email = textKind({
  help: 'E-mail address.',
  personal: true,
  options: { ...lengthOptions, mask: 'mask', sealed: 'text' },
  fallbackLength: 100,
  textPattern: emailPattern,
  message: 'email',
  sample: (_field, n) => `member${n}@example.com`,
})
