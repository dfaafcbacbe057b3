import { textKind } from './define.ts'

/** One line of text. */
export const string = textKind({})
