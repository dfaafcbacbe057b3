import { type Kysely, sql } from 'kysely'
import { buildAdminIcon } from '../../src/schemas/icons.ts'
import type { MenuRule } from '../../src/schemas/language/menu.ts'
import type { Actor, Lang } from '../app/context.ts'
import type { Db } from '../db/connect.ts'
import { deliveredComponent } from './component.ts'

type RuleRow = Omit<MenuRule, 'keepalive' | 'children' | 'menu_type'> & {
  title_en: string
  keepalive: number
  menu_type: MenuRule['menu_type'] | ''
}

/** The enabled menu rules that an administrator's groups hold, as a tree (protocol 2.2): by weight, then by id; orphans are left out. */
export async function menusOf(db: Kysely<Db>, actor: Actor, lang: Lang, form: 'page' | 'buildadmin'): Promise<MenuRule[]> {
  const held = actor.super
    ? sql`true`
    : sql`id::text IN (SELECT unnest(rules) FROM admin_group WHERE id = ANY(${actor.groups}::int[]) AND status = 1)`
  const { rows } = await sql<RuleRow>`
    SELECT id, pid, type, title, title_en, name, path, icon, menu_type, url, component, keepalive, extend
    FROM admin_rule WHERE status = 1 AND ${held} ORDER BY weigh DESC, id ASC`.execute(db)
  const byParent = new Map<number, RuleRow[]>()
  for (const row of rows) byParent.set(row.pid, [...(byParent.get(row.pid) ?? []), row])
  const below = (pid: number, depth: number): MenuRule[] =>
    (depth > 20 ? [] : (byParent.get(pid) ?? [])).map((row) => {
      const children = below(row.id, depth + 1)
      return { ...delivered(row, lang, form), ...(children.length > 0 ? { children } : {}) }
    })
  return below(0, 1)
}

function delivered({ title_en, keepalive, ...row }: RuleRow, lang: Lang, form: 'page' | 'buildadmin'): MenuRule {
  return {
    ...row,
    title: lang === 'en' && title_en ? title_en : row.title,
    menu_type: row.menu_type || null,
    icon: form === 'buildadmin' ? buildAdminIcon(row.icon) : row.icon,
    url: row.url ?? '',
    component: deliveredComponent(row.component ?? '', form),
    keepalive: keepalive === 1 ? row.name : 0,
  }
}
