import type { Schema } from '../../codegen/schema/schema.ts'
import { buttonName } from '../../src/schemas/language/menu/menu.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Listed, ListedAction } from './catalogue.ts'
import type { Titled } from './chapters.ts'
import type { Comparison } from './comparison.ts'
import { notYet, routes } from './names.ts'
import { buttonsOn, columnsOn, everythingOn, fieldsOn, type Label, searchesOn } from './product.ts'

/** What the screens are compared with. */
export interface Product {
  schema: Schema
  /** Rules of buttons: `auth/admin/kick`. */
  nodes: ReadonlySet<string>
  labels: readonly Label[]
  /** Labels of the catalogue by the name of their field. */
  listedLabels: ReadonlyMap<string, Titled>
}

/** Rules of all buttons of both menus. */
export function nodesOf({ menus }: Schema): Set<string> {
  return new Set(
    Object.values(menus).flatMap((entries) =>
      entries.flatMap(({ name, buttons = [] }) => buttons.map((node) => buttonName(name, node))),
    ),
  )
}

/** Compares a screen's lists with its page. */
export function compareScreen(listed: Listed, product: Product, found: Comparison): void {
  const { id } = listed
  if (notYet.includes(id)) return
  found.begin(id)
  if (id in routes) return
  const page = product.schema.pages.get(id)
  if (!page) {
    found.lack(`${id}: no page`)
    return
  }
  const everything = everythingOn(page, product.nodes)
  const fields = fieldsOn(page)
  for (const name of listed.fields) found.check(id, 'fields', { name, isThere: fields.has(name), everything })
  const lists = { columns: columnsOn(page), search: searchesOn(page) }
  for (const part of ['columns', 'search'] as const)
    for (const name of listed[part]) found.check(id, part, { name, isThere: isNamed(lists[part], name), everything })
  for (const action of listed.actions)
    found.check(id, 'actions', { name: action.name, isThere: isButton(page, action), everything })
  for (const name of listed.nodes)
    found.check(id, 'nodes', { name, isThere: product.nodes.has(buttonName(id, name)), everything })
  compareWords(listed, product, found)
}

/** Is a name there, by its relation too: `user` and `user_id` for `user.nickname`, `captain` for `captain_id`? */
function isNamed(names: ReadonlySet<string>, name: string): boolean {
  return [...names].some((each) => {
    const [relation, field] = each.split('.')
    return [each, relation, field].includes(name) || each === `${name}_id` || (field !== undefined && name === `${relation}_id`)
  })
}

/** Does the button stand at its place, with the node that the catalogue names? */
function isButton(page: Page, { name, node, place }: ListedAction): boolean {
  const action = camelCase(name)
  return buttonsOn(page, place).has(action) && (node === null || page.actions[action]?.node === node)
}

const camelCase = (words: string) => words.replace(/ (\w)/g, (_, first: string) => first.toUpperCase())

/** Every field that is listed and there has a label in both languages. */
function compareWords({ id, fields }: Listed, { labels, listedLabels }: Product, found: Comparison): void {
  const own = labels.filter(({ page }) => page === id)
  for (const name of fields) {
    const here = own.filter((each) => each.name === name)
    if (here.length === 0) continue
    found.count(
      id,
      'words',
      here.every(({ texts }) => texts.en && texts['zh-cn']),
      name,
    )
    const listed = listedLabels.get(name)
    const texts = here.map((each) => ({ en: each.texts.en, zh: each.texts['zh-cn'] }))
    const [first] = texts
    if (listed && first && !texts.some(({ en, zh }) => en === listed.en && zh === listed.zh))
      found.compareTexts(`${id} ${name}`, listed, first)
  }
}
