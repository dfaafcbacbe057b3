import { integer } from './integer.ts'

/** Weight of a row in a list that people sort by dragging; larger is higher. */
export const weigh = {
  ...integer,
  help: 'Place in an order that people give by dragging.',
  options: {},
  operator: false,
  input: 'none',
} as const
