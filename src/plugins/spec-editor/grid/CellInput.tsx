import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Input } from '../../../renderers/ui/inputs/Input.tsx'
import { specLimits } from '../../../schemas/kinds/specRules.ts'
import type { SheetColumn } from '../model/sheet.ts'
import type { Edit } from './GridRow.tsx'

interface CellInputProps {
  label: string
  column: SheetColumn
  edit: Edit
  /** null: nothing is changed. */
  onCommit(text: string | null, then?: 'down' | 'right' | 'left'): void
}

/** The input in a cell: Enter and Tab take what was typed and go on, Escape leaves the cell as it was. */
export function CellInput({ label, column, edit, onCommit }: CellInputProps) {
  const [text, setText] = useState(edit.text)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    if (!edit.typed) input.current?.select()
  }, [edit])
  const finish = (value: string | null, then?: 'down' | 'right' | 'left') => {
    if (done.current) return
    done.current = true
    onCommit(value, then)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    // Ctrl+Enter saves the form: with what stands here.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return finish(text)
    const then = { Enter: 'down', Tab: event.shiftKey ? 'left' : 'right' } as const
    if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      if (event.key === 'Escape') finish(null)
      else finish(text, then[event.key])
    }
    // Nothing typed here is a key of the table or of what stands around it.
    event.stopPropagation()
  }
  return (
    <Input
      ref={input}
      size="small"
      className="p-cell-input"
      label={label}
      inputMode={column === 'sku_code' ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={column === 'sku_code' ? specLimits.code : 40}
      value={text}
      onChange={setText}
      onBlur={() => finish(text)}
      onKeyDown={onKeyDown}
    />
  )
}
