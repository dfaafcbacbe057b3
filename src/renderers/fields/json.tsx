import { defineField, type FieldProps } from '../define.ts'
import { Textarea } from '../ui/Textarea.tsx'

/** Data as it is kept; people read it, the server writes it. */
function JsonControl(props: FieldProps) {
  return (
    <Textarea
      id={props.id}
      value={JSON.stringify(props.value ?? null, null, 2)}
      onChange={() => undefined}
      rows={6}
      mono
      readOnly
      describedBy={props.describedBy}
    />
  )
}

export const json = defineField({ Control: JsonControl, wide: true })
