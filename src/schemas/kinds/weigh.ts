import { integer } from './integer.ts'

/** Weight of a row in a list that people sort by dragging; larger stands higher. */
export const weigh = { ...integer, options: {}, operator: false as const, input: 'none' as const }
