import type { ComponentType } from 'react'
import type { Field } from '../../schemas/field.ts'
import type { CellEnvironment } from '../define.ts'

export interface ViewProps {
  value: unknown
  field: Field
  /** Path of the field's words: `fields.specs`. */
  words: string
  env: CellEnvironment
}

/** How a value is read at full length. */
export type View = ComponentType<ViewProps>
