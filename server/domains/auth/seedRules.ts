import type { Schema } from '../../../codegen/pages.ts'
import type { Area } from '../../../src/schemas/language/area.ts'
import { dashboardNodes } from '../../../src/schemas/language/dashboard.ts'
import type { MenuSeed } from '../../../src/schemas/language/menu.ts'
import type { Locale } from '../../../src/schemas/language/words.ts'
import type { Writer } from '../../db/connect.ts'
import { continueAfter } from './identity.ts'

/** Nodes that a page's hooks ask for although no action of the page carries them. */
const furtherNodes: Readonly<Record<string, readonly string[]>> = { 'user/moneyLog': ['large'], 'dataio/export': ['plain'] }

/** Ids from here on are given to rules that people add; seeds stay below (a button has its menu's id × 100 + its place). */
const firstOwnId = 100_000
const highestWeigh = 999

interface RuleRow {
  id: number
  pid: number
  type: string
  title: string
  title_en: string
  name: string
  path: string
  icon: string
  menu_type: string | null
  url: string
  component: string
  keepalive: number
  extend: string
  weigh: number
}

/**
 * Adds the menu seeds of an area that were never added before. What was added once is remembered: deleted rules stay deleted. Of the
 * administrators' a seed with status 0 (its screen is not there yet) waits, and so do buttons that nothing of the page asks for, and
 * directories with nothing in them; the members' are all there, switched off where they have to wait.
 */
export async function seedRules(trx: Writer, area: Area, schema: Schema, now: number): Promise<void> {
  const rows: readonly (Pick<RuleRow, 'id'> & object)[] = area === 'admin' ? ruleRows(schema) : memberRuleRows(schema)
  const seeds = `${area}_rule_seed`
  const known = new Set((await trx.selectFrom(seeds).select('rule_id').execute()).map((row) => Number(row.rule_id)))
  const missing = rows.filter((row) => !known.has(row.id))
  if (missing.length === 0) return
  const common = { status: 1, remark: '', create_time: now, update_time: now }
  await trx
    .insertInto(`${area}_rule`)
    .values(missing.map((row) => ({ ...common, ...row })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto(seeds)
    .values(missing.map((row) => ({ rule_id: row.id, create_time: now, update_time: now })))
    .execute()
  await continueAfter(trx, `${area}_rule`, firstOwnId)
}

/** Rules of the member centre and of the public pages. */
function memberRuleRows(schema: Schema): Pick<RuleRow, 'id'>[] {
  const seeds = schema.menus.user
  return seeds.flatMap((seed) => {
    const row = menuRow(seed, highestWeigh - seeds.indexOf(seed))
    const buttons = (seed.buttons ?? []).map((node, i) => buttonRow(seed, node, i, schema))
    const own = {
      ...row,
      component: seed.type === 'menu_dir' ? '' : (seed.component ?? seed.name),
      no_login_valid: seed.no_login_valid ?? 0,
      status: seed.status ?? 1,
    }
    // Members' screens are not kept alive: their rules have no such column, and every one of them opens in a tab.
    return [own, ...buttons].map(({ keepalive: _, ...rest }) => ({ ...rest, menu_type: rest.menu_type ?? 'tab' }))
  })
}

function ruleRows(schema: Schema): RuleRow[] {
  const seeds = schema.menus.admin
  const shown = seeds.filter((seed) => seed.status !== 0 && (seed.type !== 'menu_dir' || !emptied(seed, seeds)))
  return shown.flatMap((seed) => [menuRow(seed, highestWeigh - seeds.indexOf(seed)), ...buttonRows(seed, schema)])
}

/** Has the directory entries of which every one waits? (One that never had any is shown as it is.) */
function emptied(seed: MenuSeed, seeds: readonly MenuSeed[]): boolean {
  const below = seeds.filter((other) => other.pid === seed.id)
  return below.length > 0 && below.every((other) => other.status === 0 || (other.type === 'menu_dir' && emptied(other, seeds)))
}

function menuRow(seed: MenuSeed, weigh: number): RuleRow {
  const tab = seed.type === 'menu' && (seed.menu_type ?? 'tab') === 'tab'
  return {
    id: seed.id,
    pid: seed.pid,
    type: seed.type,
    title: seed.title,
    title_en: seed.title_en,
    name: seed.name,
    path: seed.path ?? seed.name,
    icon: seed.icon ?? 'pi pi-circle',
    menu_type: seed.type === 'menu' ? (seed.menu_type ?? 'tab') : null,
    url: seed.url ?? '',
    component: tab ? (seed.component ?? seed.name) : '',
    keepalive: seed.keepalive ?? (tab ? 1 : 0),
    extend: seed.extend ?? 'none',
    weigh,
  }
}

/** Buttons of a menu: `index` and the nodes its page knows. */
function buttonRows(seed: MenuSeed, schema: Schema): RuleRow[] {
  const page = schema.pages.get(seed.component ?? seed.name)
  const asked = new Set([
    'index',
    ...(furtherNodes[seed.name] ?? []),
    ...Object.values(page?.actions ?? {}).map((action) => action.node),
    ...(page?.dashboard ? dashboardNodes(page.dashboard) : []),
  ])
  return (seed.buttons ?? []).flatMap((node, i) => (asked.has(node) ? [buttonRow(seed, node, i, schema)] : []))
}

function buttonRow(seed: MenuSeed, node: string, i: number, schema: Schema): RuleRow {
  return {
    id: seed.id * 100 + i + 1,
    pid: seed.id,
    type: 'button',
    title: nodeTitle(schema, 'zh-cn', seed.name, node),
    title_en: nodeTitle(schema, 'en', seed.name, node),
    name: `${seed.name}/${node}`,
    path: '',
    icon: '',
    menu_type: null,
    url: '',
    component: '',
    keepalive: 0,
    extend: 'none',
    weigh: 0,
  }
}

/** Title of a node: the shared word of it, else the title of the page's action that has it. */
export function nodeTitle(schema: Schema, lang: Locale, pageId: string, node: string): string {
  const key = `nodes.${node}`
  const shared = schema.words.text(lang, null, key)
  if (shared !== key) return shared
  const action = Object.values(schema.pages.get(pageId)?.actions ?? {}).find((each) => each.node === node)
  return action ? schema.words.text(lang, pageId, `actions.${action.name}.title`) : node
}
