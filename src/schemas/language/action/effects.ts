import * as z from 'zod/mini'
import type { Field } from '../../field.ts'
import type { Entity } from '../entity/entity.ts'
import type { NeededWord } from '../fieldWords.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Path } from '../place.ts'
import { type ActionBase, type ActionPage, type ActionPlace, askingKeys, buttonKeys, formKeys, nextKeys } from './base.ts'

/**
 * A value that an effect writes: itself (as the wire has it), the time of the action, a field of the row as it was before the action, a
 * field of the action's form (with `perRow` also of its line), or who did it.
 */
export type EffectValue =
  | string
  | number
  | null
  | { now: true }
  | { row: string }
  | { form: string }
  | { actor: (typeof actorParts)[number] }

/** What can be written of the person who acts: the key, or the name people know them by. */
export const actorParts = ['id', 'name'] as const

/** A row that the action adds to another table: of a relation of many (its foreign key is filled in), or of a table by name. */
export interface LogEffect {
  relation?: string
  table?: string
  values: Readonly<Record<string, EffectValue>>
}

/** A notice to everybody with a node, of the groups named if there are any; its text is the word `actions.<name>.notify`. */
export interface NotifyEffect {
  /** Full path, `auth/group/index`. */
  node: string
  /** Names of groups of administrators, in any case. */
  groups: readonly string[]
}

/** Placeholder of a notification for the actor. */
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
const valuesShape = z.record(z.string(), valueShape)
const logShape = z.strictObject({
  relation: z.optional(z.string()),
  table: z.optional(z.string()),
  values: z.optional(valuesShape),
})
const notifyShape = z.strictObject({ node: z.optional(z.string()), groups: z.optional(z.array(z.string())) })

/** Keys of actions that say as data what they write. */
const effectKeys = {
  set: z.optional(valuesShape),
  log: z.optional(logShape),
  notify: z.optional(notifyShape),
}
const effectsShape = z.object(effectKeys)

/** Keys of every action that writes. */
export const writingKeys = { ...buttonKeys, ...askingKeys, ...formKeys, ...effectKeys, ...nextKeys }

/** What an action writes as data, in one transaction. */
export interface Effects {
  /** Columns set by the server in the same guarded write. Null: a server action does it. */
  set: Readonly<Record<string, EffectValue>> | null
  /** A row it leaves in another table. */
  log: LogEffect | null
  /** Its recipients. */
  notify: NotifyEffect | null
}

/** An action with such effects; `perRow` names the subtable of its form that has a line for each row. */
export type EffectsOf = Pick<ActionBase, 'name' | 'fields'> & Effects & { perRow?: string }

/** The effects as written, with what they leave out. */
export function parseEffects(
  read: z.output<typeof effectsShape>,
  { at, fields, issues, pageId }: Pick<ActionPlace, 'at' | 'fields' | 'issues' | 'pageId'>,
): Effects {
  for (const column of Object.keys(read.set ?? {})) {
    if (!fields[column]?.store)
      issues.push(issueAt([...at, 'set', column], 'no such stored field', suggest(column, Object.keys(fields))))
  }
  return {
    set: read.set ?? null,
    log: read.log ? { ...read.log, values: read.log.values ?? {} } : null,
    notify: read.notify ? { node: read.notify.node ?? `${pageId}/index`, groups: read.notify.groups ?? [] } : null,
  }
}

/** The keys of effects, all of which are about a row. */
export function effectsOfRow({ set, log, notify }: Effects): string[] {
  return [...(set ? ['set'] : []), ...(log ? ['log'] : []), ...(notify ? ['notify'] : [])]
}

/** The words in which a notice is written. */
export function effectWords({ name, notify }: EffectsOf, at: Path): NeededWord[] {
  return notify ? [{ key: `actions.${name}.notify`, path: [...at, 'notify'] }] : []
}

/** Where the values of effects come from is there, and may be taken from there; where a log leads to. What is in that table the checker proves. */
export function checkEffects(
  actions: readonly EffectsOf[],
  { fields, entity }: Pick<ActionPage<ActionBase>, 'fields' | 'entity'>,
  issues: Issue[],
): void {
  for (const action of actions) {
    const at = ['actions', action.name]
    const sources = { form: formFields(action), row: rowFields(fields) }
    checkValues(action.set ?? {}, sources, [...at, 'set'], issues)
    if (action.notify && entity.owner)
      issues.push(issueAt([...at, 'notify'], 'who may meet a row with an owner is not known by node', 'remove it'))
    const { log } = action
    if (!log) continue
    const place = [...at, 'log']
    checkValues(log.values, sources, [...place, 'values'], issues)
    if ((log.relation === undefined) === (log.table === undefined))
      issues.push(issueAt(place, 'a log needs either "relation" or "table"'))
    const many = Object.values(entity.relations).flatMap((each) => (each.type === 'many' ? [each.name] : []))
    if (log.relation !== undefined && !many.includes(log.relation))
      issues.push(issueAt([...place, 'relation'], `no such relation of many "${log.relation}"`, suggest(log.relation, many)))
  }
}

type Sources = Readonly<Record<'form' | 'row', Readonly<Record<string, Field>>>>

function checkValues(values: LogEffect['values'], sources: Sources, path: Path, issues: Issue[]): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || typeof value !== 'object') continue
    const inForm = 'form' in value
    if (!inForm && !('row' in value)) continue
    const known = sources[inForm ? 'form' : 'row']
    const from = inForm ? value.form : value.row
    const at = [...path, name, inForm ? 'form' : 'row']
    if (!known[from])
      issues.push(issueAt(at, `no such ${inForm ? 'input' : 'stored field'} "${from}"`, suggest(from, Object.keys(known))))
    else if (known[from].secret || known[from].mask) issues.push(issueAt(at, `"${from}" is not everybody's to read`))
  }
}

/** What an effect can take from a form: its inputs, with `perRow` those of the line before them. */
export function formFields({ fields, perRow = '' }: Pick<EffectsOf, 'fields' | 'perRow'>): Readonly<Record<string, Field>> {
  const line = fields[perRow]?.fields ?? {}
  return { ...Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.fields)), ...line }
}

/** What an effect can take from the row. */
export function rowFields(fields: Readonly<Record<string, Field>>): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field.store && !field.virtual && !field.link))
}

/** The table that a log goes to, and the column in which it names the row; undefined where the page does not know them. */
export function logTarget(
  { relations }: Pick<Entity, 'relations'>,
  log: LogEffect,
): { table: string; foreignKey?: string } | undefined {
  if (log.table !== undefined) return { table: log.table }
  const relation = relations[log.relation ?? '']
  return relation?.type === 'many' ? { table: relation.table, foreignKey: relation.foreignKey } : undefined
}
