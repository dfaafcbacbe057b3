import * as z from 'zod/mini'
import type { Field } from '../../field.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Action, Page } from '../page.ts'

/**
 * A value that an effect writes: itself (as the wire has it), the time of the action, a field of the row as it was before the action, a
 * field of the action's form (with `each` also of its line), or who did it.
 */
export type EffectValue =
  | string
  | number
  | null
  | { now: true }
  | { row: string }
  | { form: string }
  | { actor: (typeof actorParts)[number] }

/** What of whoever acts can be written: the key, or the name people know them by. */
export const actorParts = ['id', 'name'] as const

/** A row that the action leaves in another table: of a relation of many (its foreign key is filled in), or of a table by name. */
export interface LogEffect {
  relation?: string
  table?: string
  values: Readonly<Record<string, EffectValue>>
}

/** A notice to whoever holds a node, of the groups named if there are any; its text is the word `actions.<name>.notify`. */
export interface NotifyEffect {
  /** Full path, `auth/group/index`. */
  node: string
  /** Names of groups of administrators, in any case. */
  groups: readonly string[]
}

/** Placeholder of a notice that stands for whoever acted. */
export const actorPlaceholder = 'actor'

const valueShape = z.union([
  z.string(),
  z.number(),
  z.null(),
  z.strictObject({ now: z.literal(true) }),
  z.strictObject({ row: z.string() }),
  z.strictObject({ form: z.string() }),
  z.strictObject({ actor: z.enum(actorParts) }),
])
export const valuesShape = z.record(z.string(), valueShape)
export const logShape = z.strictObject({
  relation: z.optional(z.string()),
  table: z.optional(z.string()),
  values: z.optional(valuesShape),
})
export const notifyShape = z.strictObject({ node: z.optional(z.string()), groups: z.optional(z.array(z.string())) })

/** `log` and `notify` of an action as written, with what they leave out. */
export function parseEffects(
  read: { log?: z.infer<typeof logShape>; notify?: z.infer<typeof notifyShape> },
  pageNode: string,
): Pick<Action, 'log' | 'notify'> {
  return {
    log: read.log ? { ...read.log, values: read.log.values ?? {} } : null,
    notify: read.notify ? { node: read.notify.node ?? pageNode, groups: read.notify.groups ?? [] } : null,
  }
}

/** Where the values of effects come from is there, and may be taken from there; where a log leads to. What is in that table the checker proves. */
export function checkEffects({ actions, fields, entity }: Pick<Page, 'actions' | 'fields' | 'entity'>, issues: Issue[]): void {
  for (const action of Object.values(actions)) {
    const at = ['actions', action.name]
    checkValues(action, fields, action.set ?? {}, [...at, 'set'], issues)
    if (action.notify && entity.owner)
      issues.push(issueAt([...at, 'notify'], 'who may meet a row with an owner is not known by node', 'remove it'))
    const { log } = action
    if (!log) continue
    const place = [...at, 'log']
    checkValues(action, fields, log.values, [...place, 'values'], issues)
    if ((log.relation === undefined) === (log.table === undefined))
      issues.push(issueAt(place, 'a log needs either "relation" or "table"'))
    const many = Object.values(entity.relations).flatMap((each) => (each.type === 'many' ? [each.name] : []))
    if (log.relation !== undefined && !many.includes(log.relation))
      issues.push(issueAt([...place, 'relation'], `no such relation of many "${log.relation}"`, suggest(log.relation, many)))
  }
}

function checkValues(
  action: Action,
  fields: Page['fields'],
  values: LogEffect['values'],
  path: readonly (string | number)[],
  issues: Issue[],
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || typeof value !== 'object') continue
    const inForm = 'form' in value
    if (!inForm && !('row' in value)) continue
    const known = inForm ? formFields(action) : rowFields(fields)
    const from = inForm ? value.form : value.row
    const at = [...path, name, inForm ? 'form' : 'row']
    if (!known[from])
      issues.push(issueAt(at, `no such ${inForm ? 'input' : 'stored field'} "${from}"`, suggest(from, Object.keys(known))))
    else if (known[from].secret || known[from].mask) issues.push(issueAt(at, `"${from}" is not everybody's to read`))
  }
}

/** What an effect can take from a form: its inputs, with `each` those of the line before them. */
export function formFields(action: Pick<Action, 'fields' | 'perRow'>): Readonly<Record<string, Field>> {
  const line = action.fields[action.perRow ?? '']?.fields ?? {}
  return { ...Object.fromEntries(Object.entries(action.fields).filter(([, field]) => !field.fields)), ...line }
}

/** What an effect can take from the row. */
export function rowFields(fields: Page['fields']): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field.store && !field.virtual && !field.link))
}

/** The table that a log goes to, and the column in which it names the row; undefined where the page does not know them. */
export function logTarget({ relations }: Page['entity'], log: LogEffect): { table: string; foreignKey?: string } | undefined {
  if (log.table !== undefined) return { table: log.table }
  const relation = relations[log.relation ?? '']
  return relation?.type === 'many' ? { table: relation.table, foreignKey: relation.foreignKey } : undefined
}
