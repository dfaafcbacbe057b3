import { defineKind, lengthOptions } from './define.ts'
import { acceptOf, addressesOf, fileOptions, image } from './image.ts'

const options = { ...lengthOptions, ...fileOptions } as const

/** Address of one file: an uploaded path of the own origin, or http(s). */
export const file = defineKind<typeof options>({
  ...image,
  help: 'One file.',
  options,
  cell: 'file',
  uploads: { many: false, accept: acceptOf(''), addresses: addressesOf },
})
