import type { HTMLInputAutoCompleteAttribute, InputHTMLAttributes } from 'react'
import { controlOf, type FieldProps } from '../../define.ts'
import { Input } from '../../ui/inputs/Input.tsx'
import { unitOf } from './unit.ts'

export interface TextLook {
  type?: 'text' | 'password' | 'email' | 'tel' | 'url'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  spellCheck?: boolean
  maxLength?: number
}

/** One line of text; `look` is what differs between the kinds. */
export function TextControl({ look = {}, ...props }: FieldProps & { look?: TextLook }) {
  return (
    <Input
      {...look}
      {...controlOf(props)}
      id={props.id}
      labelledBy={props.labelledBy}
      name={props.name}
      value={textOf(props.value)}
      onChange={props.onChange}
      maxLength={props.field.maxLength ?? look.maxLength}
      placeholder={props.placeholder}
      suffix={unitOf(props)}
    />
  )
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}
