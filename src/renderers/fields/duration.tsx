import { useState } from 'react'
import { durationText, parseDuration } from '../../schemas/kinds/duration.ts'
import { controlOf, defineField, type FieldProps } from '../define.ts'
import { Input } from '../ui/inputs/Input.tsx'

/** How long something took: typed as text; what cannot be read stays as typed until the field is left, then goes back. */
function DurationControl(props: FieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const change = (text: string) => {
    setDraft(text)
    const next = readDuration(text)
    if (next !== undefined && next !== props.value) props.onChange(next)
  }
  return (
    <Input
      {...controlOf(props)}
      id={props.id}
      labelledBy={props.labelledBy}
      name={props.name}
      value={draft ?? (typeof props.value === 'number' ? durationText(props.value) : '')}
      onChange={change}
      onBlur={() => {
        setDraft(null)
        props.onBlur()
      }}
      placeholder={props.placeholder ?? durationText(0)}
      autoComplete="off"
      className="k-number"
    />
  )
}

function readDuration(text: string): number | null | undefined {
  try {
    return parseDuration(text)
  } catch {
    return undefined
  }
}

export const duration = defineField({ Control: DurationControl })
