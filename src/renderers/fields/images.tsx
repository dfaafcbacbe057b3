import { defineField, type FieldProps } from '../define.ts'
import { AddressList } from './AddressList.tsx'

/** Addresses of pictures, in the order shown. */
function ImagesControl(props: FieldProps) {
  return <AddressList {...props} picture={true} />
}

export const images = defineField({ Control: ImagesControl, group: true, wide: true })
