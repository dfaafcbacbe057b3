import { number } from './number.ts'

/** A number with decimals; `scale` says how many (2 unless said). */
export const float = { ...number, message: 'float' }
