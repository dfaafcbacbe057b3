import { images } from './images.ts'

/** Addresses of files in the order shown. */
export const files = { ...images, cell: 'tags' }
