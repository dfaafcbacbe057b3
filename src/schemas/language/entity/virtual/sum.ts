import * as z from 'zod/mini'
import type { SumVirtual } from '../../../virtual.ts'
import { within } from '../../place.ts'
import { checkOfMany, parserOf, type VirtualKind } from './base.ts'

const shape = z.strictObject({ sum: z.string() })

export const sum: VirtualKind<SumVirtual> = {
  shape,
  help: { sum: 'Sum of a field of a relation of many: lines.quantity.' },
  parse: parserOf(shape, { type: 'sum' }),
  check: ({ sum }, place) => checkOfMany(sum, 'one', within(place, 'sum')),
  operands: ({ sum }) => [{ at: ['sum'], name: sum, as: 'number' }],
  isSortable: () => true,
}
