import { defineField } from '../define.ts'
import { Plugged } from './parts/Plugged.tsx'

/** Specs and SKUs of a goods: plugins/spec-editor draws them. */
export const specEditor = defineField({ Control: Plugged, group: true, wide: true })
