import { defineField, type FieldProps } from '../define.ts'
import { TextControl, type TextLook } from './parts/TextControl.tsx'

const look: TextLook = { type: 'url', inputMode: 'url', spellCheck: false }

/** A web address. */
function UrlControl(props: FieldProps) {
  return <TextControl {...props} look={look} />
}

export const url = defineField({ Control: UrlControl })
