import * as z from 'zod/mini'
import type { CountVirtual } from '../../../virtual.ts'
import { within } from '../../place.ts'
import { checkOfMany, parserOf, type VirtualKind } from './base.ts'

const shape = z.strictObject({ count: z.string() })

export const count: VirtualKind<CountVirtual> = {
  shape,
  help: { count: 'Number of rows of a relation of many.' },
  parse: parserOf(shape, { type: 'count' }),
  check: ({ count }, place) => checkOfMany(count, 'none', within(place, 'count')),
  operands: ({ count }) => [{ at: ['count'], name: count, as: 'rows' }],
  isSortable: () => true,
  decidesVisibility: true,
}
