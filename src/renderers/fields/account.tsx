import { defineField, type FieldProps } from '../define.ts'
import { TextControl, type TextLook } from './parts/TextControl.tsx'

const look: TextLook = { autoComplete: 'off', spellCheck: false }

/** An account name. */
function AccountControl(props: FieldProps) {
  return <TextControl {...props} look={look} />
}

export const account = defineField({ Control: AccountControl })
