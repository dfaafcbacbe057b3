import { controlOf, defineField, type FieldProps } from '../define.ts'
import { Select } from '../ui/pickers/Select.tsx'
import { keyOrNull } from './choices/keys.ts'
import { optionsOf } from './choices/optionWords.ts'
import { RemoteSelectControl } from './remoteSelect.tsx'

/** One of a fixed list of options. */
function SelectControl(props: FieldProps) {
  if (props.field.source) return <RemoteSelectControl {...props} />
  return (
    <Select
      {...controlOf(props)}
      id={props.id}
      labelledBy={props.labelledBy}
      value={keyOrNull(props.value)}
      onChange={props.onChange}
      options={optionsOf(props)}
      placeholder={props.placeholder}
      clearable={!props.required}
    />
  )
}

export const select = defineField({ Control: SelectControl })
