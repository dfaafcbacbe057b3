import { defineField } from '../define.ts'
import { NumberControl } from './parts/NumberControl.tsx'

/** A number with decimals. */
export const float = defineField({ Control: NumberControl })
