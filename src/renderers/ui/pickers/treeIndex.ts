import type { Key } from '../control.ts'

export interface TreeNode {
  id: Key
  label: string
  /** Quieter words after the label. */
  note?: string
  icon?: string
  disabled?: boolean
  children?: TreeNode[]
  /** There is something below it that has not been read yet. */
  lazy?: boolean
}

export interface TreeIndex {
  parent: Map<Key, Key | undefined>
  below: Map<Key, Key[]>
  order: Key[]
}

/** Ancestors and descendants of each key. */
export function indexTree(nodes: TreeNode[]): TreeIndex {
  const index: TreeIndex = { parent: new Map(), below: new Map(), order: [] }
  const walk = (list: TreeNode[], parent: Key | undefined) => {
    for (const node of list) {
      index.parent.set(node.id, parent)
      index.below.set(
        node.id,
        (node.children ?? []).map((child) => child.id),
      )
      index.order.push(node.id)
      walk(node.children ?? [], node.id)
    }
  }
  walk(nodes, undefined)
  return index
}

/** All keys from this node down, itself first. */
export function branch(index: TreeIndex, key: Key): Key[] {
  return [key, ...(index.below.get(key) ?? []).flatMap((child) => branch(index, child))]
}

/**
 * The selected keys after toggling one: its descendants follow, and an ancestor is selected whenever a descendant is (the right to a
 * button requires the right to its screen).
 */
export function toggle(
  index: TreeIndex,
  chosen: ReadonlySet<Key>,
  { key, on }: { key: Key; on: boolean },
  locked: (key: Key) => boolean = () => false,
): Set<Key> {
  const next = new Set(chosen)
  for (const one of branch(index, key)) if (!locked(one)) on ? next.add(one) : next.delete(one)
  for (let up = index.parent.get(key); up !== undefined; up = index.parent.get(up)) {
    if (on) next.add(up)
    else if (!(index.below.get(up) ?? []).some((child) => next.has(child))) next.delete(up)
  }
  return next
}

/** Ticked, not, or partly: some but not all below it are chosen. */
export function stateOf(index: TreeIndex, chosen: ReadonlySet<Key>, key: Key): boolean | 'mixed' {
  const all = branch(index, key)
  const count = all.filter((one) => chosen.has(one)).length
  if (count === 0) return false
  return count === all.length ? true : 'mixed'
}

/** Branches open initially: those that are partly selected. Every selected entry is visible, or implied by its branch. */
export function openFolds(index: TreeIndex, chosen: ReadonlySet<Key>): Map<Key, boolean> {
  return new Map(index.order.flatMap((key) => (stateOf(index, chosen, key) === 'mixed' ? [[key, true] as const] : [])))
}
