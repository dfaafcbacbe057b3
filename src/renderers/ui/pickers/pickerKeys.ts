import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Key, Option } from '../control.ts'

interface PickerKeys {
  options: Option[]
  selected: Key[]
  open: boolean
  /** Somebody types into a search line: letters, Space, Home and End are its own. */
  filtered: boolean
  disabled: boolean
  onOpen: (open: boolean) => void
  onPick: (option: Option | undefined) => void
}

/** The index `by` steps away that is not disabled; stays where it is when there is none. */
export function step(options: Option[], from: number, by: 1 | -1): number {
  for (let index = from + by; index >= 0 && index < options.length; index += by) if (!options[index]?.disabled) return index
  return from
}

/** Where a moving key leads in a list; undefined for other keys. */
function target(key: string, options: Option[], active: number, filtered: boolean): number | undefined {
  if (key === 'ArrowDown') return step(options, active, 1)
  if (key === 'ArrowUp') return step(options, active, -1)
  if (key === 'PageDown') return Math.min(options.length - 1, active + 8)
  if (key === 'PageUp') return Math.max(0, active - 8)
  if (filtered) return undefined
  if (key === 'Home') return step(options, -1, 1)
  return key === 'End' ? step(options, options.length, -1) : undefined
}

/** First letters typed quickly after one another lead to the option that begins with them. */
function useTypeahead(options: Option[]) {
  const typed = useRef({ text: '', at: 0 })
  return (key: string): number => {
    const now = Date.now()
    typed.current = { text: now - typed.current.at < 600 ? typed.current.text + key : key, at: now }
    const wanted = typed.current.text.toLowerCase()
    return options.findIndex((option) => !option.disabled && option.label.toLowerCase().startsWith(wanted))
  }
}

/** The active option of a picker and what the keys do with it (ARIA combobox pattern). */
export function usePickerKeys({ options, selected, open, filtered, disabled, onOpen, onPick }: PickerKeys) {
  const [active, setActive] = useState(0)
  const typeahead = useTypeahead(options)
  const first = useRef({ options, selected })
  first.current = { options, selected }
  useEffect(() => {
    const { options: all, selected: chosen } = first.current
    if (open)
      setActive(
        Math.max(
          0,
          all.findIndex((option) => option.value === chosen[0]),
        ),
      )
  }, [open])
  const at = Math.min(active, Math.max(0, options.length - 1))

  const onKeyDown = (event: KeyboardEvent) => {
    if (disabled || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (!open) {
      if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) return
      event.preventDefault()
      return onOpen(true)
    }
    if (event.key === 'Tab') return onOpen(false)
    const to = target(event.key, options, at, filtered)
    const picks = event.key === 'Enter' || (event.key === ' ' && !filtered)
    if (to !== undefined) setActive(to)
    else if (picks) onPick(options[at])
    else {
      const found = filtered || event.key.length !== 1 ? -1 : typeahead(event.key)
      if (found >= 0) setActive(found)
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return { active: at, setActive, onKeyDown }
}
