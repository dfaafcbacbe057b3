import { defineField } from '../define.ts'
import { TextControl } from './TextControl.tsx'

/** One line of text. */
export const string = defineField({ Control: TextControl })
