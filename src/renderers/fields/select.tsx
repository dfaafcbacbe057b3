import { defineField, type FieldProps } from '../define.ts'
import { Select } from '../ui/pickers/Select.tsx'
import { keyOrNull } from './choices/keys.ts'
import { optionsOf } from './choices/optionWords.ts'
import { RemoteSelectControl } from './remoteSelect.tsx'

/** One of a fixed list of options. */
function SelectControl(props: FieldProps) {
  if (props.field.source) return <RemoteSelectControl {...props} />
  return (
    <Select
      id={props.id}
      labelledBy={props.labelledBy}
      value={keyOrNull(props.value)}
      onChange={props.onChange}
      onBlur={props.onBlur}
      options={optionsOf(props)}
      placeholder={props.placeholder}
      clearable={!props.required}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
      autoFocus={props.autoFocus}
    />
  )
}

export const select = defineField({ Control: SelectControl })
