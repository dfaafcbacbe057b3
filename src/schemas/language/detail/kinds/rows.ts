import * as z from 'zod/mini'
import { suggest } from '../../issue.ts'
import { linkShape, manyRelations } from '../../list/parseTable.ts'
import { refuse, within } from '../../place.ts'
import { composedField, type RowsSection } from '../section.ts'
import type { SectionKind, SectionPlace, Written } from './base.ts'

const column = z.union([
  z.string(),
  z.strictObject({
    field: z.string(),
    link: z.optional(linkShape),
    url: z.optional(z.string()),
    always: z.optional(z.literal(true)),
  }),
])
const keys = {
  relation: z.optional(z.string()),
  columns: z.optional(z.array(column)),
  as: z.optional(z.enum(['table', 'timeline'])),
  limit: z.optional(z.int().check(z.gte(1), z.lte(200))),
  more: z.optional(linkShape),
  compose: z.optional(z.string()),
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
    'columns[].always': 'The column of a table is there even where no row has a value other than 0.',
    as: 'How the rows are shown.',
    limit: 'So many rows are shown, the first in the order of the relation.',
    more: 'Leads from a section with a limit to all rows, where there are more.',
    'more.page': 'The screen that lists them.',
    'more.query': 'Filters of that list: its field and the field of this record whose value it takes.',
    compose: 'The action of the row whose one text is written above the timeline; its other fields keep what the record has.',
  },
  parse(
    { name, relation = '', columns = [], as = 'table', limit, more, compose, copy }: Written<typeof keys> & { copy?: unknown },
    place,
  ) {
    if (copy) refuse(within(place, 'copy'), 'rows are not copied', 'only a section of "fields" is')
    requireMany(relation, place)
    const all = columns.map((each) => (typeof each === 'string' ? { field: each } : each))
    const always = all.flatMap((each) => (each.always ? [each.field] : []))
    if (compose !== undefined && as !== 'timeline')
      refuse(within(place, 'compose'), 'a table has no remarks', 'show the rows "as": "timeline"')
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
      ...(always.length > 0 ? { always } : {}),
      ...(compose === undefined ? {} : { compose }),
    }
  },
  check({ compose }, { table, actions }, place) {
    if (compose === undefined) return
    const inner = within(place, 'compose')
    const action = actions[compose]
    if (!action || !table.row.includes(compose)) refuse(inner, `"${compose}" is no action of a row`, suggest(compose, table.row))
    else if (composedField(action) === undefined)
      refuse(inner, `"${compose}" has not just one text`, 'its form needs one "textarea", and no more')
  },
}

function requireMany(relation: string, place: SectionPlace): void {
  if (place.entity.relations[relation]?.type === 'many') return
  const many = manyRelations(place.entity)
  refuse(within(place, 'relation'), `no relation of many rows "${relation}"`, suggest(relation, many))
}
