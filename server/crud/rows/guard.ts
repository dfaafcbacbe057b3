import type { SqlBool } from 'kysely'
import type { Condition } from '../../../src/schemas/condition.ts'
import type { Field } from '../../../src/schemas/field.ts'
import type { Action } from '../../../src/schemas/language/action/action.ts'
import { isRowless } from '../../../src/schemas/language/action/builtInActions.ts'
import { conditionFields } from '../../../src/schemas/language/condition/condition.ts'
import { holds } from '../../../src/schemas/language/condition/predicate.ts'
import { conditionWords } from '../../../src/schemas/language/condition/wording.ts'
import { isKept } from '../../../src/schemas/language/entity/virtual/compute.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import { conditionSql } from '../../core/db/condition.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { Refused } from '../../core/refuse.ts'
import type { ActionInput, Row, RowAction, ScopePurpose } from '../domain.ts'
import type { ScreenAccess } from '../screen/access.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { conditionVocabulary, isSwitch, labelOf, valueText } from '../words.ts'
import { lockRows } from './key.ts'
import { changedSince } from './meanwhile.ts'
import { versionOf } from './version.ts'
import { addComputes, addLinks } from './virtual.ts'

export interface GuardInput {
  keys: readonly Key[]
  purpose: ScopePurpose
  /** The action whose `when` has to hold; absent: every row in scope may be written. */
  action?: Action | undefined
  forDelete?: boolean
}

/**
 * Locks rows for a write with the action's `when` in the same statement, so that nothing can change in between. Refuses when a row is
 * missing, out of scope, or in another state (described in words).
 */
export async function lockGuarded(screen: Screen, ctx: Context, trx: Writer, input: GuardInput): Promise<Row[]> {
  const { keys, action } = input
  const extra = action?.when ? { extra: whenSql(screen, ctx, action.when) } : {}
  const rows = await lockRows(screen, ctx, trx, { ...input, ...extra })
  if (rows.length < keys.length) await refuseMissing({ screen, ctx, db: trx }, input, rows)
  return rows
}

/** A condition of an action as the guard asks it: of the row `t`, by whom and when. */
export function whenSql(screen: Screen, ctx: Context, when: Condition): Sql<SqlBool> {
  const { entities } = ctx.schema
  const env = { selfId: actorOf(ctx).id, now: ctx.now, entityOf: (table: string) => entities.get(table) }
  return conditionSql(when, screen.entity, env)
}

/** So many rows of a bulk action are told one by one. */
const maxTold = 50

async function refuseMissing({ screen, ctx, db }: ScreenAccess<Writer>, input: GuardInput, rows: readonly Row[]): Promise<never> {
  const { keys, purpose, action } = input
  const there = action?.when ? await lockRows(screen, ctx, db, { keys, purpose }) : rows
  const keyName = screen.entity.key ?? 'id'
  const other = there.find((row) => !rows.some((each) => each[keyName] === row[keyName]))
  if (other && action?.when) {
    const [first = ''] = conditionFields(action.when)
    const field = screen.page.fields[first]
    // A number or a key is no state that could be named: what is asked for is said instead.
    const named = field && (Array.isArray(field.options) || isSwitch(field)) ? field : undefined
    const stateOf = (row: Row) => (named ? stateText(screen, ctx, named, row[first]) : '')
    const others = there.filter((row) => !rows.some((each) => each[keyName] === row[keyName])).slice(0, maxTold)
    const meanwhile = { field: first, rows: others.map((row) => ({ key: row[keyName] as Key, state: stateOf(row) })) }
    if (named) throw new Refused('crud.notInState', { state: stateOf(other) }, { type: 'conflict', meanwhile })
    const what = conditionWords(action.when, conditionVocabulary(ctx, screen.page))
    throw new Refused('crud.onlyWhen', { what }, { type: 'conflict', meanwhile })
  }
  if (input.forDelete) throw new Refused(there.length === 0 ? 'crud.noneDeleted' : 'crud.someNotFound')
  throw new Refused(keys.length > 1 ? 'crud.someNotFound' : 'crud.notFound')
}

/** A state in words: of a switch, whose sides say little alone, with what it switches. */
function stateText({ page }: Screen, ctx: Context, field: Field, value: unknown): string {
  const text = valueText(ctx, page, field, value)
  return isSwitch(field) ? `${labelOf(ctx, { page, prefix: 'fields' }, field.name)}: ${text}` : text
}

/** Refuses when somebody changed the record since the `_version` of the request was read. Fills in what is kept beside the row. */
export async function requireVersion(access: ScreenAccess<Writer>, row: Row, version: unknown): Promise<void> {
  await addKept(access, row)
  if (version !== undefined && version !== versionOf(access.screen, row)) throw changedSince(access.screen, row, version)
}

/** Fills in the lists linked to the row, and what hooks keep. */
export async function addKept(access: ScreenAccess<Writer>, row: Row): Promise<void> {
  const { screen, db } = access
  for (const field of screen.links) await addLinks(screen, db, [row], field)
  await addComputes(access, [row], screen.allVirtual.filter(isKept))
}

/** The rules of the page's `refuse`, in order; the first denial is reported in the page's words. */
export async function refuseByRule(own: RowAction | undefined, input: ActionInput): Promise<void> {
  const { ctx, action, page } = input
  for (const rule of action.refuse) {
    if (!(await own?.refuse?.[rule]?.(input))) continue
    throw new Refused('crud.refused', { why: ruleText(ctx, page, action, rule) }, { type: 'conflict' })
  }
}

/**
 * What the rules of a page's actions would refuse to do with a record, asked before anybody tries: action → why. Only of actions that the
 * person may take and whose `when` holds: of all others the page knows by itself that they are not possible.
 */
export async function refusedActions(screen: Screen, ctx: Context, row: Row): Promise<Record<string, string>> {
  const { page } = screen
  const [actor, env] = [actorOf(ctx), { values: row, selfId: actorOf(ctx).id, now: ctx.now }]
  const possible = Object.values(page.actions).filter(
    ({ name, node, refuse, when }) =>
      refuse.length > 0 && !isRowless(page, name) && can(actor, `${page.id}/${node}`) && (!when || holds(when, env)),
  )
  const told: Record<string, string> = {}
  if (possible.length === 0) return told
  await ctx.read.transaction().execute(async (trx) => {
    for (const action of possible) {
      const rules = screen.rowActions[`${page.id}.${action.call}`]?.refuse
      for (const rule of action.refuse) {
        if (!(await rules?.[rule]?.({ ctx, trx, page, action, row, values: {} }))) continue
        told[action.name] = ruleText(ctx, page, action, rule)
        break
      }
    }
  })
  return told
}

function ruleText(ctx: Context, page: Page, action: Action, rule: string): string {
  return ctx.schema.words.text(ctx.lang, page.id, `actions.${action.name}.refuse.${rule}`)
}
