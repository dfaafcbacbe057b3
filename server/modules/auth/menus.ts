import { sql } from 'kysely'
import { buildAdminIcon } from '../../../src/schemas/buildadmin/icons.ts'
import type { Area } from '../../../src/schemas/language/area/area.ts'
import type { MenuRule } from '../../../src/schemas/language/menu/menu.ts'
import type { Actor, Context, Lang } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import type { AdminRuleSeedRow } from '../../core/rows.generated.ts'
import { type ComponentForm, deliveredComponent, pageOfComponent } from './component.ts'
import { enabledRules, type RuleRow } from './enabledRules.ts'

/** What reading menus takes of a request. */
type MenuContext = Pick<Context, 'read' | 'lang' | 'schema'>

/**
 * The enabled menu rules that an administrator's groups hold, as a tree (protocol 2.2): by weight, then by id; orphans and entries of modules
 * that are off are left out.
 */
export async function menusOf(ctx: MenuContext, actor: Actor, form: ComponentForm): Promise<MenuRule[]> {
  const rows = await enabledRules(ctx.read, actor.super ? 'all' : actor.groups)
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
  const off = lacking.length > 0 ? await ofMissingScreens(ctx.read, { area, lacking, named }) : new Set<RuleRow>()
  let left = rows.filter((row) => !off.has(row))
  for (let before = rows.length; left.length < before; ) {
    before = left.length
    const parents = new Set(left.map(({ pid }) => pid))
    const had = new Set(rows.map(({ pid }) => pid))
    left = left.filter(({ id, type }) => type !== 'menu_dir' || parents.has(id) || !had.has(id))
  }
  return left
}

/**
 * Those of the entries without a page that a menu file brought and names no more, and those that people made of a page a menu named once. An
 * entry that people made for another view, which only BuildAdmin's client has, is none of them.
 */
async function ofMissingScreens(db: Reader, { area, lacking, named }: Lacking): Promise<Set<RuleRow>> {
  const { rows } = await sql<Pick<AdminRuleSeedRow, 'rule_id' | 'name'> & { component: string | null }>`
    SELECT rule_id, name, seeded->>'component' AS component FROM ${sql.table(`${area}_rule_seed`)}`.execute(db)
  const isGone = ({ name }: { name: string }) => !named.has(name.toLowerCase())
  const seeds = new Map(rows.map((seed) => [seed.rule_id, seed]))
  const gone = new Set(rows.filter(isGone).flatMap(({ component }) => component ?? []))
  return new Set(
    lacking.filter(({ id, component }) => {
      const seed = seeds.get(id)
      return seed ? isGone(seed) : gone.has(pageOfComponent(component ?? ''))
    }),
  )
}

interface Lacking {
  area: Area
  /** Entries of screens whose page is not there. */
  lacking: readonly RuleRow[]
  /** What the menu files name, in lower case. */
  named: ReadonlySet<string>
}

/** The rules as a tree, in the language of the person; orphans are left out. */
function treeOf(rows: readonly RuleRow[], lang: Lang, component: (name: string) => string, foreign: boolean): MenuRule[] {
  const byParent = new Map<number, RuleRow[]>()
  for (const row of rows) {
    const siblings = byParent.get(row.pid)
    if (siblings) siblings.push(row)
    else byParent.set(row.pid, [row])
  }
  const below = (pid: number, depth: number): MenuRule[] =>
    (depth > 20 ? [] : (byParent.get(pid) ?? [])).map((row) => {
      const rule = delivered(row, lang, component, foreign)
      const children = below(row.id, depth + 1)
      if (children.length > 0) rule.children = children
      return rule
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
    SELECT id, pid, type, title, title_en, name, path, icon, menu_type, url, component, 1 AS keepalive, extend, no_login_valid
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

function delivered(row: RuleRow, lang: Lang, component: (name: string) => string, foreign: boolean): MenuRule {
  const { id, pid, type, title, title_en, name, path, icon, menu_type, url, keepalive, extend, no_login_valid } = row
  const rule: MenuRule = {
    id,
    pid,
    type,
    title: lang === 'en' && title_en ? title_en : title,
    name,
    path,
    icon: foreign ? buildAdminIcon(icon) : icon,
    menu_type: menu_type || null,
    url: url ?? '',
    component: component(row.component ?? ''),
    extend,
    keepalive: keepalive === 1 ? name : 0,
  }
  if (no_login_valid !== undefined) rule.no_login_valid = no_login_valid
  return rule
}
