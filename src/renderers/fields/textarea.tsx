import { defineField, type FieldProps } from '../define.ts'
import { Textarea } from '../ui/inputs/Textarea.tsx'

/** Several lines of text. */
function TextareaControl(props: FieldProps) {
  return (
    <Textarea
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={props.onChange}
      onBlur={props.onBlur}
      rows={props.field.rows}
      maxLength={props.field.maxLength}
      placeholder={props.placeholder}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      labelledBy={props.labelledBy}
      describedBy={props.describedBy}
      autoFocus={props.autoFocus}
    />
  )
}

export const textarea = defineField({ Control: TextareaControl, wide: true })
