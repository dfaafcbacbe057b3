import { defineField } from '../define.ts'
import { NumberControl } from './NumberControl.tsx'

/** A number with decimals. */
export const float = defineField({ Control: NumberControl })
