import { defineField, type FieldProps } from '../define.ts'
import { later } from '../later.tsx'
import { RemoteSelect } from '../ui/RemoteSelect.tsx'
import { keysOf } from './keys.ts'
import { loadOf, useScope } from './remote.ts'

// Few forms have a tree, and it brings the library's along.
const RemoteCheckTree = later(() => import('./RemoteCheckTree.tsx').then((module) => module.RemoteCheckTree))

/** Some rows of another table: chosen from a list, or ticked in a tree where the field says `check`. */
export function RemoteMultiSelectControl(props: FieldProps) {
  const scope = useScope(props)
  if (props.field.check) return <RemoteCheckTree {...props} />
  return (
    <RemoteSelect
      multiple
      id={props.id}
      labelledBy={props.labelledBy}
      value={keysOf(props.value)}
      onChange={(next) => props.onChange(next ?? [])}
      load={loadOf(props)}
      scope={scope}
      tree={props.field.tree}
      off={props.form.word(`${props.words}.off`)}
      placeholder={props.placeholder}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
      autoFocus={props.autoFocus}
      onBlur={props.onBlur}
    />
  )
}

export const remoteMultiSelect = defineField({ Control: RemoteMultiSelectControl, wide: true })
