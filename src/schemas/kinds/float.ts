import { number } from './number.ts'

/** A number with decimals; `scale` says how many (2 unless said). */
export const float = { ...number, help: 'Number with decimals, exact.', message: 'float' }
