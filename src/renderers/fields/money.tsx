import { defineField, type FieldProps } from '../define.ts'
import { NumberControl, type NumberLook } from './parts/NumberControl.tsx'

const look: NumberLook = { scale: 2, decimals: 2, prefix: '¥' }

/** Typed and shown in yuan, held in fen. */
function MoneyControl(props: FieldProps) {
  return <NumberControl {...props} look={look} />
}

export const money = defineField({ Control: MoneyControl })
