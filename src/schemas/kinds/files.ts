import { defineKind } from './define.ts'
import { acceptOf, addressesOf, fileOptions } from './image.ts'
import { images } from './images.ts'

const options = { min: 'count', max: 'positive', ...fileOptions } as const

/** Addresses of files in the order shown. */
export const files = defineKind<typeof options>({
  ...images,
  help: 'Files in an order.',
  options,
  cell: 'file',
  uploads: { many: true, accept: acceptOf(''), addresses: addressesOf },
})
