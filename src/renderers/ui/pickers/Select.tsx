import { useMemo, useState } from 'react'
import type { ControlProps, Key, Option } from '../control.ts'
import { Picker } from './Picker.tsx'

export interface SelectProps extends ControlProps {
  value: Key | null
  onChange: (value: Key | null) => void
  options: Option[]
  placeholder?: string
  clearable?: boolean
  /** A search line; by itself from 10 options on. */
  filter?: boolean
  size?: 'small' | 'normal'
}

/** The options whose label holds the text, without regard to case. */
export function matching(options: Option[], text: string): Option[] {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? options : options.filter((option) => option.label.toLowerCase().includes(wanted))
}

/** One of several known options. */
export function Select({ value, onChange, options, clearable, filter, ...rest }: SelectProps) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const chosen = options.find((option) => option.value === value)
  const shown = useMemo(() => matching(options, text), [options, text])
  const onOpen = (next: boolean) => {
    setText('')
    setOpen(next)
  }
  return (
    <Picker
      {...rest}
      options={shown}
      selected={value === null ? [] : [value]}
      display={chosen?.label ?? (value === null || value === '' ? undefined : String(value))}
      onPick={(option) => onChange(option.value)}
      onClear={clearable ? () => onChange(null) : undefined}
      filter={(filter ?? options.length >= 10) ? { text, onChange: setText } : undefined}
      open={open}
      onOpen={onOpen}
    />
  )
}
