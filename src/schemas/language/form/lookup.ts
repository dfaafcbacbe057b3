import * as z from 'zod/mini'
import { kindOf } from '../../kinds/index.ts'
import type { Entity } from '../entity/entity.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { FormSection, Lookup } from './form.ts'

/** The shape of `form.lookup`: by relation of one. */
export const lookupShape = z.record(
  z.string(),
  z.strictObject({
    fields: z.array(z.string()).check(z.minLength(1)),
    projected: z.optional(z.record(z.string(), z.string())),
    fill: z.optional(z.record(z.string(), z.string())),
    copies: z.optional(z.record(z.string(), z.string())),
  }),
)

/** Parses `form.lookup`; codegen/check/references.ts checks the other table's fields once all tables are known. */
export function parseLookups(
  json: z.output<typeof lookupShape> | undefined,
  entity: Entity,
  sections: readonly FormSection[],
  issues: Issue[],
): Record<string, Lookup> {
  const inForm = sections.flatMap(({ fields }) => fields)
  const out: Record<string, Lookup> = {}
  for (const [name, { fields, projected = {}, fill = {}, copies = {} }] of Object.entries(json ?? {})) {
    const at = ['form', 'lookup', name]
    const relation = entity.relations[name]
    if (relation?.type !== 'one') {
      const ones = Object.values(entity.relations).flatMap((each) => (each.type === 'one' ? [each.name] : []))
      issues.push(issueAt(at, `no relation of one row "${name}"`, suggest(name, ones)))
      continue
    }
    if (!inForm.includes(relation.key)) issues.push(issueAt(at, `"${relation.key}", which names its row, is not in the form`))
    for (const [shown, added] of Object.entries(projected)) {
      const field = entity.fields[added]
      if (!fields.includes(shown))
        issues.push(issueAt([...at, 'projected', shown], `"${shown}" is not among the fields shown`, suggest(shown, fields)))
      if (!field || !inForm.includes(added))
        issues.push(issueAt([...at, 'projected', shown], `no such field of the form "${added}"`, suggest(added, inForm)))
      else if (kindOf(field).align !== 'right')
        issues.push(issueAt([...at, 'projected', shown], `"${added}" is no number that could be added`))
    }
    for (const [shown, filled] of Object.entries(fill)) {
      const path = [...at, 'fill', shown]
      if (!fields.includes(shown)) issues.push(issueAt(path, `"${shown}" is not among the fields shown`, suggest(shown, fields)))
      if (!inForm.includes(filled) || entity.fields[filled]?.readOnly)
        issues.push(issueAt(path, `no such field of the form "${filled}" that could be filled in`, suggest(filled, inForm)))
    }
    for (const [shown, taken] of Object.entries(copies)) {
      const path = [...at, 'copies', shown]
      const field = entity.fields[taken]
      if (!fields.includes(shown)) issues.push(issueAt(path, `"${shown}" is not among the fields shown`, suggest(shown, fields)))
      if (!inForm.includes(taken) || !field?.readOnly || !field.store)
        issues.push(issueAt(path, `no read-only field of the form "${taken}" that is kept`, suggest(taken, inForm)))
    }
    out[name] = { key: relation.key, table: relation.table, fields, projected, fill, copies, shown: {} }
  }
  return out
}
