import { type Kysely, sql } from 'kysely'
import type { MenuRule } from '../../../src/schemas/language/menu/menu.ts'
import type { Context, Lang } from '../../core/context.ts'
import type { Db } from '../../core/db/connect.ts'
import type { AdminGroupRow } from '../../core/rows.generated.ts'
import { pageOfComponent } from '../auth/component.ts'
import { menusOf } from '../auth/menus.ts'
import type { Subject } from './subject.ts'

export interface RuleFacts {
  id: number
  pid: number
  type: string
  title: string
  name: string
  /** The screen a rule of type menu opens; '' for links, frames, directories and buttons. */
  page: string
  enabled: boolean
}

export interface GroupFacts {
  id: number
  name: string
  rules: ReadonlySet<string>
  enabled: boolean
}

/** Input of all reasons: all rules in menu order and all groups, enabled or not. */
export interface World {
  rules: ReadonlyMap<number, RuleFacts>
  /** By name in lower case; several rules may have one name. */
  named: ReadonlyMap<string, readonly RuleFacts[]>
  groups: ReadonlyMap<number, GroupFacts>
}

/** Reads the rules and groups as they are. */
export async function readWorld(db: Kysely<Db>, lang: Lang): Promise<World> {
  const rules = await sql<Omit<RuleFacts, 'page' | 'enabled'> & { title_en: string; component: string | null; status: number }>`
    SELECT id, pid, type, title, title_en, name, component, status FROM admin_rule ORDER BY weigh DESC, id ASC`.execute(db)
  const groups = await sql<Pick<AdminGroupRow, 'id' | 'name' | 'rules' | 'status'>>`
    SELECT id, name, rules, status FROM admin_group`.execute(db)
  const facts = rules.rows.map(({ title_en, component, status, ...rule }) => ({
    ...rule,
    title: lang === 'en' && title_en ? title_en : rule.title,
    page: pageOfComponent(component ?? ''),
    enabled: status === 1,
  }))
  const named = new Map<string, RuleFacts[]>()
  for (const rule of facts) {
    const name = rule.name.toLowerCase()
    if (name !== '') named.set(name, [...(named.get(name) ?? []), rule])
  }
  return {
    rules: new Map(facts.map((rule) => [rule.id, rule])),
    named,
    groups: new Map(
      groups.rows.map(({ id, name, rules: held, status }) => [id, { id, name, rules: new Set(held), enabled: status === 1 }]),
    ),
  }
}

/** Ids of the rules that are delivered to somebody: what their browser builds menus, screens and buttons of. */
export async function deliveredTo(ctx: Context, subject: Subject): Promise<ReadonlySet<number>> {
  if (!subject.actor) return new Set()
  const ids = new Set<number>()
  const take = (rules: readonly MenuRule[]) => {
    for (const rule of rules) {
      ids.add(rule.id)
      take(rule.children ?? [])
    }
  }
  take(await menusOf(ctx, subject.actor, 'page'))
  return ids
}
