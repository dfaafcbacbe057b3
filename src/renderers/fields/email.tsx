import { defineField, type FieldProps } from '../define.ts'
import { TextControl, type TextLook } from './parts/TextControl.tsx'

const look: TextLook = { type: 'email', autoComplete: 'off', inputMode: 'email', spellCheck: false }

/** An e-mail address. */
function EmailControl(props: FieldProps) {
  return <TextControl {...props} look={look} />
}

export const email = defineField({ Control: EmailControl })
