import type { Area } from '../../../runtime/regions.ts'
import { chainOf } from '../../../schemas/kinds/regions.ts'
import type { Key } from '../../ui/control.ts'
import { indexTree, stateOf, type TreeNode } from '../../ui/pickers/treeIndex.ts'

/** The loaded regions by parent code; provinces under 0. */
export type ReadRegions = ReadonlyMap<number, readonly Area[]>

/** The tree of loaded regions, `levels` deep; other children load when opened. */
export function regionNodes(read: ReadRegions, levels: number, code = 0, depth = 1): TreeNode[] {
  return (read.get(code) ?? []).map(({ value, label }) => {
    if (depth >= levels) return { id: value, label }
    const inside = read.get(value)
    if (!inside) return { id: value, label, lazy: true }
    return { id: value, label, children: regionNodes(read, levels, value, depth + 1) }
  })
}

/** Everything in the tree that these regions cover, with its ancestors: the selection as a check tree counts it. */
export function tickedOf(nodes: readonly TreeNode[], codes: ReadonlySet<number>, covered = false): Key[] {
  return nodes.flatMap((node) => {
    const own = covered || codes.has(Number(node.id))
    const below = tickedOf(node.children ?? [], codes, own)
    const holds = own || below.length > 0 || [...codes].some((code) => chainOf(code).slice(0, -1).includes(Number(node.id)))
    return holds ? [node.id, ...below] : below
  })
}

/** The fewest regions that cover the ticked ones: a fully ticked region replaces its children. */
export function codesOf(nodes: TreeNode[], ticked: readonly Key[]): number[] {
  const index = indexTree(nodes)
  const chosen = new Set(ticked)
  const walk = (list: readonly TreeNode[]): number[] =>
    list.flatMap((node) => {
      const state = stateOf(index, chosen, node.id)
      if (state === true) return [Number(node.id)]
      return state === 'mixed' ? walk(node.children ?? []) : []
    })
  return walk(nodes)
}
