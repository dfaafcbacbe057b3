import { defineField, type FieldProps } from '../define.ts'
import { FileField } from './upload/FileField.tsx'

/** Pictures, in the order shown. */
function ImagesControl(props: FieldProps) {
  return <FileField {...props} picture={true} />
}

export const images = defineField({ Control: ImagesControl, group: true, wide: true })
