import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/inputs/Input.tsx'

export interface ToolsProps {
  title: string
  /** How many were found, in words; '' while unknown. */
  found: string
  quick: { value: string; label: string; onChange(text: string): void; input: RefObject<HTMLInputElement | null> } | null
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
  const { title, found, quick, search, views, chips, right, primary } = props
  return (
    <div className="s-tools">
      <h1 className="s-tools-title">{title}</h1>
      <span className="s-tools-found" role="status">
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

const pause = 300

/** Searches while typing, after a short pause; Enter at once, Escape clears. */
function QuickSearch({ value, label, onChange, input }: NonNullable<ToolsProps['quick']>) {
  const [draft, setDraft] = useState({ from: value, text: value })
  // The search was changed elsewhere (a link, the reset button).
  if (draft.from !== value) setDraft({ from: value, text: value })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() !== value) onChange(text.trim())
  }
  const type = (text: string) => {
    setDraft({ from: value, text })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(text), text === '' ? 0 : pause)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') send(draft.text)
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
