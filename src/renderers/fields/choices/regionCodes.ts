import type { Area } from '../../../runtime/regions.ts'
import { chainOf } from '../../../schemas/kinds/regions.ts'
import type { Key } from '../../ui/control.ts'
import { indexTree, stateOf, type TreeNode } from '../../ui/pickers/treeIndex.ts'

/** The regions that have been read, by the code they lie in; provinces by 0. */
export type ReadRegions = ReadonlyMap<number, readonly Area[]>

/** The tree of what has been read, `levels` deep; what lies in the rest is asked for when it is opened. */
export function regionNodes(read: ReadRegions, levels: number, code = 0, depth = 1): TreeNode[] {
  return (read.get(code) ?? []).map(({ value, label }) => {
    if (depth >= levels) return { id: value, label }
    const inside = read.get(value)
    if (!inside) return { id: value, label, lazy: true }
    return { id: value, label, children: regionNodes(read, levels, value, depth + 1) }
  })
}

/** Everything in the tree that these regions cover, with what stands around it: what a tree to tick calls chosen. */
export function tickedOf(nodes: readonly TreeNode[], codes: ReadonlySet<number>, covered = false): Key[] {
  return nodes.flatMap((node) => {
    const own = covered || codes.has(Number(node.id))
    const below = tickedOf(node.children ?? [], codes, own)
    const holds = own || below.length > 0 || [...codes].some((code) => chainOf(code).slice(0, -1).includes(Number(node.id)))
    return holds ? [node.id, ...below] : below
  })
}

/** The fewest regions that cover what is ticked: a region all of which is ticked stands for what lies in it. */
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
