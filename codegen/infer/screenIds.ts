import { buttonName } from '../../src/schemas/language/menu/menu.ts'
import type { Schema } from '../schema/schema.ts'
import { generatedNodes, screenIdOf } from './infer.ts'

/**
 * Ids of the screens of tables, every one different from all names of the menu, whatever their case: the table `stock_index` beside
 * `stock` is `stockIndex`, since `stock/index` is the right to list the stock. Depends on the order of `tables` only where ids would be equal.
 */
export function screenIds(tables: readonly string[], schema: Schema): Map<string, string> {
  const taken = new Set<string>()
  const take = (name: string) => taken.add(name.toLowerCase())
  for (const page of schema.pages.values()) if (!tables.includes(page.entity.table)) takeScreen(page.id, take)
  for (const { name, type, buttons } of [...schema.menus.admin, ...schema.menus.user]) {
    if (type !== 'menu' || !isOf(tables, name, schema)) take(name)
    for (const node of buttons ?? []) take(buttonName(name, node))
  }
  for (const table of tables) for (const node of generatedNodes) take(buttonName(screenIdOf(table), node))
  const ids = new Map<string, string>()
  for (const table of tables) {
    const id = candidates(screenIdOf(table)).find((each) => !taken.has(each.toLowerCase())) ?? ''
    takeScreen(id, take)
    ids.set(table, id)
  }
  return ids
}

function takeScreen(id: string, take: (name: string) => void): void {
  take(id)
  for (const node of generatedNodes) take(buttonName(id, node))
}

/** Is the menu entry that of one of these tables, generated before? */
function isOf(tables: readonly string[], name: string, schema: Schema): boolean {
  return tables.includes(schema.pages.get(name)?.entity.table ?? '')
}

/** The id, then the same without folders, then numbered. */
function candidates(id: string): string[] {
  const [first = '', ...rest] = id.split('/')
  const joined = first + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
  return [id, joined, ...Array.from({ length: 1000 }, (_, i) => `${joined}${i + 2}`)]
}

/** Names of directories of the menu, each different from all other names; one that the menu has keeps its name. */
export function directoryNames(
  groups: readonly { stem: string; title: string }[],
  ids: ReadonlyMap<string, string>,
  schema: Schema,
): string[] {
  const rules = schema.menus.admin
  const taken = new Set(rules.flatMap(({ name, buttons }) => [name, ...(buttons ?? []).map((node) => buttonName(name, node))]))
  for (const id of ids.values()) takeScreen(id, (name) => taken.add(name))
  const lower = new Set([...taken].map((name) => name.toLowerCase()))
  return groups.map(({ stem, title }) => {
    const own = rules.find((rule) => rule.type === 'menu_dir' && rule.title_en === title && isStemOf(stem, rule.name))
    if (own) return own.name
    const bare = screenIdOf(stem).split('/').join('-')
    const name = [bare, `${bare}-group`, ...Array.from({ length: 1000 }, (_, i) => `${bare}-group-${i + 2}`)].find(
      (each) => !lower.has(each.toLowerCase()),
    )
    lower.add((name ?? '').toLowerCase())
    return name ?? bare
  })
}

function isStemOf(stem: string, name: string): boolean {
  const bare = screenIdOf(stem).split('/').join('-')
  return name === bare || name.startsWith(`${bare}-group`)
}
