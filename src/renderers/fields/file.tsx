import { defineField, type FieldProps } from '../define.ts'
import { FileField } from './upload/FileField.tsx'

/** One file. */
function FileControl(props: FieldProps) {
  return <FileField {...props} picture={false} />
}

export const file = defineField({ Control: FileControl, group: true })
