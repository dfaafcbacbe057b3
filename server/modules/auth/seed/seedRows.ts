import type { Schema } from '../../../../codegen/schema/schema.ts'
import type { Area } from '../../../../src/schemas/language/area/area.ts'
import { buttonName, type MenuSeed } from '../../../../src/schemas/language/menu/menu.ts'
import type { Locale } from '../../../../src/schemas/language/words.ts'

/** What the seeds say of a rule, by column; `pid` follows from the parent. */
export type SeedValues = Readonly<Record<string, string | number | null>>

/** A rule as the menu files want it. */
export interface SeedRow {
  name: string
  /** Name of the rule above it; null at the top. */
  parent: string | null
  /** Nothing shows it yet: it is not added, and switched off where it is there from before. */
  waits: boolean
  values: SeedValues
}

const highestWeigh = 999

/**
 * The rules of an area as its menu file wants them, in the order of the file, buttons after their entry. An administrators' entry with
 * status 0 (its screen is not there yet) waits, and so does a directory in which everything waits. Members' entries are all there, switched off where their status is 0.
 */
export function seedRows(area: Area, schema: Schema): SeedRow[] {
  const seeds = schema.menus[area]
  // The first entry weighs most; a file of more than a thousand entries begins higher, so that no weight is negative.
  const top = Math.max(highestWeigh, seeds.length)
  const rowsOf = area === 'admin' ? adminRows : memberRows
  return seeds.flatMap((seed, i) => rowsOf(seed, top - i, schema))
}

function adminRows(seed: MenuSeed, weigh: number, schema: Schema): SeedRow[] {
  const seeds = schema.menus.admin
  const waits = seed.status === 0 || (seed.type === 'menu_dir' && isEmptied(seed, seeds))
  const own = { name: seed.name, parent: seed.parent ?? null, waits, values: menuValues(seed, weigh) }
  return [own, ...buttonRows(seed, schema).map((row) => ({ ...row, waits }))]
}

/** Members' screens are not kept alive: their rules have no such column. Their directories and buttons are of the type tab, as in BuildAdmin. */
function memberRows(seed: MenuSeed, weigh: number, schema: Schema): SeedRow[] {
  const menu_type = seed.menu_type ?? 'tab'
  const component = seed.type === 'menu_dir' || menu_type !== 'tab' ? '' : (seed.component ?? seed.name)
  const menu: SeedValues = { ...menuValues(seed, weigh), component, menu_type }
  const own = { name: seed.name, parent: seed.parent ?? null, waits: false, values: menu, open: seed.no_login_valid ?? 0 }
  return [own, ...buttonRows(seed, schema).map((row) => ({ ...row, open: 0 }))].map((row) => {
    const { keepalive: _, ...values } = row.values
    const menu_type = values.menu_type ?? 'tab'
    return { name: row.name, parent: row.parent, waits: false, values: { ...values, menu_type, no_login_valid: row.open } }
  })
}

/** Has the directory entries of which every one waits? (One that never had any is shown as it is.) */
function isEmptied(seed: MenuSeed, seeds: readonly MenuSeed[]): boolean {
  const below = seeds.filter((other) => other.parent === seed.name)
  return below.length > 0 && below.every((other) => other.status === 0 || (other.type === 'menu_dir' && isEmptied(other, seeds)))
}

function menuValues(seed: MenuSeed, weigh: number): SeedValues {
  const tab = seed.type === 'menu' && (seed.menu_type ?? 'tab') === 'tab'
  return {
    type: seed.type,
    title: seed.title,
    title_en: seed.title_en,
    path: seed.path ?? seed.name,
    icon: seed.icon ?? 'pi pi-circle',
    menu_type: seed.type === 'menu' ? (seed.menu_type ?? 'tab') : null,
    url: seed.url ?? '',
    component: tab ? (seed.component ?? seed.name) : '',
    keepalive: seed.keepalive ?? (tab ? 1 : 0),
    extend: seed.extend ?? 'none',
    weigh,
    status: seed.status ?? 1,
  }
}

/** The buttons of an entry, the first on top. */
function buttonRows(seed: MenuSeed, schema: Schema): SeedRow[] {
  const nodes = seed.buttons ?? []
  const common = { type: 'button', path: '', icon: '', menu_type: null, url: '', component: '', extend: 'none' }
  return nodes.map((node, i) => {
    const title = cut(nodeTitle(schema, 'zh-cn', seed.name, node))
    const title_en = cut(nodeTitle(schema, 'en', seed.name, node))
    const values = { ...common, title, title_en, keepalive: 0, weigh: nodes.length - i, status: 1 }
    return { name: buttonName(seed.name, node), parent: seed.name, waits: false, values }
  })
}

/** No longer than the column of titles. */
const cut = (title: string) => [...title].slice(0, 50).join('')

/** Title of a node: the shared word of it, else the title of the page's action that has it. */
export function nodeTitle(schema: Schema, lang: Locale, pageId: string, node: string): string {
  const key = `nodes.${node}`
  const shared = schema.words.text(lang, null, key)
  if (shared !== key) return shared
  const action = Object.values(schema.pages.get(pageId)?.actions ?? {}).find((each) => each.node === node)
  return action ? schema.words.text(lang, pageId, `actions.${action.name}.title`) : node
}
