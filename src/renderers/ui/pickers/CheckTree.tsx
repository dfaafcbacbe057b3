import { type KeyboardEvent, useRef } from 'react'
import { type ControlProps, cx, type Key, nameOf } from '../control.ts'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words.tsx'
import type { TreeNode } from './treeIndex.ts'
import { type TreeRow, useTreeRows } from './treeRows.ts'

export interface CheckTreeProps extends ControlProps {
  nodes: TreeNode[]
  /** Every chosen key; parents of chosen nodes are among them. */
  value: Key[]
  onChange: (value: Key[]) => void
  /** Levels open at first. Default 1. */
  openLevels?: number
  /** Called for the children of a lazy node when it opens. */
  onOpen?: (key: Key) => void
  /** How many are said to be chosen; all that are ticked unless given. */
  count?: number
}

/** A tree of tick boxes, for permissions: ticking a branch ticks its descendants, and ancestors are ticked with it. */
export function CheckTree(props: CheckTreeProps) {
  const { nodes, value, onChange, openLevels = 1 } = props
  const words = useWords()
  const root = useRef<HTMLDivElement>(null)
  const off = Boolean(props.disabled || props.readOnly)
  const tree = useTreeRows({ nodes, value, openLevels, off, root, onChange, onOpen: props.onOpen })
  return (
    <div className={cx('k-tree', props.invalid && 'is-invalid', props.disabled && 'is-disabled')}>
      <div className="k-tree-tools">
        <button type="button" className="k-btn k-btn-link" disabled={off} onClick={() => tree.setAll(!tree.all)}>
          {words(tree.all ? 'ui.controls.clearAll' : 'ui.controls.chooseAll')}
        </button>
        <button type="button" className="k-btn k-btn-link" onClick={() => tree.foldAll(true)}>
          {words('ui.controls.unfold')}
        </button>
        <button type="button" className="k-btn k-btn-link" onClick={() => tree.foldAll(false)}>
          {words('ui.controls.fold')}
        </button>
        <span className="k-tree-count" role="status">
          {words('ui.controls.chosenCount', { count: props.count ?? tree.chosen.size })}
        </span>
      </div>
      <div
        {...nameOf(props)}
        ref={root}
        id={props.id}
        role="tree"
        aria-multiselectable="true"
        tabIndex={-1}
        className="k-tree-list"
      >
        {tree.rows.map((row, place) => (
          <Row
            key={row.node.id}
            row={row}
            off={off}
            stop={place === tree.at}
            onPress={() => tree.press(row)}
            onKeyDown={tree.onKeyDown}
            onFold={() => tree.fold(row.node.id, !row.open)}
            onFocus={() => tree.setCurrent(row.node.id)}
          />
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  row: TreeRow
  off: boolean
  /** The one row that Tab reaches. */
  stop: boolean
  onPress: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onFold: () => void
  onFocus: () => void
}

function Row({ row, off, stop, onPress, onKeyDown, onFold, onFocus }: RowProps) {
  const { node, level, parent, open, state } = row
  return (
    <div
      role="treeitem"
      data-key={node.id}
      aria-level={level}
      aria-checked={state}
      aria-expanded={parent ? open : undefined}
      aria-disabled={node.disabled || off || undefined}
      tabIndex={stop ? 0 : -1}
      className="k-tree-row"
      style={{ paddingInlineStart: (level - 1) * 22 + 4 }}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const onArrow = event.target instanceof Element && event.target.closest('.k-tree-fold') !== null
        if (parent && onArrow) onFold()
        else onPress()
      }}
    >
      <span className={cx('k-tree-fold', open && 'is-open')}>{parent ? <Icon name="chevron-right" /> : null}</span>
      <span className={cx('k-check', state === true && 'is-on', state === 'mixed' && 'is-mixed')} aria-hidden="true" />
      {node.icon ? <Icon name={node.icon} /> : null}
      <span className="k-tree-label">{node.label}</span>
      {node.note ? <span className="k-tree-note">{node.note}</span> : null}
    </div>
  )
}
