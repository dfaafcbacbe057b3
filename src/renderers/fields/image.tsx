import { defineField, type FieldProps } from '../define.ts'
import { FileField } from './upload/FileField.tsx'

/** One picture. */
function ImageControl(props: FieldProps) {
  return <FileField {...props} picture={true} />
}

export const image = defineField({ Control: ImageControl, group: true })
