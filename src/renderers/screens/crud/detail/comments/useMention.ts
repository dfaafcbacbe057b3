import { type RefObject, useState } from 'react'
import type { Mention, PeopleAnswer } from '../../../../../schemas/api/comments.ts'
import { typedMention, withMention } from './mentionAt.ts'
import type { Draft } from './useComments.ts'
import { usePeople } from './usePeople.ts'

interface MentionOptions {
  draft: Draft
  write(draft: Draft): void
  field: RefObject<HTMLTextAreaElement | null>
  /** Address that names whom the comment can mention, and the record. */
  people: { url: string; id: string | number }
}

/** The choice of somebody to mention while their name is typed. */
export interface MentionChoice {
  /** Who is offered; undefined while no name is typed or nothing is known yet. */
  list: PeopleAnswer['list'] | undefined
  /** The one that Enter takes. */
  at: number
  setAt(at: number): void
  pick(person: Mention | undefined): void
  /** The text was changed, with the caret here. */
  typedAt(caret: number): void
  close(): void
  /** What a key does to the choice; undefined where it is the text's own. */
  actOf(key: string): (() => void) | undefined
}

/** Follows what is typed behind an "@". */
export function useMention({ draft: { text, mentions }, write, field, people }: MentionOptions): MentionChoice {
  const [caret, setCaret] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const typed = caret === null ? null : typedMention(text, caret)
  const known = usePeople(people, typed?.query)
  const list = typed ? known : undefined
  const close = () => setCaret(null)
  const pick = (person: Mention | undefined) => {
    if (!person || !typed || caret === null) return
    const next = withMention(text, typed, caret, person.name)
    const others = mentions.filter((each) => each.id !== person.id)
    write({ text: next.text, mentions: [...others, { id: person.id, name: person.name }] })
    close()
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const actOf = (key: string) => {
    if (!list) return undefined
    if (key === 'Escape') return close
    const { length } = list
    if (length === 0) return undefined
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setAt((at + 1) % length),
      ArrowUp: () => setAt((at + length - 1) % length),
      Enter: () => pick(list[at]),
      Tab: () => pick(list[at]),
    }
    return acts[key]
  }
  const typedAt = (place: number) => {
    setCaret(place)
    setAt(0)
  }
  return { list, at, setAt, pick, typedAt, close, actOf }
}
