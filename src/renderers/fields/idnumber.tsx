import { defineField, type FieldProps } from '../define.ts'
import { TextControl, type TextLook } from './parts/TextControl.tsx'

const look: TextLook = { autoComplete: 'off', spellCheck: false, maxLength: 18 }

/** An identity number. */
function IdnumberControl(props: FieldProps) {
  return <TextControl {...props} look={look} onChange={(text) => props.onChange(String(text).trim().toUpperCase())} />
}

export const idnumber = defineField({ Control: IdnumberControl })
