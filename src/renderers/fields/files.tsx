import { defineField, type FieldProps } from '../define.ts'
import { AddressList } from './AddressList.tsx'

/** Addresses of files, in the order shown. */
function FilesControl(props: FieldProps) {
  return <AddressList {...props} picture={false} />
}

export const files = defineField({ Control: FilesControl, group: true, wide: true })
