import { defineField, type FieldProps } from '../define.ts'
import { ColorPicker } from '../ui/pickers/ColorPicker.tsx'

/** A colour. */
function ColorControl(props: FieldProps) {
  return (
    <ColorPicker
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={props.onChange}
      alpha={props.field.alpha}
      onBlur={props.onBlur}
      clearable={!props.required}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
    />
  )
}

export const color = defineField({ Control: ColorControl })
