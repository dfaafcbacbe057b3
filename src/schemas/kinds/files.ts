import type { Kind } from '../field.ts'
import { acceptOf, addressesOf, fileOptions } from './image.ts'
import { images } from './images.ts'

/** Addresses of files in the order shown. */
export const files: Kind = {
  ...images,
  options: { min: 'count', max: 'positive', ...fileOptions },
  cell: 'file',
  uploads: { many: true, accept: acceptOf(''), addresses: addressesOf },
}
