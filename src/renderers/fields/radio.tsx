import { defineField, type FieldProps } from '../define.ts'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { optionsOf } from './optionWords.ts'

/** One of a few options, all in sight. */
function RadioControl(props: FieldProps) {
  return (
    <RadioGroup
      id={props.id}
      labelledBy={props.labelledBy}
      value={typeof props.value === 'string' || typeof props.value === 'number' ? props.value : null}
      onChange={props.onChange}
      onBlur={props.onBlur}
      options={optionsOf(props)}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
      autoFocus={props.autoFocus}
    />
  )
}

export const radio = defineField({ Control: RadioControl, group: true })
