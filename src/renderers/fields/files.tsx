import { defineField, type FieldProps } from '../define.ts'
import { FileField } from './upload/FileField.tsx'

/** Files, in the order shown. */
function FilesControl(props: FieldProps) {
  return <FileField {...props} picture={false} />
}

export const files = defineField({ Control: FilesControl, group: true, wide: true })
