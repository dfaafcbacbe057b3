import * as z from 'zod/mini'
import type { LabelsVirtual } from '../../../virtual.ts'
import { suggest } from '../../issue.ts'
import { refuse, within } from '../../place.ts'
import { parserOf, requireKind, type VirtualKind } from './base.ts'

const shape = z.strictObject({ labels: z.string() })

export const labels: VirtualKind<LabelsVirtual> = {
  shape,
  help: { labels: 'Names of what a remote field of several values holds.' },
  parse: parserOf(shape, { type: 'labels', list: 'names' }),
  check({ labels }, place) {
    requireKind('json', 'names are a list', place)
    const { fields } = place.entity
    if (fields[labels]?.show) return
    const remote = Object.keys(fields).filter((name) => fields[name]?.show)
    refuse(within(place, 'labels'), `no such remote field "${labels}"`, suggest(labels, remote))
  },
  operands: ({ labels }) => [{ at: ['labels'], name: labels, as: 'label' }],
  isSortable: () => false,
}
