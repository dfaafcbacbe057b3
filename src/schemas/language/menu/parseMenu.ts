import * as z from 'zod/mini'
import { isObject } from '../../isObject.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { readShape } from '../shape.ts'
import { buttonName, type MenuSeed, menuExtends, menuRuleTypes, menuTypes } from './menu.ts'

const bit = z.union([z.literal(0), z.literal(1)])
// The lengths are those of the columns of the tables of rules.
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const name = z.string().check(z.regex(/^[a-zA-Z0-9][a-zA-Z0-9/-]*$/), z.maxLength(100))
const node = z.string().check(z.regex(/^[a-zA-Z0-9][a-zA-Z0-9-]*$/))

/** The shape of one entry of menus/<area>.json. */
export const menuEntryShape = z.strictObject({
  type: z.enum(menuRuleTypes),
  name,
  parent: z.optional(name),
  after: z.optional(name),
  before: z.optional(name),
  title: text(50),
  title_en: text(50),
  icon: z.optional(z.string()),
  menu_type: z.optional(z.enum(menuTypes)),
  path: z.optional(text(100)),
  url: z.optional(text(255)),
  component: z.optional(text(100)),
  extend: z.optional(z.enum(menuExtends)),
  status: z.optional(bit),
  keepalive: z.optional(bit),
  no_login_valid: z.optional(bit),
  buttons: z.optional(z.array(node)),
})

/** The shape of what a module adds to an entry of another source. */
export const menuAdditionShape = z.strictObject({ addTo: name, buttons: z.array(node) })

/** The shape of menus/<area>.json: entries in the order of the menu. */
export const menuShape = z.array(z.union([menuEntryShape, menuAdditionShape]))

/** A file of menu entries, and how its findings get their places. */
export interface MenuFile {
  name: string
  json: unknown
  locate(issue: Issue): Issue
}

/** The entries of one or more files, in the order of the menu. */
export interface Menu {
  entries: readonly MenuSeed[]
  /** False when one of the files could not be read. */
  isWhole: boolean
  /** The finding about `entries` at the place where it was written. */
  locate(issue: Issue): Issue
}

/**
 * Parses menus/<area>.json of every source, in order: no two rules have the same name, and every parent is an entry. An entry follows the one
 * before it in its file, or the entry that it names as `after` or `before`. Faults are added to `issues` with their places.
 */
export function parseMenu(files: readonly MenuFile[], issues: Issue[]): Menu {
  const menu: PlacedEntry[] = []
  let isWhole = true
  for (const file of files) {
    const found: Issue[] = []
    const json = withoutIds(file.json, found)
    const before = found.length
    const read = readShape(menuShape, json, [], found) ?? withoutFaults(json, found.slice(before))
    if (found.slice(before).some(({ path }) => !Number.isInteger(path[0]) || lostKeys.has(String(path[1] ?? 'name'))))
      isWhole = false
    if (read) addFile(menu, file, read as MenuItem[], found)
    issues.push(...found.map(file.locate))
  }
  const entries = menu.map(({ entry }) => entry)
  const locate = (issue: Issue) => placeOf(menu, issue)
  const found: Issue[] = []
  checkNames(menu, found)
  // An entry or button that has to be called otherwise may be the one that a page misses.
  if (found.length > 0) isWhole = false
  checkParents(entries, found)
  issues.push(...found.map(locate))
  return { entries, isWhole, locate }
}

/** With a fault in one of these it is not known what an entry is called, or what roles may hold. */
const lostKeys = new Set(['name', 'type', 'buttons', 'status'])

/** The entries without their faulty keys: what names them is not to blame. An entry whose name is faulty keeps it. */
function withoutFaults(json: unknown, found: readonly Issue[]): unknown {
  if (!Array.isArray(json)) return undefined
  return json.flatMap((entry: unknown, i) => {
    if (!isObject(entry) || typeof (entry.name ?? entry.addTo) !== 'string') return []
    const faulty = new Set(found.flatMap(({ path: [index, key] }) => (index === i && key !== 'name' ? [String(key)] : [])))
    const sound = Object.entries(entry).filter(([key]) => !faulty.has(key))
    return [{ type: 'menu', title: '', title_en: '', ...Object.fromEntries(sound) }]
  })
}

type MenuItem = MenuSeed & MenuPlace & MenuAddition

interface MenuPlace {
  after?: string
  before?: string
}
interface MenuAddition {
  addTo?: string
}

/** An entry with the places in files that it comes from: of itself, and of buttons that others added. */
interface PlacedEntry {
  entry: MenuSeed
  from: Place
  added: { first: number; from: Place }[]
}
interface Place {
  file: MenuFile
  index: number
}

function addFile(menu: PlacedEntry[], file: MenuFile, items: readonly MenuItem[], issues: Issue[]): void {
  let at = menu.length
  for (const [index, { addTo, after, before, ...entry }] of items.entries()) {
    const from = { file, index }
    const named = addTo ?? after ?? before
    const other = named === undefined ? -1 : menu.findIndex((each) => each.entry.name === named)
    const key = addTo !== undefined ? 'addTo' : after !== undefined ? 'after' : 'before'
    if (named !== undefined && other < 0) {
      const names = menu.map((each) => each.entry.name)
      issues.push(issueAt([index, key], `no entry before it is called "${named}"`, suggest(named, names)))
    }
    if (addTo !== undefined) {
      const target = menu[other]
      if (target) addButtons(target, entry.buttons ?? [], from)
      continue
    }
    if (other >= 0) at = after === undefined ? other : other + 1
    menu.splice(at, 0, { entry, from, added: [] })
    at++
  }
}

function addButtons(target: PlacedEntry, buttons: readonly string[], from: Place): void {
  const own = target.entry.buttons ?? []
  target.added.push({ first: own.length, from })
  target.entry = { ...target.entry, buttons: [...own, ...buttons] }
}

function placeOf(menu: readonly PlacedEntry[], issue: Issue): Issue {
  const [index, key, button, ...rest] = issue.path
  const placed = typeof index === 'number' ? menu[index] : undefined
  if (!placed) return menu[0]?.from.file.locate(issue) ?? issue
  const added =
    key === 'buttons' && typeof button === 'number' ? placed.added.findLast(({ first }) => button >= first) : undefined
  const { file, index: own } = added?.from ?? placed.from
  const path = added ? [own, 'buttons', (button as number) - added.first, ...rest] : [own, ...issue.path.slice(1)]
  return file.locate({ ...issue, path })
}

/** Entries once had numbers, which their file gave out. Each is named with its fix. */
function withoutIds(json: unknown, issues: Issue[]): unknown {
  if (!Array.isArray(json)) return json
  return json.map((entry: unknown, i) => {
    if (!isObject(entry)) return entry
    const { id, pid, ...rest } = entry
    if (id !== undefined) issues.push(issueAt([i, 'id'], 'entries have no numbers: the database gives them', 'remove "id"'))
    if (pid !== undefined)
      issues.push(issueAt([i, 'pid'], 'entries have no numbers', 'say "parent": "<name>", or nothing for the top of the menu'))
    return rest
  })
}

/** Names are compared without case, as the database does; a button's name is that of its entry and its node. */
function checkNames(menu: readonly PlacedEntry[], issues: Issue[]): void {
  const rules = menu.map(({ entry }) => entry)
  const nameOf = ({ file, index }: Place) => `entry ${index + 1}${file === menu[0]?.from.file ? '' : ` of ${file.name}`}`
  const owners = new Map<string, string>()
  const take = (taken: string, owner: string, at: Issue['path'], fix: string) => {
    const key = taken.toLowerCase()
    const other = owners.get(key)
    if (other === undefined) owners.set(key, owner)
    else issues.push(issueAt(at, `the name "${taken}" is taken by ${other}`, fix))
    return other === undefined
  }
  const named = menu.map(({ entry, from }, i) => take(entry.name, nameOf(from), [i, 'name'], 'give it another name'))
  for (const [i, rule] of rules.entries())
    for (const [j, button] of (named[i] ? (rule.buttons ?? []) : []).entries())
      take(buttonName(rule.name, button), `the button "${button}" of "${rule.name}"`, [i, 'buttons', j], 'rename one of them')
}

function checkParents(rules: readonly MenuSeed[], issues: Issue[]): void {
  const byName = new Map(rules.map((rule) => [rule.name, rule]))
  const told = new Set<string>()
  for (const [i, { name, parent, type }] of rules.entries()) {
    if (parent === undefined || told.has(parent)) continue
    const above = byName.get(parent)
    if (!above) issues.push(issueAt([i, 'parent'], `no entry is called "${parent}"`, suggest(parent, [...byName.keys()])))
    else if (above.type === 'button' && type !== 'button') {
      issues.push(issueAt([i, 'parent'], `"${parent}" is a button, so only buttons can be below it`))
      told.add(parent)
    } else if (isCircle(name, byName)) issues.push(issueAt([i, 'parent'], `"${name}" is below itself`, 'choose another parent'))
  }
}

function isCircle(name: string, byName: ReadonlyMap<string, MenuSeed>): boolean {
  const seen = new Set<string>()
  for (let at = byName.get(name); at; at = at.parent === undefined ? undefined : byName.get(at.parent)) {
    if (seen.has(at.name)) return at.name === name
    seen.add(at.name)
  }
  return false
}
