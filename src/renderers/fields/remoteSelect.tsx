import { controlOf, defineField, type FieldProps } from '../define.ts'
import { RemoteSelect } from '../ui/pickers/RemoteSelect.tsx'
import { keyOrNull } from './choices/keys.ts'
import { loadOf, useScope } from './choices/remote.ts'

/** One row of another table, searched on the server. 0 means none. */
export function RemoteSelectControl(props: FieldProps) {
  const value = keyOrNull(props.value)
  return (
    <RemoteSelect
      {...controlOf(props)}
      id={props.id}
      labelledBy={props.labelledBy}
      value={value === 0 ? null : value}
      onChange={(next) => props.onChange(next ?? (props.field.default === 0 ? 0 : null))}
      load={loadOf(props)}
      scope={useScope(props)}
      tree={props.field.tree}
      off={props.form.word(`${props.words}.off`)}
      placeholder={props.placeholder}
      clearable={!props.required}
    />
  )
}

export const remoteSelect = defineField({ Control: RemoteSelectControl })
