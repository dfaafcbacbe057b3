import * as z from 'zod/mini'
import type { RangeVirtual } from '../../../virtual.ts'
import { within } from '../../place.ts'
import { checkOfMany, parserOf, type VirtualKind } from './base.ts'

const shape = z.strictObject({ range: z.string() })

/** Lists are sorted by the smallest. */
export const range: VirtualKind<RangeVirtual> = {
  shape,
  help: { range: 'Smallest and largest of a field of a relation of many: skus.price.' },
  parse: parserOf(shape, { type: 'range', list: 'ends' }),
  check: ({ range }, place) => checkOfMany(range, 'one', within(place, 'range')),
  operands: ({ range }) => [{ at: ['range'], name: range, as: 'number' }],
  isSortable: () => true,
}
