import { lengthOptions, textKind } from './define.ts'

/** Name of a variable: starts with a letter, _ or $, then also digits; letters of any script. */
export const varname = textKind({
  help: 'Name as programs use it.',
  options: lengthOptions,
  fallbackLength: 50,
  textPattern: '^[A-Za-z_$\\u0080-\\uffff][A-Za-z0-9_$\\u0080-\\uffff]*$',
  message: 'varname',
  sample: (_field, n) => `name_${n}`,
})
