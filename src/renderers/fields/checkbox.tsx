import { defineField, type FieldProps } from '../define.ts'
import { CheckboxGroup } from '../ui/CheckboxGroup.tsx'
import { keysOf } from './keys.ts'
import { optionsOf } from './optionWords.ts'

/** Some of a few options, all in sight. */
function CheckboxControl(props: FieldProps) {
  return (
    <CheckboxGroup
      id={props.id}
      labelledBy={props.labelledBy}
      value={keysOf(props.value)}
      onChange={props.onChange}
      onBlur={props.onBlur}
      options={optionsOf(props)}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
    />
  )
}

export const checkbox = defineField({ Control: CheckboxControl, group: true, wide: true })
