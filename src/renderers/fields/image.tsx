import { defineField, type FieldProps } from '../define.ts'
import { AddressInput } from './AddressList.tsx'

/** The address of one picture. */
function ImageControl(props: FieldProps) {
  return <AddressInput {...props} picture={true} />
}

export const image = defineField({ Control: ImageControl })
