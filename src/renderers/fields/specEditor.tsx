import { defineField } from '../define.ts'
import { Plugged } from './parts/Plugged.tsx'

/** Specs and SKUs of a product: drawn by plugins/spec-editor. */
export const specEditor = defineField({ Control: Plugged, group: true, wide: true })
