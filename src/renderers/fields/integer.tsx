import { defineField, type FieldProps } from '../define.ts'
import { NumberControl, type NumberLook } from './parts/NumberControl.tsx'

const look: NumberLook = { decimals: 0 }

/** A whole number. */
function IntegerControl(props: FieldProps) {
  return <NumberControl {...props} look={look} />
}

export const integer = defineField({ Control: IntegerControl })
