import * as z from 'zod/mini'
import { fieldAt } from '../../list/parseTable.ts'
import type { FieldsSection } from '../section.ts'
import type { SectionKind } from './base.ts'

const keys = { fields: z.optional(z.array(z.string())), copy: z.optional(z.literal(true)) }

export const fields: SectionKind<typeof keys, FieldsSection> = {
  keys,
  help: {
    fields: 'Fields of the record.',
    copy: 'A button beside the heading copies the values of the section, as one line of text.',
  },
  parse({ name, fields: names = [], copy }, { at, entity, issues }) {
    for (const [i, each] of names.entries()) fieldAt(each, entity, [...at, 'fields', i], issues)
    return { name, as: 'fields', fields: names, ...(copy ? { copy } : {}) }
  },
}
