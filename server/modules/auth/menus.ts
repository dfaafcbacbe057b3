import { sql } from 'kysely'
import { buildAdminIcon } from '../../../src/schemas/buildadmin/icons.ts'
import type { Area } from '../../../src/schemas/language/area/area.ts'
import type { MenuRule } from '../../../src/schemas/language/menu/menu.ts'
import type { Actor, Context, Lang } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { type ComponentForm, deliveredComponent, pageOfComponent } from './component.ts'

type RuleRow = Omit<MenuRule, 'keepalive' | 'children' | 'menu_type'> & {
  title_en: string
  keepalive: number
  menu_type: MenuRule['menu_type'] | ''
  /** The name under which a menu file brought it. */
  seed: string | null
}

/** What reading menus takes of a request. */
type MenuContext = Pick<Context, 'read' | 'lang' | 'schema'>

/**
 * The enabled menu rules that an administrator's groups hold, as a tree (protocol 2.2): by weight, then by id; orphans and entries of modules
 * that are off are left out.
 */
export async function menusOf(ctx: MenuContext, actor: Actor, form: ComponentForm): Promise<MenuRule[]> {
  const held = actor.super
    ? sql`true`
    : sql`id::text IN (SELECT unnest(rules) FROM admin_group WHERE id = ANY(${actor.groups}::int[]) AND status = 1)`
  const { rows } = await sql<RuleRow>`
    SELECT id, pid, type, title, title_en, name, path, icon, menu_type, url, component, keepalive, extend,
      (SELECT name FROM admin_rule_seed WHERE rule_id = admin_rule.id) AS seed
    FROM admin_rule WHERE status = 1 AND ${held} ORDER BY weigh DESC, id ASC`.execute(ctx.read)
  return treeOf(
    await ofScreensThatAreThere(rows, ctx, 'admin'),
    ctx.lang,
    (component) => deliveredComponent(component, form),
    form === 'buildadmin',
  )
}

/**
 * Leaves out entries of screens that are gone, of a module that is off or a workspace without them: no menu file names them any more, and their
 * pages are missing. Folders that held nothing else go with them. The rules stay: with the screens they are back.
 */
async function ofScreensThatAreThere(rows: readonly RuleRow[], ctx: MenuContext, area: Area): Promise<RuleRow[]> {
  const { menus, pages } = ctx.schema
  const named = new Set(menus[area].map(({ name }) => name.toLowerCase()))
  const lacking = rows.filter(
    ({ menu_type, component }) => menu_type === 'tab' && component && !pages.has(pageOfComponent(component)),
  )
  const made = lacking.some(({ seed }) => seed === null)
  const gone = made ? await pagesGone(ctx.read, area, named) : new Set<string>()
  const off = new Set(
    lacking.filter(({ seed, component }) =>
      seed === null ? gone.has(pageOfComponent(component ?? '')) : !named.has(seed.toLowerCase()),
    ),
  )
  let left = rows.filter((row) => !off.has(row))
  for (let before = rows.length; left.length < before; ) {
    before = left.length
    const parents = new Set(left.map(({ pid }) => pid))
    const had = new Set(rows.map(({ pid }) => pid))
    left = left.filter(({ id, type }) => type !== 'menu_dir' || parents.has(id) || !had.has(id))
  }
  return left
}

/** Pages that a menu named once. An entry that people made for another view, which only BuildAdmin's client has, is none of them. */
async function pagesGone(db: Reader, area: Area, named: ReadonlySet<string>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string; component: string | null }>`
    SELECT name, seeded->>'component' AS component FROM ${sql.table(`${area}_rule_seed`)}`.execute(db)
  return new Set(rows.flatMap(({ name, component }) => (component && !named.has(name.toLowerCase()) ? component : [])))
}

/** The rules as a tree, in the language of the person; orphans are left out. */
function treeOf(rows: readonly RuleRow[], lang: Lang, component: (name: string) => string, foreign: boolean): MenuRule[] {
  const byParent = new Map<number, RuleRow[]>()
  for (const row of rows) byParent.set(row.pid, [...(byParent.get(row.pid) ?? []), row])
  const below = (pid: number, depth: number): MenuRule[] =>
    (depth > 20 ? [] : (byParent.get(pid) ?? [])).map((row) => {
      const children = below(row.id, depth + 1)
      return { ...delivered(row, lang, component, foreign), ...(children.length > 0 ? { children } : {}) }
    })
  return below(0, 1)
}

/** What the member centre shows to a member, or to a guest (null): its menu, and whatever else there is (protocol 1.4). */
export async function memberRulesOf(
  ctx: MenuContext,
  actor: Actor | null,
  form: ComponentForm,
): Promise<{ rules: MenuRule[]; menus: MenuRule[] }> {
  const { rows } = await sql<RuleRow>`
    SELECT id, pid, type, title, title_en, name, path, icon, menu_type, url, component, 1 AS keepalive, extend, no_login_valid,
      (SELECT name FROM user_rule_seed WHERE rule_id = user_rule.id) AS seed
    FROM user_rule WHERE status = 1 ORDER BY weigh DESC, id ASC`.execute(ctx.read)
  const open = ['route', 'nav', 'button']
  const held = (await ofScreensThatAreThere(rows, ctx, 'user')).filter((row) =>
    actor ? actor.nodes.has(row.name.toLowerCase()) : row.no_login_valid === 1 && open.includes(row.type),
  )
  const all = treeOf(held, ctx.lang, (component) => deliveredComponent(component, form, 'user'), form === 'buildadmin')
  if (!actor) return { rules: all, menus: [] }
  const inMenu = ({ type }: MenuRule) => type === 'menu_dir' || type === 'menu'
  return { rules: all.filter((rule) => !inMenu(rule)), menus: all.filter(({ type }) => type === 'menu_dir') }
}

function delivered(
  { title_en, keepalive, seed: _, ...row }: RuleRow,
  lang: Lang,
  component: (name: string) => string,
  foreign: boolean,
): MenuRule {
  return {
    ...row,
    title: lang === 'en' && title_en ? title_en : row.title,
    menu_type: row.menu_type || null,
    icon: foreign ? buildAdminIcon(row.icon) : row.icon,
    url: row.url ?? '',
    component: component(row.component ?? ''),
    keepalive: keepalive === 1 ? row.name : 0,
  }
}
