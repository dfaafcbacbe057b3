import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { commentLimits, mentionsName } from '../../../../../schemas/api/comments.ts'
import { useT } from '../../../../context.tsx'
import { useUnsaved } from '../../../../form/unsaved.ts'
import { pressed } from '../../../../shortcuts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Popover } from '../../../../ui/overlays/Popover.tsx'
import { restOf } from '../restOf.ts'
import { People } from './People.tsx'
import type { Draft } from './useComments.ts'
import { useMention } from './useMention.ts'

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
export function CommentBox({ saved, submit, onSubmit, onChange, onCancel, ...own }: CommentBoxProps) {
  const t = useT()
  const [draft, setDraft] = useState(own.draft)
  const latest = useRef(draft)
  latest.current = draft
  const [isSending, setSending] = useState(false)
  const isEmpty = draft.text.trim() === ''
  useUnsaved(draft.text.trim() !== saved)
  const write = (next: Draft) => {
    setDraft(next)
    onChange?.(next)
  }
  const send = async () => {
    if (isEmpty || isSending) return
    setSending(true)
    const { text, mentions } = draft
    const done = await onSubmit({ text: text.trim(), mentions: mentions.filter(({ name }) => mentionsName(text, name)) })
    setSending(false)
    if (done) write({ ...latest.current, text: restOf(latest.current.text, text) })
  }
  const onSubmitted = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form className="s-comment-box" aria-label={own.label} onSubmit={onSubmitted}>
      <CommentField {...own} draft={draft} write={write} send={() => void send()} onCancel={onCancel} />
      <span className="s-comment-buttons">
        {onCancel ? <Button onClick={onCancel}>{t('ui.comments.cancel')}</Button> : null}
        <Button type="submit" loading={isSending} disabled={isEmpty}>
          {submit}
        </Button>
      </span>
    </form>
  )
}

interface CommentFieldProps extends Pick<CommentBoxProps, 'label' | 'draft' | 'people' | 'focused'> {
  write(draft: Draft): void
  send(): void
  onCancel: (() => void) | undefined
}

/** The text, with the list of those who can be mentioned below it. */
function CommentField({ label, draft, people, focused, write, send, onCancel }: CommentFieldProps) {
  const t = useT()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { list, at, setAt, pick, typedAt, close, actOf } = useMention({ draft, write, field, people })
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // Sending is not choosing, even while people are offered.
    const act = pressed(event, 'records.send') >= 0 ? send : (actOf(event.key) ?? (event.key === 'Escape' ? onCancel : undefined))
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <>
      <span className="k-field k-field-area">
        <textarea
          ref={field}
          className="k-input k-textarea"
          rows={2}
          maxLength={commentLimits.text}
          aria-label={label}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={list ? `${id}-people` : undefined}
          aria-activedescendant={list?.[at] ? `${id}-people-${at}` : undefined}
          placeholder={t('ui.comments.placeholder')}
          value={draft.text}
          onChange={({ target }) => {
            write({ ...draft, text: target.value })
            typedAt(target.selectionStart)
          }}
          onBlur={close}
          onClick={close}
          onKeyDown={onKeyDown}
        />
      </span>
      {list ? (
        <Popover anchor={field} onClose={close} className="s-people">
          <People id={`${id}-people`} list={list} at={at} onHover={setAt} onPick={pick} />
        </Popover>
      ) : null}
    </>
  )
}
