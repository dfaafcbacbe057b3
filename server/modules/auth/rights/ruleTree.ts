import type { Context } from '../../../core/context.ts'
import type { Reader } from '../../../core/db/connect.ts'
import { frameOrigins, mayFrame } from '../../../core/http/frames.ts'
import { Refused } from '../../../core/refuse.ts'
import type { FieldMessage, Row, ScreenHooks } from '../../../crud/domain.ts'
import { deliveredComponent, ownComponent } from '../component.ts'

/** A row of a table of rules (admin_rule, user_rule) as far as the tree is concerned. */
export interface TreeRule {
  id: string
  pid: string
  type?: string
}

/** The given ids and everything above them, in the order of the tree. A right below a closed door is of no use. */
export function withAncestors(rules: ReadonlyMap<string, TreeRule>, ids: Iterable<string>): string[] {
  const wanted = new Set<string>()
  for (const id of ids) {
    for (let at = rules.get(id); at && !wanted.has(at.id); at = rules.get(at.pid)) wanted.add(at.id)
  }
  return [...rules.keys()].filter((id) => wanted.has(id))
}

/** Only the ids that are parent of no other id of the list: what a tree of check boxes marks itself. */
export function leavesOf(rules: ReadonlyMap<string, TreeRule>, ids: readonly string[]): string[] {
  const parents = new Set(ids.flatMap((id) => rules.get(id)?.pid ?? []))
  return ids.filter((id) => rules.has(id) && !parents.has(id))
}

/** Is `id` the row itself or one below it? */
export function isUnder(rules: ReadonlyMap<string, TreeRule>, id: string, row: string): boolean {
  const seen = new Set<string>()
  for (let at: string | undefined = id; at && at !== '0' && !seen.has(at); at = rules.get(at)?.pid) {
    if (at === row) return true
    seen.add(at)
  }
  return false
}

const withPath = ['menu', 'route', 'nav', 'nav_user_menu']

/** Findings about a rule's place and path that both tables of rules share. `next` is the row as it will be. */
export function validateRule(rules: ReadonlyMap<string, TreeRule>, next: Row, id: string | null): Record<string, FieldMessage> {
  const found: Record<string, FieldMessage> = {}
  const pid = String(next.pid ?? 0)
  const parent = rules.get(pid)
  if (pid !== '0' && !parent) found.pid = { code: 'authority.noSuchRule' }
  else if (id !== null && isUnder(rules, pid, id)) found.pid = { code: 'authority.under' }
  else if (next.type === 'button' && !withPath.includes(parent?.type ?? '')) found.pid = { code: 'authority.buttonParent' }
  else if (next.type !== 'button' && parent?.type === 'button') found.pid = { code: 'authority.menuParent' }
  const hasButtons = id !== null && [...rules.values()].some((rule) => rule.pid === id && rule.type === 'button')
  if (hasButtons && next.path && next.path !== next.name) found.path = { code: 'authority.path' }
  return found
}

/** Finding about the address of a frame: only those of the settings are shown (frame-src of the pages). */
export async function validateFrame(db: Reader, next: Row): Promise<Record<string, FieldMessage>> {
  if (next.type !== 'menu' || next.menu_type !== 'iframe' || mayFrame(String(next.url), await frameOrigins(db))) return {}
  return { url: { code: 'authority.frame' } }
}

/** The row as it will be: a path that was the name follows a new name, unless another path was typed. */
export function nextRule(before: Row | null, values: Row): Row {
  const next = { ...before, ...values }
  const follows = before !== null && before.path === before.name && next.path === before.path
  return follows || !next.path ? { ...next, path: next.type === 'button' ? '' : next.name } : next
}

/** Writes what follows from the type into `values`: a button has neither path nor screen, a directory no screen. */
export function completeRule(next: Row, values: Row, noMenuType: 'tab' | null): void {
  values.path = next.path
  if (next.type === 'button') Object.assign(values, { path: '', icon: '', url: '', component: '', menu_type: noMenuType })
  if (next.type === 'menu_dir') Object.assign(values, { menu_type: noMenuType, component: '', url: '' })
}

/** Refuses to delete rules that have others below them which are not deleted with them. */
export async function requireNoChildren(
  trx: Reader,
  rows: readonly Row[],
  { table, title, code }: { table: string; title: string; code: string },
): Promise<void> {
  const ids = rows.map((row) => Number(row.id))
  if (ids.length === 0) return
  const child = await trx.selectFrom(table).select('pid').where('pid', 'in', ids).where('id', 'not in', ids).executeTakeFirst()
  if (!child) return
  const parent = rows.find((row) => Number(row.id) === Number(child.pid))
  throw new Refused(code, { name: String(parent?.[title] ?? '') })
}

/** What both tables of rules do with `component`: BuildAdmin's client reads paths of views, both ways of writing it are taken. */
export function componentHooks(area: 'admin' | 'user'): Required<Pick<ScreenHooks, 'receive' | 'buildAdmin'>> {
  return {
    receive(ctx: Context, body) {
      const { component } = body
      if (typeof component !== 'string' || component === '') return { ...body }
      return { ...body, component: ownComponent(component, area, (id) => ctx.schema.pages.has(id)) }
    },
    buildAdmin: {
      names(wire) {
        for (const row of wire)
          if (typeof row.component === 'string') row.component = deliveredComponent(row.component, 'buildadmin', area)
      },
    },
  }
}
