import * as z from 'zod/mini'
import { computeOf } from '../../entity/virtual/compute.ts'
import { fieldAt } from '../../list/parseTable.ts'
import { refuse, within } from '../../place.ts'
import type { LinksSection } from '../section.ts'
import type { SectionKind } from './base.ts'

const keys = { links: z.optional(z.string()) }

export const links: SectionKind<typeof keys, LinksSection> = {
  keys,
  help: { links: 'A computed field that lists records of other screens, each a link.' },
  alone: true,
  parse({ name, links: list = '' }, place) {
    const inner = within(place, 'links')
    const field = fieldAt(list, place.entity, inner.at, place.issues)
    if (field && !computeOf(field)) refuse(inner, `"${list}" is no computed field`, 'the server makes the list')
    return { name, as: 'links', fields: [list] }
  },
}
