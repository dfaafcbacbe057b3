import { controlOf, defineField, type FieldProps } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { RemoteSelect } from '../ui/pickers/RemoteSelect.tsx'
import { keysOf } from './choices/keys.ts'
import { loadOf, useScope } from './choices/remote.ts'

// Few forms have a tree, and it brings the library's along.
const RemoteCheckTree = lazyComponent(() => import('./choices/RemoteCheckTree.tsx').then((module) => module.RemoteCheckTree))

const OrderedChoices = lazyComponent(() => import('./choices/OrderedChoices.tsx').then((module) => module.OrderedChoices))

/** Some rows of another table: chosen from a list, or ticked in a tree where the field says `check`; put in order where it says `ordered`. */
export function RemoteMultiSelectControl(props: FieldProps) {
  const scope = useScope(props)
  if (props.field.check) return <RemoteCheckTree {...props} />
  return (
    <RemoteSelect
      multiple
      {...controlOf(props)}
      id={props.id}
      labelledBy={props.labelledBy}
      value={keysOf(props.value)}
      onChange={(next) => props.onChange(next ?? [])}
      load={loadOf(props)}
      scope={scope}
      tree={props.field.tree}
      off={props.form.word(`${props.words}.off`)}
      placeholder={props.placeholder}
      below={
        props.field.ordered && !props.disabled && !props.readOnly
          ? (chosen, onChange) => (
              <OrderedChoices chosen={chosen} onChange={onChange} label={props.form.word(`${props.words}.label`) ?? props.name} />
            )
          : undefined
      }
    />
  )
}

export const remoteMultiSelect = defineField({ Control: RemoteMultiSelectControl, wide: true })
