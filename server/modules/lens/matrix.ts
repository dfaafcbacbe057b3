import type { LensCell, LensMatrix, LensNode, LensScreen } from '../../../src/schemas/api/lens.ts'
import type { Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { nodeTitle } from '../auth/seed/seedRows.ts'
import { type Cell, menuCell, type NodeAccess, nodeCell, noMenuCell, type Reason, type Seen } from './reason.ts'
import { columnsOf } from './rights.ts'
import type { Subject } from './subject.ts'
import { deliveredTo, type RuleFacts, readWorld, type World } from './world.ts'

/** How the calls behind a node are guarded, and which they are. */
interface Asked {
  access: NodeAccess
  calls: string[]
}

/** What the router asks for: the nodes of every screen (id in lower case), each with the calls that ask for it. */
export type Nodes = ReadonlyMap<string, ReadonlyMap<string, Asked>>

/** The nodes of the handlers that one node opens. */
export function nodesOfRouter(handlers: readonly Handler[]): Nodes {
  const all = new Map<string, Map<string, Asked>>()
  for (const { access, method, controller, action } of handlers) {
    if (access.type !== 'node' && access.type !== 'super') continue
    const page = pageOfNode(access.node)
    const nodes = all.get(page) ?? new Map<string, Asked>()
    const { calls } = nodes.get(access.node) ?? { calls: [] }
    nodes.set(access.node, { access, calls: [...calls, `${method} ${controller}/${action}`] })
    all.set(page, nodes)
  }
  return all
}

/**
 * Screens × actions for one or two roles or persons, in the order of the menu: every menu rule, and every screen that the router has
 * although no rule opens it. `page` limits it to one screen.
 */
export async function matrixOf(ctx: Context, nodes: Nodes, subjects: readonly Subject[], page?: string): Promise<LensMatrix> {
  const world = await readWorld(ctx.read, ctx.lang)
  const seen = await Promise.all(
    subjects.map(async (subject): Promise<Seen> => ({ subject, world, delivered: await deliveredTo(ctx, subject) })),
  )
  const builder: Builder = { ctx, nodes, world, seen }
  const ofRules = menuOrder(world).map((rule) => ruleRow(builder, rule))
  const known = new Set(ofRules.flatMap((row) => [row.page.toLowerCase(), ...row.nodes.map(({ node }) => pageOfNode(node))]))
  const others = [...nodes.keys()].filter((id) => !known.has(id)).map((id) => bareRow(builder, id))
  const rows = [...ofRules, ...others].filter((row) => page === undefined || row.page.toLowerCase() === page.toLowerCase())
  return { subjects: await columnsOf(ctx, subjects), screens: rows }
}

interface Builder {
  ctx: Context
  nodes: Nodes
  world: World
  seen: readonly Seen[]
}

/** Rules of type menu as the menu has them: from the top, each before those below it; those that hang nowhere last. */
function menuOrder({ rules }: World): RuleFacts[] {
  const byParent = new Map<number, RuleFacts[]>()
  for (const rule of rules.values()) byParent.set(rule.pid, [...(byParent.get(rule.pid) ?? []), rule])
  const found = new Set<RuleFacts>()
  const walk = (pid: number) => {
    for (const rule of byParent.get(pid) ?? []) {
      if (found.has(rule)) continue
      found.add(rule)
      walk(rule.id)
    }
  }
  walk(0)
  return [...found, ...[...rules.values()].filter((rule) => !found.has(rule))].filter((rule) => rule.type === 'menu')
}

function ruleRow(builder: Builder, rule: RuleFacts): LensScreen {
  const { ctx, nodes, world, seen } = builder
  const page = rule.page || rule.name
  const buttons = [...world.rules.values()].filter((each) => each.type === 'button' && each.pid === rule.id)
  const asked = [...(nodes.get(page.toLowerCase())?.keys() ?? []), ...(nodes.get(rule.name.toLowerCase())?.keys() ?? [])]
  const there = new Set(buttons.map((button) => button.name.toLowerCase()))
  // In the order of the rules; what the router asks for and no rule names comes after.
  const names = [...buttons.map((button) => button.name), ...asked.filter((node) => !there.has(node.toLowerCase()))]
  const named = new Map(buttons.map((button) => [button.name, button]))
  const exists = rule.page === '' || ctx.schema.pages.has(rule.page)
  const menu = seen.map((each) => menuCell(each, rule)).map((cell) => (exists ? cell : withoutScreen(cell, rule)))
  const rows = [...new Set(names)].map((node) => nodeRow(builder, page, node, named.get(node)))
  return finished({
    rule: rule.id,
    page,
    title: rule.title,
    path: titlesAbove(world, rule),
    open: rule.page !== '' && exists ? `/admin/${rule.name}` : null,
    menu: menu.map((cell) => wireCell(ctx, cell)),
    nodes: rows,
  })
}

/** A screen of the router that no rule opens. */
function bareRow(builder: Builder, id: string): LensScreen {
  const { ctx, nodes, seen } = builder
  const names = [...(nodes.get(id)?.keys() ?? [])]
  const page = names[0]?.slice(0, names[0].lastIndexOf('/')) ?? id
  const title = ctx.schema.words.text(ctx.lang, page, 'title')
  return finished({
    rule: null,
    page,
    title: title === 'title' ? page : title,
    path: [],
    open: null,
    menu: seen.map(() => wireCell(ctx, noMenuCell(page))),
    nodes: names.map((node) => nodeRow(builder, page, node, undefined)),
  })
}

function nodeRow({ ctx, nodes, seen }: Builder, page: string, node: string, rule: RuleFacts | undefined): LensNode {
  const bare = node.slice(node.lastIndexOf('/') + 1)
  const asking = [...(nodes.get(pageOfNode(node)) ?? [])].filter(([name]) => name.toLowerCase() === node.toLowerCase())
  return {
    node,
    rule: rule?.id ?? null,
    title: rule?.title || nodeTitle(ctx.schema, ctx.lang, page, bare),
    calls: asking.flatMap(([, { calls }]) => calls),
    cells: seen.map((each) => wireCell(ctx, nodeCell(each, asking[0]?.[1].access ?? { type: 'node', node }))),
  }
}

function finished(row: Omit<LensScreen, 'differs'>): LensScreen {
  const unlike = ([one, ...others]: readonly LensCell[]) =>
    others.some((other) => other.allowed !== one?.allowed || other.shown !== one?.shown)
  return { ...row, differs: unlike(row.menu) || row.nodes.some(({ cells }) => unlike(cells)) }
}

function withoutScreen(cell: Cell, rule: RuleFacts): Cell {
  const why: Reason = { code: 'screenAbsent', params: { page: rule.page } }
  return { ...cell, why: [...cell.why, why] }
}

function wireCell(ctx: Context, { allowed, shown, why }: Cell): LensCell {
  return {
    allowed,
    shown,
    why: why.map(({ code, params }) => ctx.text(`lens.why.${code}`, params)),
    codes: why.map(({ code }) => code),
  }
}

function titlesAbove(world: World, rule: RuleFacts): string[] {
  const titles: string[] = []
  let above = world.rules.get(rule.pid)
  for (let depth = 0; above && depth < 20; depth++) {
    titles.unshift(above.title)
    above = world.rules.get(above.pid)
  }
  return titles
}

function pageOfNode(node: string): string {
  return node.slice(0, node.lastIndexOf('/')).toLowerCase()
}
