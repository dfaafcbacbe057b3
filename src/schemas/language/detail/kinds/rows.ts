import * as z from 'zod/mini'
import { suggest } from '../../issue.ts'
import { linkShape, manyRelations } from '../../list/parseTable.ts'
import { refuse, within } from '../../place.ts'
import type { RowsSection } from '../section.ts'
import type { SectionKind, SectionPlace, Written } from './base.ts'

const column = z.union([
  z.string(),
  z.strictObject({ field: z.string(), link: z.optional(linkShape), url: z.optional(z.string()) }),
])
const keys = {
  relation: z.optional(z.string()),
  columns: z.optional(z.array(column)),
  as: z.optional(z.enum(['table', 'timeline'])),
  limit: z.optional(z.int().check(z.gte(1), z.lte(200))),
  more: z.optional(linkShape),
}

export const rows: SectionKind<typeof keys, RowsSection> = {
  keys,
  help: {
    relation: 'A relation of many whose rows are shown.',
    columns: 'Fields of those rows: names, or objects.',
    'columns[].field': 'The field of those rows.',
    'columns[].link': 'The value leads to another screen.',
    'columns[].link.page': 'The other screen.',
    'columns[].link.query': 'Filters of the other list: its field and the field of the related row whose value it takes.',
    'columns[].url': 'The field of those rows with an address that the value opens in a new window.',
    as: 'How the rows are shown.',
    limit: 'So many rows are shown, the first in the order of the relation.',
    more: 'Leads from a section with a limit to all rows, where there are more.',
    'more.page': 'The screen that lists them.',
    'more.query': 'Filters of that list: its field and the field of this record whose value it takes.',
  },
  parse(
    { name, relation = '', columns = [], as = 'table', limit, more, copy }: Written<typeof keys> & { copy?: unknown },
    place,
  ) {
    if (copy) refuse(within(place, 'copy'), 'rows are not copied', 'only a section of "fields" is')
    requireMany(relation, place)
    const all = columns.map((each) => (typeof each === 'string' ? { field: each } : each))
    if (more && !limit) refuse(within(place, 'more'), 'all rows are shown', 'say the "limit"')
    return {
      name,
      as,
      relation,
      fields: all.map(({ field }) => field),
      links: Object.fromEntries(all.flatMap(({ field, link }) => (link ? [[field, link]] : []))),
      urls: Object.fromEntries(all.flatMap(({ field, url }) => (url === undefined ? [] : [[field, url]]))),
      ...(limit ? { limit } : {}),
      ...(more ? { more } : {}),
    }
  },
}

function requireMany(relation: string, place: SectionPlace): void {
  if (place.entity.relations[relation]?.type === 'many') return
  const many = manyRelations(place.entity)
  refuse(within(place, 'relation'), `no relation of many rows "${relation}"`, suggest(relation, many))
}
