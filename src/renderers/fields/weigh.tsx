import { defineField, type FieldProps } from '../define.ts'
import { NumberControl, type NumberLook } from './parts/NumberControl.tsx'

const look: NumberLook = { decimals: 0 }

/** The weight of a row among its like. */
function WeighControl(props: FieldProps) {
  return <NumberControl {...props} look={look} />
}

export const weigh = defineField({ Control: WeighControl })
