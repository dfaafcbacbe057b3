import * as z from 'zod/mini'
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

/** The shape of menus/<area>.json: entries in the order of the menu. */
export const menuShape = z.array(menuEntryShape)

/**
 * Parses menus/<area>.json: no two rules have the same name, and every parent is an entry of the file. Gives undefined only where entries
 * cannot be read; other faults are in `issues` alone.
 */
export function parseMenu(json: unknown, issues: Issue[]): MenuSeed[] | undefined {
  const rules = readShape(menuShape, withoutIds(json, issues), [], issues) as MenuSeed[] | undefined
  if (!rules) return undefined
  checkNames(rules, issues)
  checkParents(rules, issues)
  return rules
}

/** Entries once had numbers, which their file gave out. Each is named with its fix. */
function withoutIds(json: unknown, issues: Issue[]): unknown {
  if (!Array.isArray(json)) return json
  return json.map((entry: unknown, i) => {
    if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) return entry
    const { id, pid, ...rest } = entry as Record<string, unknown>
    if (id !== undefined) issues.push(issueAt([i, 'id'], 'entries have no numbers: the database gives them', 'remove "id"'))
    if (pid !== undefined)
      issues.push(issueAt([i, 'pid'], 'entries have no numbers', 'say "parent": "<name>", or nothing for the top of the menu'))
    return rest
  })
}

/** Names are compared without case, as the database does; a button's name is that of its entry and its node. */
function checkNames(rules: readonly MenuSeed[], issues: Issue[]): void {
  const owners = new Map<string, string>()
  const take = (taken: string, owner: string, at: Issue['path'], fix: string) => {
    const key = taken.toLowerCase()
    const other = owners.get(key)
    if (other === undefined) owners.set(key, owner)
    else issues.push(issueAt(at, `the name "${taken}" is taken by ${other}`, fix))
  }
  for (const [i, rule] of rules.entries()) take(rule.name, `entry ${i + 1}`, [i, 'name'], 'give it another name')
  for (const [i, rule] of rules.entries())
    for (const [j, button] of (rule.buttons ?? []).entries())
      take(buttonName(rule.name, button), `the button "${button}" of "${rule.name}"`, [i, 'buttons', j], 'rename one of them')
}

function checkParents(rules: readonly MenuSeed[], issues: Issue[]): void {
  const byName = new Map(rules.map((rule) => [rule.name, rule]))
  for (const [i, { name, parent, type }] of rules.entries()) {
    if (parent === undefined) continue
    const above = byName.get(parent)
    if (!above) issues.push(issueAt([i, 'parent'], `no entry is called "${parent}"`, suggest(parent, [...byName.keys()])))
    else if (above.type === 'button' && type !== 'button')
      issues.push(issueAt([i, 'parent'], `"${parent}" is a button, so only buttons can be below it`))
    else if (isCircle(name, byName)) issues.push(issueAt([i, 'parent'], `"${name}" is below itself`, 'choose another parent'))
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
