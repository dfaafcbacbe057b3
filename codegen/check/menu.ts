import { actionsOf } from '../../src/schemas/language/action/actionOf.ts'
import type { MenuSeed } from '../../src/schemas/language/menu/menu.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Rule } from './check.ts'

/** Is the rule of this name, or one above it, switched off? Then no role can be given anything below it. */
export function waits(name: string, rules: readonly MenuSeed[]): boolean {
  const byName = new Map(rules.map((rule) => [rule.name, rule]))
  const seen = new Set<MenuSeed>() // rules that stand in a circle are reported by the parser
  for (let rule = byName.get(name); rule && !seen.has(rule); rule = byName.get(rule.parent ?? '')) {
    if (rule.status === 0) return true
    seen.add(rule)
  }
  return false
}

/** Every action of a page can be held by a role, and can be reached by who holds it. */
export const reachable: Rule = {
  name: 'reachable',
  why: 'nobody could ever use it',
  needs: ['table', 'form', 'actions', 'menu'],
  page: (page, report, known) => {
    const rules = known.schema.menus[page.area]
    const rule = rules.find((each) => each.name === page.id)
    if (!rule) return
    if (waits(page.id, rules))
      report(
        [],
        `the menu rule "${page.id}", or one above it, is switched off: no role can hold its nodes`,
        'remove "status": 0 from that rule in its menu',
      )
    if (!(rule.buttons ?? []).includes('index'))
      report([], `the menu rule "${page.id}" has no button "index", so nobody can open the page`, 'add "index" to its "buttons"')
    for (const name of unplaced(page))
      report(['actions', name], `no place of the page offers the action "${name}"`, 'name it in "row", "bulk" or "toolbar"')
  },
}

/** Only lists have places: what another kind of page can do, it offers by itself. */
function unplaced(page: Page): string[] {
  const { kind, actions, table, form } = page
  if (kind !== 'crud') return []
  const previews = actionsOf(page, 'run').flatMap(({ preview }) => preview ?? [])
  const places = new Set([
    'reveal',
    'history',
    ...table.row,
    ...table.bulk,
    ...table.toolbar,
    ...table.deleted,
    ...form.actions,
    ...previews,
  ])
  return Object.keys(actions).filter((name) => !places.has(name))
}
