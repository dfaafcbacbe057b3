import { controlOf, defineField, type FieldProps } from '../define.ts'
import { Textarea } from '../ui/inputs/Textarea.tsx'

/** Several lines of text. */
function TextareaControl(props: FieldProps) {
  return (
    <Textarea
      {...controlOf(props)}
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={props.onChange}
      rows={props.field.rows}
      maxLength={props.field.maxLength}
      placeholder={props.placeholder}
      labelledBy={props.labelledBy}
    />
  )
}

export const textarea = defineField({ Control: TextareaControl, wide: true })
