import * as z from 'zod/mini'
import type { LeftVirtual } from '../../../virtual.ts'
import { within } from '../../place.ts'
import { checkStored, parserOf, type VirtualKind } from './base.ts'

const shape = z.strictObject({ left: z.array(z.string()).check(z.minLength(2)) })

export const left: VirtualKind<LeftVirtual> = {
  shape,
  help: { left: 'What the others leave of the first: stored numbers of the row.' },
  parse: parserOf(shape, { type: 'left' }),
  check({ left }, place) {
    for (const [i, name] of left.entries()) checkStored(name, within(place, 'left', i))
  },
  operands: ({ left }) => left.map((name, i) => ({ at: ['left', i], name, as: 'number' })),
  isSortable: () => true,
}
