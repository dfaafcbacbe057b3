import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react'
import type { Key } from '../control.ts'
import { indexTree, openFolds, stateOf, type TreeIndex, type TreeNode, toggle } from './treeIndex.ts'

export interface TreeRow {
  node: TreeNode
  /** 1 at the root. */
  level: number
  parent: boolean
  open: boolean
  state: boolean | 'mixed'
}

interface TreeRowsOptions {
  nodes: TreeNode[]
  value: Key[]
  openLevels: number
  off: boolean
  root: RefObject<HTMLElement | null>
  onChange: (value: Key[]) => void
  onOpen?: ((key: Key) => void) | undefined
}

/** Keys that cannot be changed: disabled nodes. */
function lockedKeys(nodes: TreeNode[]): Key[] {
  return nodes.flatMap((node) => [...(node.disabled ? [node.id] : []), ...lockedKeys(node.children ?? [])])
}

/** Nodes whose children have not been read. */
function lazyKeys(nodes: TreeNode[]): Key[] {
  return nodes.flatMap((node) => [...(node.lazy ? [node.id] : []), ...lazyKeys(node.children ?? [])])
}

/** Where a key leads from row `at`: another row, or folding this one; undefined for other keys. */
function move(key: string, rows: TreeRow[], at: number, index: TreeIndex): number | 'open' | 'close' | undefined {
  const row = rows[at]
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  if (key === 'End') return rows.length - 1
  if (key === 'ArrowRight') return row?.parent && !row.open ? 'open' : at + 1
  if (key !== 'ArrowLeft' || !row) return undefined
  if (row.parent && row.open) return 'close'
  const above = index.parent.get(row.node.id)
  return above === undefined ? at : rows.findIndex((one) => one.node.id === above)
}

/** The visible rows of a tree, and the operations on them. */
export function useTreeRows({ nodes, value, openLevels, off, root, onChange, onOpen }: TreeRowsOptions) {
  const index = useMemo(() => indexTree(nodes), [nodes])
  const locked = useMemo(() => new Set(lockedKeys(nodes)), [nodes])
  const chosen = useMemo(() => new Set(value), [value])
  const [folds, setFolds] = useState<ReadonlyMap<Key, boolean>>(() => openFolds(index, chosen))
  const [current, setCurrent] = useState<Key>()

  const isOpen = (node: TreeNode, level: number) => folds.get(node.id) ?? (!node.lazy && level <= openLevels)
  const rows = rowsInSight(nodes, isOpen, (key) => stateOf(index, chosen, key))
  const at = Math.max(
    0,
    rows.findIndex((row) => row.node.id === current),
  )

  const lazy = useMemo(() => new Set(lazyKeys(nodes)), [nodes])
  const fold = (key: Key, open: boolean) => {
    setFolds((before) => new Map(before).set(key, open))
    if (open && lazy.has(key)) onOpen?.(key)
  }
  const press = (row: TreeRow) => {
    if (off || locked.has(row.node.id)) return
    const next = toggle(index, chosen, { key: row.node.id, on: row.state !== true }, (key) => locked.has(key))
    onChange(index.order.filter((key) => next.has(key)))
  }
  const focusRow = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row) return
    setCurrent(row.node.id)
    root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(String(row.node.id))}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const to = move(event.key, rows, at, index)
    if (typeof to === 'number') focusRow(to)
    else if (to) fold(row.node.id, to === 'open')
    else if (event.key === ' ' || event.key === 'Enter') press(row)
    else return
    event.preventDefault()
  }
  return {
    rows,
    at,
    chosen,
    all: rows.length > 0 && rows.every((row) => row.state === true),
    onKeyDown,
    press,
    fold,
    setCurrent,
    foldAll: (open: boolean) => setFolds(new Map(index.order.map((key) => [key, open && !lazy.has(key)]))),
    /** Everything that may be changed, ticked or cleared; what is locked stays as it is. */
    setAll: (on: boolean) => onChange(index.order.filter((key) => (locked.has(key) ? chosen.has(key) : on))),
  }
}

/** The rows of a tree from top to bottom, without those in closed branches. */
function rowsInSight(
  nodes: TreeNode[],
  isOpen: (node: TreeNode, level: number) => boolean,
  state: (key: Key) => TreeRow['state'],
): TreeRow[] {
  const rowsOf = (list: TreeNode[], level: number): TreeRow[] =>
    list.flatMap((node) => {
      const open = isOpen(node, level)
      const parent = node.lazy === true || Boolean(node.children?.length)
      const row = { node, level, parent, open, state: state(node.id) }
      return parent && open ? [row, ...rowsOf(node.children ?? [], level + 1)] : [row]
    })
  return rowsOf(nodes, 1)
}
