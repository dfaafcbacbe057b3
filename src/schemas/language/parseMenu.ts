import * as z from 'zod/mini'
import { type Issue, issueAt } from './issue.ts'
import { type MenuSeed, menuExtends, menuRuleTypes, menuTypes } from './menu.ts'
import { readShape } from './shape.ts'

const bit = z.union([z.literal(0), z.literal(1)])
const name = z.string().check(z.regex(/^[a-zA-Z0-9][a-zA-Z0-9/-]*$/))

/** The shape of menus/<area>.json: seeds of the table of rules, parents before children. */
export const menuShape = z.array(
  z.strictObject({
    id: z.int().check(z.gte(1)),
    pid: z.int().check(z.gte(0)),
    type: z.enum(menuRuleTypes),
    name,
    title: z.string().check(z.minLength(1)),
    title_en: z.string().check(z.minLength(1)),
    icon: z.optional(z.string()),
    menu_type: z.optional(z.enum(menuTypes)),
    path: z.optional(z.string()),
    url: z.optional(z.string()),
    component: z.optional(z.string()),
    extend: z.optional(z.enum(menuExtends)),
    status: z.optional(bit),
    keepalive: z.optional(bit),
    no_login_valid: z.optional(bit),
    buttons: z.optional(z.array(z.string())),
  }),
)

/** Parses menus/<area>.json; ids and names are unique, parents stand before their children. */
export function parseMenu(json: unknown, issues: Issue[]): MenuSeed[] | undefined {
  const rules = readShape(menuShape, json, [], issues)
  if (!rules) return undefined
  const ids = new Set<number>([0])
  const names = new Set<string>()
  for (const [i, rule] of rules.entries()) {
    if (ids.has(rule.id)) issues.push(issueAt([i, 'id'], `the id ${rule.id} is taken`))
    if (!ids.has(rule.pid))
      issues.push(issueAt([i, 'pid'], `no rule ${rule.pid} above this one`, 'parents stand before their children'))
    if (names.has(rule.name)) issues.push(issueAt([i, 'name'], `the name "${rule.name}" is taken`))
    ids.add(rule.id)
    names.add(rule.name)
  }
  return rules as MenuSeed[]
}
