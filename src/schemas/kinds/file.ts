import { image } from './image.ts'

/** Address of one file: an uploaded path of the own origin, or http(s). */
export const file = { ...image, cell: 'url' }
