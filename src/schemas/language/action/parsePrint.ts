import * as z from 'zod/mini'
import type { Entity } from '../entity/entity.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { fieldAt, manyRelations } from '../list/parseTable.ts'
import type { Action, Print, PrintSection } from '../page.ts'

type Path = readonly (string | number)[]

const strings = z.array(z.string())
const section = z.strictObject({
  name: z.string(),
  fields: z.optional(strings),
  relation: z.optional(z.string()),
  columns: z.optional(strings),
  sum: z.optional(strings),
})
/** The shape of what an action prints. */
export const printShape = z.strictObject({
  together: z.optional(z.boolean()),
  sections: z.array(section).check(z.minLength(1)),
})

/** The actions with what they print, over the table of the page. An action that prints does nothing else. */
export function withPrints(
  actions: Readonly<Record<string, Action>>,
  json: Readonly<Record<string, unknown>>,
  entity: Entity,
  issues: Issue[],
): Record<string, Action> {
  return Object.fromEntries(
    Object.entries(actions).map(([name, action]) => {
      const own = (json[name] ?? {}) as { print?: z.output<typeof printShape> }
      if (!own.print || action.builtIn) return [name, action]
      for (const key of ['set', 'fields', 'refuse', 'answer', 'perRow', 'confirm'] as const)
        if (Object.hasOwn(own, key)) issues.push(issueAt(['actions', name, key], `"${name}" only prints`, 'remove it'))
      return [name, { ...action, print: parsePrint(own.print, entity, ['actions', name, 'print'], issues) }]
    }),
  )
}

function parsePrint(json: z.output<typeof printShape>, entity: Entity, path: Path, issues: Issue[]): Print {
  const sections = json.sections.map((part, i): PrintSection => {
    const at: Path = [...path, 'sections', i]
    const { name, relation, columns = [], sum = [] } = part
    if (relation === undefined) {
      for (const [j, field] of (part.fields ?? []).entries()) fieldAt(field, entity, [...at, 'fields', j], issues)
      return { name, as: 'fields', fields: part.fields ?? [] }
    }
    const many = manyRelations(entity)
    if (!many.includes(relation))
      issues.push(issueAt([...at, 'relation'], `no relation of many rows "${relation}"`, suggest(relation, many)))
    for (const [j, field] of sum.entries())
      if (!columns.includes(field))
        issues.push(issueAt([...at, 'sum', j], `"${field}" is no column of it`, suggest(field, columns)))
    return { name, as: 'table', relation, fields: columns, sum }
  })
  return { together: json.together ?? false, sections }
}
