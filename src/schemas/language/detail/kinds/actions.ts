import * as z from 'zod/mini'
import { suggest } from '../../issue.ts'
import { refuse, within } from '../../place.ts'
import type { ActionsSection } from '../section.ts'
import type { SectionKind } from './base.ts'

const keys = { actions: z.optional(z.array(z.string()).check(z.minLength(1))) }

export const actions: SectionKind<typeof keys, ActionsSection> = {
  keys,
  help: { actions: 'Actions of the row; one that is not possible now says in its tooltip why.' },
  alone: true,
  parse: ({ name, actions: names = [] }) => ({ name, as: 'actions', fields: [], actions: names }),
  check(section, { table }, place) {
    for (const [i, name] of section.actions.entries())
      if (!table.row.includes(name))
        refuse(within(place, 'actions', i), `"${name}" is no action of a row`, suggest(name, table.row))
  },
}
