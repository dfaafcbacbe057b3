import { controlOf, defineField, type FieldProps } from '../define.ts'
import { MultiSelect } from '../ui/pickers/MultiSelect.tsx'
import { keysOf } from './choices/keys.ts'
import { optionsOf } from './choices/optionWords.ts'
import { useUsual } from './choices/remote.ts'
import { RemoteMultiSelectControl } from './remoteMultiSelect.tsx'

/** Some of a fixed list of options. */
function MultiselectControl(props: FieldProps) {
  if (props.field.preselected) return <Usual {...props} />
  if (props.field.source) return <RemoteMultiSelectControl {...props} />
  return (
    <MultiSelect
      {...controlOf(props)}
      id={props.id}
      labelledBy={props.labelledBy}
      value={keysOf(props.value)}
      onChange={props.onChange}
      options={optionsOf(props)}
      placeholder={props.placeholder}
    />
  )
}

/** Choices of the server, of which those that are usual are chosen at first. */
function Usual(props: FieldProps) {
  useUsual(props)
  return <RemoteMultiSelectControl {...props} />
}

export const multiselect = defineField({ Control: MultiselectControl })
