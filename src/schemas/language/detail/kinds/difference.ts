import * as z from 'zod/mini'
import { kindOf } from '../../../kinds/index.ts'
import { fieldAt } from '../../list/parseTable.ts'
import { refuse, within } from '../../place.ts'
import type { DifferenceSection } from '../section.ts'
import type { SectionKind } from './base.ts'

const keys = { difference: z.optional(z.tuple([z.string(), z.string()])) }

export const difference: SectionKind<typeof keys, DifferenceSection> = {
  keys,
  help: { difference: 'Two texts of the record, before and after: what differs is marked.' },
  alone: true,
  parse({ name, difference: fields = ['', ''] }, place) {
    for (const [i, each] of fields.entries()) {
      const inner = within(place, 'difference', i)
      const field = fieldAt(each, place.entity, inner.at, place.issues)
      if (field?.secret) refuse(inner, `"${each}" is secret and cannot be compared`)
      else if (field && kindOf(field).comparable !== 'text') refuse(inner, `"${each}" is no text`)
    }
    return { name, as: 'difference', fields }
  },
}
