import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { Input } from '../../../ui/inputs/Input.tsx'

export interface QuickSearchProps {
  value: string
  label: string
  /** Settles when the rows have come. */
  onChange(text: string): Promise<unknown>
  /** Down leads to the rows. */
  onDown(): void
  input: RefObject<HTMLInputElement | null>
}

/** Milliseconds without a key after which the list is searched. */
const pause = 300

/**
 * Searches while typing, after a short pause; Enter at once, Down goes to what was found, Escape clears. What an input method is still
 * composing is not searched for, and its keys are its own.
 */
export function QuickSearch({ value, label, onChange, onDown, input }: QuickSearchProps) {
  const [draft, setDraft] = useState<{ from: string; text: string; sent: string | null }>({
    from: value,
    text: value,
    sent: null,
  })
  const [composing, setComposing] = useState(false)
  // The search that was sent leaves the text as typed: its blanks count once more is typed. Any other was made elsewhere (a link, Back).
  if (draft.from !== value) setDraft({ from: value, text: value === draft.sent ? draft.text : value, sent: null })
  const send = async (text: string) => {
    if (text.trim() === value) return
    setDraft((now) => ({ ...now, sent: text.trim() }))
    await onChange(text.trim())
  }
  const search = useEffectEvent(() => void send(draft.text))
  useEffect(() => {
    if (composing || draft.text === value) return
    const timer = setTimeout(() => search(), draft.text === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [composing, draft.text, value])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void send(draft.text)
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      // To the rows that were found, unless the person went elsewhere meanwhile.
      void send(draft.text).then(() => requestAnimationFrame(() => document.activeElement === input.current && onDown()))
    }
    if (event.key === 'Escape' && draft.text !== '') {
      event.preventDefault()
      setDraft((now) => ({ ...now, text: '' }))
    }
  }
  return (
    <span className="s-tools-quick" onCompositionStart={() => setComposing(true)} onCompositionEnd={() => setComposing(false)}>
      <Input
        ref={input}
        type="search"
        size="small"
        icon="search"
        label={label}
        placeholder={label}
        value={draft.text}
        onChange={(text) => setDraft((now) => ({ ...now, text }))}
        onKeyDown={onKeyDown}
        clearable
        suffix={draft.text === '' ? <kbd>/</kbd> : undefined}
      />
    </span>
  )
}
