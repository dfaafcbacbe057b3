import { lengthOptions } from './define.ts'
import { acceptOf, addressesOf, fileOptions, image } from './image.ts'

/** Address of one file: an uploaded path of the own origin, or http(s). */
export const file = {
  ...image,
  options: { ...lengthOptions, ...fileOptions },
  cell: 'file',
  uploads: { many: false, accept: acceptOf(''), addresses: addressesOf },
}
