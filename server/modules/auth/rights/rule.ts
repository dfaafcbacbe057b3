import { sql } from 'kysely'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Reader } from '../../../core/db/connect.ts'
import { Refused } from '../../../core/refuse.ts'
import { accessChanged } from '../../../core/session/access.ts'
import type { FieldMessage, SaveInput, ScopePurpose, ScreenHooks } from '../../../crud/domain.ts'
import { type Rule, readAuthority, readRules } from './authority.ts'
import { actingAuthority } from './guard.ts'
import { completeRule, componentHooks, isUnder, nextRule, requireNoChildren, validateFrame, validateRule } from './ruleTree.ts'

/** The rule of this very screen: who switches it off could not switch it on again. */
const keeper = 'auth/rule'

/** auth/rule: a rule's name is a right, so that only super administrators write here; others see the rules they hold. */
export const ruleHooks: ScreenHooks = {
  ...componentHooks('admin'),
  rowScope,
  validate: validate,
  async beforeSave({ values, before }) {
    completeRule(nextRule(before, values), values, null)
  },
  async afterSave({ trx }) {
    await accessChanged(trx, '*')
  },
  async beforeDelete({ ctx, trx, rows }) {
    await requireSuperActor(ctx, trx)
    const rules = await readRules(trx)
    if (rows.some((row) => keeps(rules, String(row.id)))) throw new Refused('authority.ruleKeeps')
    await requireNoChildren(trx, rows, { table: 'admin_rule', title: 'title', code: 'authority.ruleChildren' })
  },
  afterRestore: ({ trx }) => accessChanged(trx, '*'),
  async afterDelete({ trx }) {
    await accessChanged(trx, '*')
  },
}

async function rowScope(ctx: Context, purpose: ScopePurpose, db: Reader) {
  const actor = actorOf(ctx)
  if (actor.super) return null
  if (purpose === 'edit' || purpose === 'delete') return sql<boolean>`false`
  const { held } = await readAuthority(db, actor)
  return sql<boolean>`t.id = any(${[...held]}::int[])`
}

async function requireSuperActor(ctx: Context, trx: SaveInput['trx']): Promise<void> {
  const authority = await actingAuthority(ctx, trx)
  if (!authority.super) throw new Refused('authority.superOnly', {}, { envelope: 401 })
}

async function validate({ ctx, trx, before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  await requireSuperActor(ctx, trx)
  const rules = await readRules(trx)
  const next = nextRule(before, values)
  const id = before === null ? null : String(before.id)
  if (before !== null && id !== null && keeps(rules, id)) {
    const renamed = before.name === keeper && (next.name !== keeper || next.type !== 'menu')
    if (next.status === 0 || renamed) throw new Refused('authority.ruleKeeps')
  }
  return { ...validateRule(rules, next, id), ...(await validateFrame(trx, next)) }
}

/** Is this rule the keeper or one above it? */
function keeps(rules: ReadonlyMap<string, Rule>, id: string): boolean {
  const own = [...rules.values()].find((rule) => rule.name === keeper)
  return own !== undefined && isUnder(rules, own.id, id)
}
