import { select } from './select.ts'

/** One of a fixed list of options, all visible. */
export const radio = { ...select, help: 'One of a few options, all in sight.' }
