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
