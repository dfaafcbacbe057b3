import { defineField } from '../define.ts'
import { NumberControl } from './parts/NumberControl.tsx'

/** A number. */
export const number = defineField({ Control: NumberControl })
