import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/inputs/Input.tsx'

export interface ToolsProps {
  title: string
  /** How many were found, in words; '' while unknown. */
  found: string
  /** The pager says it as well, and is what is read out. */
  isCounted: boolean
  quick: QuickSearchProps | null
  search: { open: boolean; count: number; label: string; onToggle(): void } | null
  /** The way to save a view. */
  views: ReactNode
  /** The filters in force, and the way to another one. */
  chips: ReactNode
  /** Quiet buttons on the right: refresh, columns, density. */
  right: ReactNode
  primary: { label: string; onClick(): void } | null
}

/** The one line above a list: what it is, how to narrow it, how many there are; what can be done with it. */
export function Tools(props: ToolsProps) {
  const { title, found, isCounted, quick, search, views, chips, right, primary } = props
  return (
    <div className="s-tools">
      <h1 className="s-tools-title">{title}</h1>
      <span className="s-tools-found" role={isCounted ? undefined : 'status'}>
        {found}
      </span>
      {quick && <QuickSearch {...quick} />}
      {search && (
        <Button look="quiet" icon="filter" aria-expanded={search.open} onClick={search.onToggle}>
          {search.label}
          {search.count > 0 && <span className="s-count">{search.count}</span>}
        </Button>
      )}
      {views}
      <span className="s-tools-chips">{chips}</span>
      <span className="s-tools-right">
        {right}
        {primary && (
          <Button look="primary" icon="plus" onClick={primary.onClick}>
            {primary.label}
          </Button>
        )}
      </span>
    </div>
  )
}

interface QuickSearchProps {
  value: string
  label: string
  /** Settles when the rows have come. */
  onChange(text: string): Promise<unknown>
  /** Down leads to the rows. */
  onDown(): void
  input: RefObject<HTMLInputElement | null>
}

const pause = 300

/** Searches while typing, after a short pause; Enter at once, Down goes to what was found, Escape clears. */
function QuickSearch({ value, label, onChange, onDown, input }: QuickSearchProps) {
  const [draft, setDraft] = useState({ from: value, text: value })
  // The search was changed elsewhere (a link, the reset button).
  if (draft.from !== value) setDraft({ from: value, text: value })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = async (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() !== value) await onChange(text.trim())
  }
  const type = (text: string) => {
    setDraft({ from: value, text })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void send(text), text === '' ? 0 : pause)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') void send(draft.text)
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      // To the rows that were found, unless the person went elsewhere meanwhile.
      void send(draft.text).then(() => requestAnimationFrame(() => document.activeElement === input.current && onDown()))
    }
    if (event.key === 'Escape' && draft.text !== '') {
      event.preventDefault()
      type('')
    }
  }
  return (
    <span className="s-tools-quick">
      <Input
        ref={input}
        type="search"
        size="small"
        icon="search"
        label={label}
        placeholder={label}
        value={draft.text}
        onChange={type}
        onKeyDown={onKeyDown}
        clearable
        suffix={draft.text === '' ? <kbd>/</kbd> : undefined}
      />
    </span>
  )
}
