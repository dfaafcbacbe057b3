import * as z from 'zod/mini'
import type { AddressVirtual } from '../../../virtual.ts'
import { suggest } from '../../issue.ts'
import { refuse, within } from '../../place.ts'
import { checkStored, type Operand, parserOf, requireKind, type VirtualKind } from './base.ts'

const shape = z.strictObject({
  address: z.string(),
  fill: z.record(z.string().check(z.regex(/^[a-z][a-z0-9_]*$/)), z.string()),
})

export const address: VirtualKind<AddressVirtual> = {
  shape,
  help: {
    address: 'Field with an address, of a relation of one too (company.tracking_url), in whose places values are put.',
    fill: 'For each place of the address, {no}, the field whose value is put there.',
  },
  parse: parserOf(shape, { type: 'address' }),
  check({ address, fill }, place) {
    requireKind('url', 'it is an address', place)
    for (const [key, name] of Object.entries(fill)) checkStored(name, within(place, 'fill', key))
    const [relation = '', column] = address.split('.')
    if (column === undefined) return checkStored(relation, within(place, 'address'))
    const ones = Object.values(place.entity.relations).flatMap((each) => (each.type === 'one' ? [each.name] : []))
    if (!ones.includes(relation))
      refuse(within(place, 'address'), `no relation of one row "${relation}"`, suggest(relation, ones))
  },
  operands: ({ address, fill }) => [
    { at: ['address'], name: address, as: 'text' },
    ...Object.entries(fill).map(([key, name]): Operand => ({ at: ['fill', key], name, as: 'text' })),
  ],
  isSortable: () => false,
}
