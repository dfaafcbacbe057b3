import type { MenuRule } from '../../schemas/language/menu/menu.ts'
import { isFrameUrl, isSafeUrl } from './navigation.ts'
import { recordKeyIn } from './recordPath.ts'

/** An entry of a menu, ready to be drawn. */
export interface MenuItem {
  id: number
  title: string
  icon: string
  name: string
  /** `dir` opens and closes; `unknown` says so when it is chosen. */
  type: 'dir' | 'tab' | 'iframe' | 'link' | 'unknown'
  /** Address in the front end (path and query); for links the address outside; '' for directories. */
  path: string
  /** What it opens, to load it ahead when the pointer is over the entry. */
  pageId: string | null
  children: readonly MenuItem[]
}

/** An address of the front end that a menu rule opened. */
export interface Route {
  /** Matches tabs: `rule:<id>`. */
  key: string
  id: number
  /** With the area's prefix; may carry a query. */
  path: string
  /** For iframes: the same with the rule's own path encoded, which is found too (decision 40). */
  alias: string | null
  name: string
  title: string
  icon: string
  type: 'tab' | 'iframe'
  /** Screen drawn by a tab. */
  pageId: string | null
  /** A screen of this id exists here. A route to one that does not is drawn as a box that says so. */
  known: boolean
  /** Address shown by an iframe. */
  url: string
  /** Name under which the screen is kept alive; null when it is not. */
  keepalive: string | null
  extend: MenuRule['extend']
}

/** Everything the front end makes of the menu rules of one area. */
export interface MenuModel {
  menus: readonly MenuItem[]
  routes: readonly Route[]
  /** `<prefix>/<rule name>` → full paths of the buttons below it (specification, section 6). */
  nodes: Readonly<Record<string, readonly string[]>>
  /** Where to go when nowhere else was asked for; null when no menu leads anywhere. */
  first: Route | null
}

export interface MenuOptions {
  /** `/admin` or `/user`. */
  prefix: string
  /** Rule types that make menu entries. */
  types?: readonly MenuRule['type'][]
  /** Does a screen of this id exist in this front end? */
  hasPage?: (pageId: string) => boolean
}

/** Menus, routes and nodes out of the rules the server delivered (protocol 2.3). */
export function buildMenu(rules: readonly MenuRule[], options: MenuOptions): MenuModel {
  const { prefix, types = ['menu_dir', 'menu'], hasPage = () => true } = options
  const routes: Route[] = []
  const nodes: Record<string, string[]> = {}
  const take = (all: readonly MenuRule[]) => {
    for (const rule of all) {
      const route = routeOf(rule, prefix, hasPage)
      if (route) routes.push(route)
      const below = rule.children ?? []
      const buttons = below.filter((child) => child.type === 'button')
      if (buttons.length > 0) nodes[`${prefix}/${rule.name}`] = buttons.map((button) => `${prefix}/${button.name}`)
      take(below)
    }
  }
  take(rules)
  const menus = itemsOf(rules, prefix, types)
  return { menus, routes, nodes, first: firstRoute(menus, routes) }
}

/** Addresses that are none (empty, `javascript:` …) make neither entry nor route. A rule becomes a route unless it is for the menu only, has no component, or is neither tab nor iframe. */
function routeOf(rule: MenuRule, prefix: string, hasPage: (pageId: string) => boolean): Route | undefined {
  if (rule.extend === 'add_menu_only' || rule.type === 'button' || rule.type === 'menu_dir') return undefined
  const pageId = rule.menu_type === 'tab' ? pageOf(rule.component) : null
  const isFrame = rule.menu_type === 'iframe' && isFrameUrl(rule.url)
  if (!pageId && !isFrame) return undefined
  return {
    key: `rule:${rule.id}`,
    id: rule.id,
    path: isFrame ? framePath(prefix, rule.url) : joined(prefix, rule.path),
    alias: isFrame ? framePath(prefix, rule.path) : null,
    name: rule.name,
    title: rule.title,
    icon: rule.icon,
    type: isFrame ? 'iframe' : 'tab',
    pageId,
    known: pageId === null || hasPage(pageId),
    url: isFrame ? rule.url : '',
    keepalive: rule.keepalive === 0 ? null : rule.keepalive,
    extend: rule.extend,
  }
}

function itemsOf(rules: readonly MenuRule[], prefix: string, types: readonly MenuRule['type'][]): MenuItem[] {
  return rules.flatMap((rule) => {
    if (!types.includes(rule.type) || rule.extend === 'add_rules_only') return []
    const children = itemsOf(rule.children ?? [], prefix, types)
    if (rule.type === 'menu_dir') return children.length > 0 ? [itemOf(rule, 'dir', '', children)] : []
    if (rule.menu_type === 'tab') return rule.component ? [itemOf(rule, 'tab', joined(prefix, rule.path), children)] : []
    if (rule.menu_type === 'iframe')
      return isFrameUrl(rule.url) ? [itemOf(rule, 'iframe', framePath(prefix, rule.url), children)] : []
    if (rule.menu_type === 'link') return isSafeUrl(rule.url) ? [itemOf(rule, 'link', rule.url, children)] : []
    return [itemOf(rule, 'unknown', '', children)]
  })
}

function itemOf(rule: MenuRule, type: MenuItem['type'], path: string, children: readonly MenuItem[]): MenuItem {
  const pageId = type === 'tab' ? pageOf(rule.component) : null
  return { id: rule.id, title: rule.title, icon: rule.icon, name: rule.name, type, path, pageId, children }
}

/** The first entry, from the top and into directories, that leads to a route; one whose screen exists is preferred. */
function firstRoute(menus: readonly MenuItem[], routes: readonly Route[]): Route | null {
  const open = [...flatMenu(menus)].flatMap(({ id }) => routes.find((route) => route.id === id) ?? [])
  return open.find((route) => route.known) ?? open[0] ?? null
}

/** Every entry of a menu, from the top, each before its children. */
export function* flatMenu(menus: readonly MenuItem[]): Generator<MenuItem> {
  for (const item of menus) {
    yield item
    yield* flatMenu(item.children)
  }
}

/** Screens whose folder has another name here than in BuildAdmin's sources. */
const renamed: Readonly<Record<string, string>> = { module: 'moduleStore', crud: 'crud/crud' }

/** The screen of a rule's component: a screen id, or BuildAdmin's file of it; null when there is none. */
export function pageOf(component: string): string | null {
  const path = component.replaceAll('\\', '/').replace(/^\/+/, '')
  const file = /^src\/views\/(?:backend|frontend\/user|frontend)\/(.+)\.vue$/.exec(path)?.[1]
  const id = (file ?? path).replace(/\/index$/, '')
  return id === '' ? null : (renamed[id] ?? id)
}

function joined(prefix: string, path: string): string {
  return `${prefix}/${path.replace(/^\/+/, '')}`
}

function framePath(prefix: string, url: string): string {
  return `${prefix}/iframe/${encodeURIComponent(url)}`
}

/**
 * The route at an address: the whole address wins over the path alone; queries of rules count. One part behind the path of a screen is
 * the key of a record there, unless another route has that path.
 */
export function findRoute(routes: readonly Route[], fullPath: string): Route | undefined {
  const known = found.get(routes) ?? new Map<string, Route | undefined>()
  if (known.size > mostFound) known.clear()
  if (!known.has(fullPath)) found.set(routes, known.set(fullPath, lookUp(routes, fullPath)))
  return known.get(fullPath)
}

/** Each change of address asks many times for the same few routes. */
const found = new WeakMap<readonly Route[], Map<string, Route | undefined>>()
const mostFound = 99

function lookUp(routes: readonly Route[], fullPath: string): Route | undefined {
  const path = pathOf(fullPath)
  const same = (a: string | null, b: string) => a !== null && (a === b || decoded(a) === decoded(b))
  return (
    routes.find((route) => same(route.path, fullPath) || same(route.alias, fullPath)) ??
    routes.find((route) => same(pathOf(route.path), path) || same(route.alias, path)) ??
    routes.find((route) => route.type === 'tab' && route.known && recordKeyIn(route.path, path) !== undefined)
  )
}

/** The menu entry of an address, by the same rule. */
export function findMenu(menus: readonly MenuItem[], fullPath: string): MenuItem | undefined {
  const items = [...flatMenu(menus)].filter((item) => item.type === 'tab' || item.type === 'iframe')
  return (
    items.find((item) => item.path === fullPath) ??
    items.find((item) => pathOf(item.path) === pathOf(fullPath)) ??
    items.find((item) => item.type === 'tab' && recordKeyIn(item.path, fullPath) !== undefined)
  )
}

/** The entries from the top down to the one with this id; empty when it is not there. */
export function menuTrail(menus: readonly MenuItem[], id: number): readonly MenuItem[] {
  for (const item of menus) {
    if (item.id === id) return [item]
    const below = menuTrail(item.children, id)
    if (below.length > 0) return [item, ...below]
  }
  return []
}

/** The entries of these names that lead somewhere, in the order of the names, without what is below them. */
export function menuOfNames(menus: readonly MenuItem[], names: readonly string[]): readonly MenuItem[] {
  const entries = [...flatMenu(menus)].filter((item) => item.type !== 'dir' && item.type !== 'unknown')
  return names
    .flatMap((name) => entries.filter((item) => item.name === name).slice(0, 1))
    .map((item) => ({ ...item, children: [] }))
}

function pathOf(fullPath: string): string {
  return fullPath.split(/[?#]/, 1)[0] ?? ''
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
