import { controlOf, type FieldProps, type RemoteOption } from '../../define.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { CheckTree } from '../../ui/pickers/CheckTree.tsx'
import type { TreeNode } from '../../ui/pickers/treeIndex.ts'
import { useLoad } from '../../useLoad.ts'
import { keysOf } from './keys.ts'

/** The whole tree of choices at once, to be ticked: the rights of a group. */
export function RemoteCheckTree(props: FieldProps) {
  const { form, name } = props
  const {
    value: nodes,
    reason,
    reload,
  } = useLoad(
    async (signal) => treeOf((await form.options(name, { search: '', page: 1, limit: 200, signal })).list),
    [form, name],
  )
  if (reason !== '') {
    return (
      <span className="s-form-failed" role="alert">
        {reason}{' '}
        <Button look="link" onClick={reload}>
          {form.t('ui.list.retry')}
        </Button>
      </span>
    )
  }
  if (!nodes) {
    return (
      <span className="s-form-waiting" aria-busy="true">
        <Skeleton width="40%" />
        <Skeleton width="55%" />
        <Skeleton width="48%" />
      </span>
    )
  }
  return (
    <CheckTree
      {...controlOf(props)}
      id={props.id}
      labelledBy={props.labelledBy}
      nodes={nodes}
      value={keysOf(props.value)}
      onChange={props.onChange}
    />
  )
}

/** The tree of a flat list of rows with parents; a row whose parent is missing becomes a root. */
export function treeOf(list: readonly RemoteOption[]): TreeNode[] {
  // Keys may be texts in the form while parents are numbers on the wire.
  const nodes = new Map<string, TreeNode & { children: TreeNode[] }>(
    list.map((row) => [String(row.value), { id: row.value, label: row.label, disabled: row.disabled, children: [] }]),
  )
  const roots: TreeNode[] = []
  for (const row of list) {
    const node = nodes.get(String(row.value))
    if (!node) continue
    const parent = row.pid !== undefined && String(row.pid) !== String(row.value) ? nodes.get(String(row.pid)) : undefined
    ;(parent?.children ?? roots).push(node)
  }
  return roots
}
