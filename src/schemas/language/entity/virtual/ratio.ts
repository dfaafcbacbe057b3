import * as z from 'zod/mini'
import type { RatioVirtual } from '../../../virtual.ts'
import { within } from '../../place.ts'
import { checkOfMany, parserOf, type VirtualKind } from './base.ts'

const shape = z.strictObject({ ratio: z.tuple([z.string(), z.string()]) })

export const ratio: VirtualKind<RatioVirtual> = {
  shape,
  help: { ratio: 'Percentage of two parts: each a field, a relation of many to count, or a field of one to sum.' },
  parse: parserOf(shape, { type: 'ratio' }),
  check({ ratio }, place) {
    for (const [i, name] of ratio.entries())
      if (!place.entity.fields[name]?.store) checkOfMany(name, 'any', within(place, 'ratio', i))
  },
  operands: ({ ratio }) => ratio.map((name, i) => ({ at: ['ratio', i], name, as: 'number' })),
  isSortable: () => true,
}
