import { lengthOptions, textKind } from './define.ts'

/** E-mail address. */
export const email = textKind({
  options: { ...lengthOptions, mask: 'mask' },
  fallbackLength: 100,
  textPattern:
    '^[A-Za-z0-9.!#$%*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$',
  message: 'email',
  sample: (_field, n) => `member${n}@example.com`,
})
