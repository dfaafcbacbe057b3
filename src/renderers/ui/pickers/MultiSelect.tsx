import { useMemo, useState } from 'react'
import type { ControlProps, Key, Option } from '../control.ts'
import { useWords } from '../words.tsx'
import { Picker } from './Picker.tsx'
import { matching } from './Select.tsx'

export interface MultiSelectProps extends ControlProps {
  value: Key[]
  onChange: (value: Key[]) => void
  options: Option[]
  placeholder?: string
  clearable?: boolean
  filter?: boolean
  size?: 'small' | 'normal'
}

/** Any of several known options; the list stays open while choosing. */
export function MultiSelect({ value, onChange, options, clearable = true, filter, ...rest }: MultiSelectProps) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const shown = useMemo(() => matching(options, text), [options, text])
  const labels = value.map((key) => options.find((option) => option.value === key)?.label ?? String(key))
  return (
    <Picker
      {...rest}
      multiple
      options={shown}
      selected={value}
      display={labels.length > 0 ? labels.join(words('ui.controls.comma')) : undefined}
      onPick={({ value: key }) => onChange(value.includes(key) ? value.filter((one) => one !== key) : [...value, key])}
      onClear={clearable ? () => onChange([]) : undefined}
      filter={(filter ?? options.length >= 10) ? { text, onChange: setText } : undefined}
      open={open}
      onOpen={(next) => {
        setText('')
        setOpen(next)
      }}
    />
  )
}
