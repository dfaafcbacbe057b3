import { defineField, type FieldProps } from '../define.ts'
import { TextControl, type TextLook } from './parts/TextControl.tsx'

const look: TextLook = { autoComplete: 'off', spellCheck: false }

/** The name of a variable. */
function VarnameControl(props: FieldProps) {
  return <TextControl {...props} look={look} />
}

export const varname = defineField({ Control: VarnameControl })
