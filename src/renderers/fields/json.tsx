import { defineField, type FieldProps } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'

const JsonTree = lazyComponent(() => import('../ui/display/JsonTree.tsx').then((module) => module.JsonTree))

/** Data as it is kept; people read it, the server writes it. */
function JsonControl(props: FieldProps) {
  if (props.value === null || props.value === undefined) return <span className="s-none">–</span>
  return (
    <JsonTree
      id={props.id}
      labelledBy={props.labelledBy}
      describedBy={props.describedBy}
      value={props.value}
      wait={<Skeleton height={96} />}
    />
  )
}

export const json = defineField({ Control: JsonControl, group: true, wide: true })
