import { grouped } from '../../schemas/grouped.ts'

/** A whole number with its thousands in groups. */
export const countText = (count: number): string => grouped(String(count))
