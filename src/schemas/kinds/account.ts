import { textKind } from './define.ts'

/** User name: 3 to 15 characters, starts with a letter, only letters, digits and underscore (specification, section 5). */
export const account = textKind({
  help: 'Account name: 3 to 15 letters, digits and underscores, a letter first.',
  options: {},
  fallbackLength: 32,
  textPattern: '^[A-Za-z][A-Za-z0-9_]{2,14}$',
  message: 'account',
  sample: (_field, n) => `user_${n}`,
})
