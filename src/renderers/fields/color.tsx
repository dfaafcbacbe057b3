import { controlOf, defineField, type FieldProps } from '../define.ts'
import { ColorPicker } from '../ui/pickers/ColorPicker.tsx'

/** A colour. */
function ColorControl(props: FieldProps) {
  return (
    <ColorPicker
      {...controlOf(props)}
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={props.onChange}
      alpha={props.field.alpha}
      clearable={!props.required}
    />
  )
}

export const color = defineField({ Control: ColorControl })
