import { mayCall } from '../../core/context.ts'
import type { Access } from '../../core/route.ts'
import type { Subject } from './subject.ts'
import type { GroupFacts, RuleFacts, World } from './world.ts'

/** An access that is about one node. */
export type NodeAccess = Extract<Access, { node: string }>

/** Why somebody may or may not: a word below `lens.why.`. */
export type ReasonCode =
  | 'super'
  | 'held'
  | 'personDisabled'
  | 'noGroup'
  | 'groupDisabled'
  | 'ruleAbsent'
  | 'ruleDisabled'
  | 'notHeld'
  | 'parentMissing'
  | 'parentDisabled'
  | 'parentNotHeld'
  | 'screenAbsent'
  | 'superOnly'

/** One reason, with what it names: titles of rules, names of groups. */
export interface Reason {
  code: ReasonCode
  params: Readonly<Record<string, string>>
}

/** One place of the matrix. `allowed` is what the server's own check says, and what it would answer. */
export interface Cell {
  allowed: boolean
  /** Delivered to their browser: only then is there an entry or a button. */
  shown: boolean
  why: readonly Reason[]
}

/** Input of the cells of one role or person. */
export interface Seen {
  subject: Subject
  delivered: ReadonlySet<number>
  world: World
}

/** May they call what asks for this node? The check is the one every call meets; the reasons only say in words what it found. */
export function nodeCell(seen: Seen, access: NodeAccess): Cell {
  const { subject, world, delivered } = seen
  const { node } = access
  const rules = world.named.get(node.toLowerCase()) ?? []
  const allowed = mayCall(access, subject.actor)
  const shown = rules.some((rule) => delivered.has(rule.id))
  const [rule] = rules
  if (!allowed && access.type === 'super') return { allowed, shown, why: [{ code: 'superOnly', params: {} }] }
  if (!allowed) return { allowed, shown, why: [missing(seen, rules, node)] }
  const held = rules.find((each) => each.enabled && holderOf(seen, each)) ?? rule
  // The call would be answered, but nothing leads to it: no rule of that name is delivered.
  const hidden = shown ? [] : held ? [notDelivered(seen, held)] : [{ code: 'ruleAbsent', params: { name: node } } as const]
  return { allowed, shown, why: [granted(seen, held), ...hidden] }
}

/** Is this entry of the menu delivered to them? */
export function menuCell(seen: Seen, rule: RuleFacts): Cell {
  const allowed = seen.delivered.has(rule.id)
  return { allowed, shown: allowed, why: [allowed ? granted(seen, rule) : notDelivered(seen, rule)] }
}

/** A screen that no menu rule opens has no entry for anybody. */
export function noMenuCell(name: string): Cell {
  return { allowed: false, shown: false, why: [{ code: 'ruleAbsent', params: { name } }] }
}

function granted(seen: Seen, rule: RuleFacts | undefined): Reason {
  const all = groupsOf(seen).find((group) => group.enabled && group.rules.has('*'))
  if (all) return { code: 'super', params: { group: all.name } }
  const group = rule && holderOf(seen, rule)
  return { code: 'held', params: { group: group?.name ?? '', rule: rule?.title ?? '' } }
}

/** Why a rule is not delivered: for itself, or for one above it without which it hangs nowhere. */
function notDelivered(seen: Seen, rule: RuleFacts): Reason {
  if (!rule.enabled) return { code: 'ruleDisabled', params: { rule: rule.title } }
  if (!seen.subject.actor || !holderOf(seen, rule)) return missing(seen, [rule], rule.name)
  for (let above = rule; above.pid !== 0; ) {
    const parent = seen.world.rules.get(above.pid)
    if (!parent) return { code: 'parentMissing', params: { rule: above.title } }
    if (!parent.enabled) return { code: 'parentDisabled', params: { rule: parent.title } }
    if (!holderOf(seen, parent)) return { code: 'parentNotHeld', params: { rule: parent.title } }
    above = parent
    if (above.id === rule.id) break // a circle of parents hangs nowhere either
  }
  return { code: 'parentMissing', params: { rule: rule.title } }
}

/** Why the right is missing. Names the first obstacle: the one to remove before anything else helps. */
function missing(seen: Seen, rules: readonly RuleFacts[], name: string): Reason {
  const { subject } = seen
  const groups = groupsOf(seen)
  if (subject.kind === 'admin' && !subject.enabled) return { code: 'personDisabled', params: { name: subject.name } }
  if (groups.length === 0) return { code: 'noGroup', params: { name: subject.name } }
  const [rule] = rules
  const enabled = rules.find((each) => each.enabled)
  const off = groups.find((group) => !group.enabled && (rules.some((each) => holds(group, each)) || group.rules.has('*')))
  const none = groups.every((group) => !group.enabled)
  if (!rule) return none ? disabledGroup(groups[0]) : { code: 'ruleAbsent', params: { name } }
  if (!enabled) return { code: 'ruleDisabled', params: { rule: rule.title } }
  if (off || none) return disabledGroup(off ?? groups[0])
  return { code: 'notHeld', params: { group: groups.map((group) => group.name).join(' · '), rule: enabled.title } }
}

function disabledGroup(group: GroupFacts | undefined): Reason {
  return { code: 'groupDisabled', params: { group: group?.name ?? '' } }
}

function groupsOf({ subject, world }: Seen): GroupFacts[] {
  return subject.groups.flatMap((id) => world.groups.get(id) ?? [])
}

function holderOf(seen: Seen, rule: RuleFacts): GroupFacts | undefined {
  return groupsOf(seen).find((group) => group.enabled && holds(group, rule))
}

function holds(group: GroupFacts, rule: RuleFacts): boolean {
  return group.rules.has('*') || group.rules.has(String(rule.id))
}
