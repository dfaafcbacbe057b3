import type { Action } from '../../src/schemas/language/action/action.ts'
import type { Area } from '../../src/schemas/language/area/area.ts'
import { buttonName } from '../../src/schemas/language/menu/menu.ts'
import type { ListedLook, ListedMenu, Titled } from './chapters.ts'
import type { Comparison, Count } from './comparison.ts'
import { looksNotYet, looksOtherwise, places } from './looks.ts'
import { labelsElsewhere, menusOtherwise, notYet, otherwise } from './names.ts'
import type { Product } from './screens.ts'

/** Every entry of the catalogue's menu with its buttons. */
export function compareMenus(listed: readonly ListedMenu[], area: Area, { schema, nodes }: Product, found: Comparison): Count {
  const count = { has: 0, of: 0 }
  for (const { name, type, nodes: wanted, en, zh } of listed) {
    const own = menusOtherwise[`${type} ${name}`] ?? name
    const entry = schema.menus[area].find((each) => each.name === own && each.type === type)
    found.add(count, entry !== undefined, `menu: ${type} ${name}`)
    if (!entry) continue
    for (const node of notYet.includes(name) ? [] : wanted) {
      const here = nodes.has(buttonName(own, node))
      const elsewhere = here ? undefined : found.otherwise(name, 'nodes', node)?.is
      found.add(count, here || (elsewhere !== undefined && nodes.has(elsewhere)), `menu: ${name} button ${node}`)
    }
    found.compareTexts(`menu ${own}`, { en, zh }, { en: entry.title_en, zh: entry.title })
  }
  return count
}

/** Every action of the catalogue's table: that it is there, its icon and severity, and that it asks, or can be undone, where a text is named. */
export function compareLooks(listed: readonly ListedLook[], product: Product, found: Comparison): Count {
  const count = { has: 0, of: 0 }
  for (const look of listed.filter(({ action }) => !looksNotYet.includes(action))) {
    const actions = (places[look.action] ?? []).map((place, at) => compareLook(look, { place, at }, product, found))
    found.add(count, actions.length > 0 && !actions.includes(undefined), `action: ${look.action}`)
    // What can be undone from the message that it was done asks nothing before.
    const isUndone = actions.every((action) => action?.type === 'run' && action.undo)
    const asks = isUndone || actions.some((action) => action && (action.confirm || action.confirmWhen !== null))
    if (look.confirms) found.add(count, asks, `action: ${look.action} does not ask first`)
  }
  for (const action of [...Object.keys(places), ...looksNotYet])
    if (!listed.some((each) => each.action === action))
      found.lack(`scripts/compareScreens/looks.ts: the catalogue has no action "${action}"`)
  return count
}

/** One action of a row of the table; undefined when no page has it. */
function compareLook(
  look: ListedLook,
  { place, at }: { place: string; at: number },
  { schema }: Product,
  found: Comparison,
): Action | undefined {
  const [id = '', name = ''] = place.split(' ')
  const action = schema.pages.get(id)?.actions[name]
  if (!action) return undefined
  // A row of several titles has a look for each; one of a single title is about actions that look alike.
  const nth = look.titles.length > 1 ? at : 0
  const listed = `${look.icons[nth] ?? look.icons[0]} ${look.severities[nth] ?? look.severities[0]}`
  const now = `${action.icon} ${action.severity}`
  const isOtherwise = looksOtherwise[place] !== undefined
  if (listed !== now && !isOtherwise) found.lack(`action: ${place} is ${now}, not ${listed}`)
  if (listed === now && isOtherwise) found.lack(`scripts/compareScreens/looks.ts: ${place} looks as listed`)
  const words = schema.words.page.get(id)
  const key = `actions.${name}.title`
  const title = look.titles[nth]
  if (title) found.compareTexts(place, title, { en: words?.en[key], zh: words?.['zh-cn'][key] })
  return action
}

/** Every label of the catalogue: some page has a field of the name, with a label in both languages. */
export function compareLabels(
  listed: readonly Titled[],
  fieldsNotYet: ReadonlySet<string>,
  { labels }: Product,
  found: Comparison,
): Count {
  const count = { has: 0, of: 0 }
  const labelled = new Set(labels.filter(({ texts }) => texts.en && texts['zh-cn']).map(({ name }) => name))
  for (const { name } of listed) {
    const rows = otherwise.filter((row) => row.part === 'fields' && row.name === name)
    const isThere = labelled.has(name) || rows.some(({ is }) => is !== undefined && labelled.has(is))
    const isNone = rows.length > 0 || fieldsNotYet.has(name) || labelsElsewhere[name] !== undefined
    if (isThere || !isNone) found.add(count, isThere, `label: ${name}`)
  }
  return count
}
