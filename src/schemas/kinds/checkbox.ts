import { multiselect } from './multiselect.ts'

/** Some of a fixed list of options, all visible. */
export const checkbox = { ...multiselect, help: 'Any of a few options, all in sight.' }
