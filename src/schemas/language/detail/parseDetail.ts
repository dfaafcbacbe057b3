import * as z from 'zod/mini'
import type { Entity } from '../entity/entity.ts'
import type { Issue } from '../issue.ts'
import { refuse, within } from '../place.ts'
import { actions } from './kinds/actions.ts'
import type { Detailed, SectionKeys, SectionKind, SectionPlace } from './kinds/base.ts'
import { difference } from './kinds/difference.ts'
import { fields } from './kinds/fields.ts'
import { links } from './kinds/links.ts'
import { rows } from './kinds/rows.ts'
import { sum } from './kinds/sum.ts'
import type { DetailSection, SectionOf } from './section.ts'

type As = DetailSection['as']

/** The kinds of sections, by the `as` of what they parse; each has its file in `kinds` and its row in the browser (DetailSections.tsx). */
export const sectionKinds: Readonly<Record<As, SectionKind<SectionKeys, DetailSection>>> = {
  fields,
  table: rows,
  timeline: rows,
  sum,
  difference,
  links,
  actions,
} satisfies { [Own in As]: SectionKind<SectionKeys, SectionOf<Own>> }

/** Kinds recognized by their first key. A section without one shows fields. */
const keyed: readonly SectionKind<SectionKeys, DetailSection>[] = [difference, links, actions, sum, rows]

/** The shape of a section of the read-only view. */
export const detailShape = z.strictObject({
  name: z.string(),
  side: z.optional(z.literal(true)),
  ...fields.keys,
  ...rows.keys,
  ...sum.keys,
  ...difference.keys,
  ...links.keys,
  ...actions.keys,
})

type Part = z.output<typeof detailShape>

/** Parses the sections of the read-only view. */
export function parseDetail(json: readonly Part[], entity: Entity, issues: Issue[]): DetailSection[] {
  return json.map((part, i) => parseSection(part, { at: ['detail', i], issues, entity }))
}

/** A section is of the kind whose first key it has. */
function parseSection(part: Part, place: SectionPlace): DetailSection {
  const kind = keyed.find(({ keys }) => Object.hasOwn(part, firstOf(keys))) ?? sectionKinds.fields
  const own = firstOf(kind.keys)
  if (kind.alone)
    for (const key of Object.keys(part).filter((each) => !common.includes(each) && !Object.hasOwn(kind.keys, each)))
      refuse(within(place, key), `a section with "${own}" has nothing else`, 'remove it')
  const section = kind.parse(part, place)
  return part.side ? { ...section, side: true } : section
}

/** Keys of every section. */
const common = ['name', 'side']

const firstOf = (keys: SectionKeys): string => Object.keys(keys)[0] ?? ''

/** Reports what sections name that the page does not have. */
export function checkDetail(page: Detailed, issues: Issue[]): void {
  for (const [i, section] of (page.detail ?? []).entries())
    sectionKinds[section.as].check?.(section, page, { at: ['detail', i], issues })
}
