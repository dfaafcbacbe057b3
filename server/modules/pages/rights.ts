import type { PageHashes } from '../../../src/schemas/api/pages.ts'
import type { Area } from '../../../src/schemas/language/area/area.ts'
import type { MenuRule } from '../../../src/schemas/language/menu/menu.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Actor, Context } from '../../core/context.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { pageOfComponent } from '../auth/component.ts'
import { memberRulesOf, menusOf } from '../auth/menus.ts'
import { deliveredFile } from './files.ts'

/** May the caller have the file of this page? Who holds a node of it may, and whose menu leads to it. */
export async function mayHave(ctx: Context, page: Page): Promise<boolean> {
  if (page.area !== areaOf(ctx)) return false
  const { actor } = ctx
  if (actor?.closed) return false
  return (actor !== null && holdsNodeOf(actor, page)) || pagesOfRules(await rulesOf(ctx)).has(page.id)
}

/** Hashes of the pages that the caller may have, whose menu these rules are. */
export function hashesFor({ actor, schema, lang, ...ctx }: Context, rules: readonly MenuRule[]): PageHashes {
  const inMenu = pagesOfRules(rules)
  const area = areaOf(ctx)
  const isOpen = (page: Page) =>
    page.area === area && (inMenu.has(page.id) || (actor !== null && !actor.closed && holdsNodeOf(actor, page)))
  const open = [...schema.pages.values()].filter(isOpen)
  return Object.fromEntries(open.map(({ id }) => [id, deliveredFile(schema, id, lang)?.hash ?? '']))
}

const areaOf = ({ handler }: Pick<Context, 'handler'>): Area => (handler.app === 'api' ? 'user' : 'admin')

/** Nodes of a page are its id and `<id>/<name>`; those of `shop/order/order` are none of `shop/order`. */
function holdsNodeOf({ super: all, nodes }: Actor, { id }: Page): boolean {
  const own = id.toLowerCase()
  if (all || nodes.has(own)) return true
  for (const node of nodes)
    if (node.length > own.length && node.lastIndexOf('/') === own.length && node.startsWith(own)) return true
  return false
}

/** The menu of the caller; of a guest, what members' pages show to everybody. */
async function rulesOf(ctx: Context): Promise<readonly MenuRule[]> {
  const { actor } = ctx
  if (areaOf(ctx) === 'admin') return actor ? menusOf(ctx, actor, 'page') : []
  const isOpen = (await readSiteConfig(ctx.read)).open_member_center === '1'
  const { rules, menus } = await memberRulesOf(ctx, isOpen ? actor : null, 'page')
  return [...rules, ...menus]
}

/** Ids of the pages that a menu leads to. */
function pagesOfRules(rules: readonly MenuRule[]): Set<string> {
  const found = new Set<string>()
  const walk = (all: readonly MenuRule[]) => {
    for (const { component, children } of all) {
      if (component) found.add(pageOfComponent(component))
      walk(children ?? [])
    }
  }
  walk(rules)
  return found
}
