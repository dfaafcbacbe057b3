import { menuShape } from '../../src/schemas/language/menu/parseMenu.ts'
import { draft, type Json, listOf, partOf, partsOf } from './jsonSchema.ts'
import { toJson } from './language.ts'

/** What each key of an entry of menus/<area>.json means, in one sentence: shown by editors, and in docs/schema.md. */
export const menuHelp: Readonly<Record<string, string>> = {
  type: 'What it is: menu_dir a directory, menu an entry; for members also route (a page outside the menu), nav (the site’s navigation), nav_user_menu (the menu of the member’s picture), button.',
  name: 'Its name, unique in the file whatever the case; the id of its page where it opens one. Renaming it takes it from every role.',
  parent: 'Name of the entry it is below; the top of the menu when absent.',
  after: 'Of a module: the entry of an earlier source that it follows; the entries below it in the file follow it.',
  before: 'Of a module: the entry of an earlier source that it precedes.',
  title: 'Title in Chinese.',
  title_en: 'Title in English.',
  icon: 'A name of PrimeIcons: "pi pi-box"; a circle when absent.',
  menu_type: 'Where a menu opens: tab (a page, when absent), link (a new window) or iframe.',
  path: 'Its address; the name when absent.',
  url: 'What a link or an iframe opens.',
  component: 'Id of the page it opens; the name when absent.',
  extend:
    'add_rules_only: a page and its rights without an entry in the menu; add_menu_only: an entry without a page of its own.',
  status: '0: not shown. Of administrators it is not added as long as it says so, and nobody can be given its rights.',
  keepalive: 'Administrators: whether the page stays as it is while another tab is open; 1 when absent.',
  no_login_valid: 'Members: 1 shows it also to people who are not signed in.',
  buttons:
    'Its rights, in the order shown: index to open it, and the nodes of its actions (add, edit, del, …). Each is a rule <name>/<node>.',
  addTo: 'Of a module, in place of an entry: the entry of an earlier source that gets further buttons.',
}

/** menu.schema.json: the menu files as JSON Schema, from the shape that the parser reads. */
export function menuSchema(): Json {
  const schema = toJson(menuShape)
  for (const properties of formsOf(schema))
    for (const [key, part] of Object.entries(properties)) if (menuHelp[key]) part.description = menuHelp[key]
  return { $schema: draft, title: 'Kontor menu', ...schema }
}

/** The properties of each form that an item of the menu can have. */
function formsOf(schema: Json): Record<string, Json>[] {
  return listOf(partOf(schema, 'items') ?? {}, 'anyOf').map((form) => partsOf(form, 'properties'))
}

/** Keys of an entry, in the order of the shape. */
export function menuKeys(): string[] {
  return [...new Set(formsOf(menuSchema()).flatMap((properties) => Object.keys(properties)))]
}
