import { defineField, type FieldProps } from '../define.ts'
import { AddressInput } from './AddressList.tsx'

/** The address of one file. */
function FileControl(props: FieldProps) {
  return <AddressInput {...props} picture={false} />
}

export const file = defineField({ Control: FileControl })
