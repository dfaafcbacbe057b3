import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { commentLimits, type Mention, mentionsName } from '../../../../schemas/api/comments.ts'
import { useT } from '../../../context.tsx'
import { useUnsaved } from '../../../form/unsaved.ts'
import { pressed } from '../../../shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { typedMention, withMention } from './mentionAt.ts'
import { People } from './People.tsx'
import type { Draft } from './useComments.ts'
import { usePeople } from './usePeople.ts'

interface CommentBoxProps {
  label: string
  /** What it begins with. */
  draft: Draft
  /** What is saved already: until it differs from this, nothing would be lost. */
  saved: string
  /** Address that names whom the comment can mention, and the record. */
  people: { url: string; id: string | number }
  submit: string
  onSubmit(draft: Draft): Promise<boolean>
  /** What was written so far, where it is kept for somebody who looks at another record meanwhile. */
  onChange?: (draft: Draft) => void
  onCancel?: () => void
  focused?: boolean
}

/** A comment is written: plain text in which "@" offers those who may be mentioned. */
export function CommentBox({ label, draft, saved, people, submit, onSubmit, onChange, onCancel, focused }: CommentBoxProps) {
  const t = useT()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [{ text, mentions }, setDraft] = useState(draft)
  const [isSending, setSending] = useState(false)
  const [caret, setCaret] = useState<number | null>(null)
  const typed = caret === null ? null : typedMention(text, caret)
  const list = usePeople(people, typed?.query)
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  useUnsaved(text.trim() !== saved)
  const write = (next: Draft) => {
    setDraft(next)
    onChange?.(next)
  }
  const pick = (person: Mention | undefined) => {
    if (!person || !typed || caret === null) return
    const next = withMention(text, typed, caret, person.name)
    const others = mentions.filter((each) => each.id !== person.id)
    write({ text: next.text, mentions: [...others, { id: person.id, name: person.name }] })
    setCaret(null)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const send = async () => {
    if (text.trim() === '' || isSending) return
    setSending(true)
    const done = await onSubmit({ text: text.trim(), mentions: mentions.filter(({ name }) => mentionsName(text, name)) })
    setSending(false)
    if (done) write({ text: '', mentions: [] })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const act = typed ? keysOfPeople(event.key) : undefined
    if (act) act()
    else if (pressed(event, 'records.send') >= 0) void send()
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const keysOfPeople = (key: string): (() => void) | undefined => {
    const shown = list ?? []
    if (key === 'Escape') return () => setCaret(null)
    if (shown.length === 0) return undefined
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setAt((at + 1) % shown.length),
      ArrowUp: () => setAt((at + shown.length - 1) % shown.length),
      Enter: () => pick(shown[at]),
      Tab: () => pick(shown[at]),
    }
    return acts[key]
  }
  const isOpen = typed !== null && list !== undefined
  return (
    <form
      className="s-comment-box"
      aria-label={label}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
    >
      <span className="k-field k-field-area">
        <textarea
          ref={field}
          id={id}
          className="k-input k-textarea"
          rows={2}
          maxLength={commentLimits.text}
          aria-label={label}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={isOpen ? `${id}-people` : undefined}
          aria-activedescendant={isOpen && list[at] ? `${id}-people-${at}` : undefined}
          placeholder={t('ui.comments.placeholder')}
          value={text}
          onChange={({ target }) => {
            write({ text: target.value, mentions })
            setCaret(target.selectionStart)
            setAt(0)
          }}
          onBlur={() => setCaret(null)}
          onClick={() => setCaret(null)}
          onKeyDown={onKeyDown}
        />
      </span>
      <Buttons submit={submit} sending={isSending} empty={text.trim() === ''} onCancel={onCancel} />
      {isOpen ? (
        <Popover anchor={field} onClose={() => setCaret(null)} className="s-people">
          <People id={`${id}-people`} list={list} at={at} onHover={setAt} onPick={pick} />
        </Popover>
      ) : null}
    </form>
  )
}

interface ButtonsProps {
  submit: string
  sending: boolean
  empty: boolean
  onCancel: (() => void) | undefined
}

function Buttons({ submit, sending, empty, onCancel }: ButtonsProps): ReactNode {
  const t = useT()
  return (
    <span className="s-comment-buttons">
      {onCancel ? <Button onClick={onCancel}>{t('ui.comments.cancel')}</Button> : null}
      <Button type="submit" loading={sending} disabled={empty}>
        {submit}
      </Button>
    </span>
  )
}
