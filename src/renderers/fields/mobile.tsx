import { defineField, type FieldProps } from '../define.ts'
import { TextControl, type TextLook } from './parts/TextControl.tsx'

const look: TextLook = { type: 'tel', autoComplete: 'off', inputMode: 'tel' }

/** A mobile number. */
function MobileControl(props: FieldProps) {
  return <TextControl {...props} look={look} />
}

export const mobile = defineField({ Control: MobileControl })
