import { defineField, type FieldProps } from '../define.ts'
import { TextControl, type TextLook } from './parts/TextControl.tsx'

/** What must not be read over a shoulder, and is never filled in. */
const hidden: TextLook = { type: 'password', autoComplete: 'off', spellCheck: false }

/** One line of text. */
function StringControl(props: FieldProps) {
  return <TextControl {...props} look={props.field.secret ? hidden : {}} />
}

export const string = defineField({ Control: StringControl })
