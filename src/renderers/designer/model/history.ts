import type { Draft } from '../../../schemas/api/designer.ts'

/** A draft with what was before and what was undone. */
export interface History {
  now: Draft
  past: readonly Draft[]
  future: readonly Draft[]
  /** What the last change was about: further changes of the same are one step. */
  about: string
}

/** Changes the draft; changes about the same thing that follow each other are one step of undo. */
export type Edit = (next: Draft, about?: string) => void

/** Steps that can be undone. */
const most = 200

/** A history that begins with a draft. */
export function begin(draft: Draft): History {
  return { now: draft, past: [], future: [], about: '' }
}

/** The next draft. Changes that follow each other about the same (typing in one field) are one step; '' is always a step of its own. */
export function change(history: History, draft: Draft, about = ''): History {
  if (draft === history.now) return history
  const isSame = about !== '' && about === history.about
  const past = isSame ? history.past : [...history.past, history.now].slice(-most)
  return { now: draft, past, future: [], about }
}

/** One step back; the same history where there is none. */
export function undo({ now, past, future, about }: History): History {
  const before = past.at(-1)
  return before ? { now: before, past: past.slice(0, -1), future: [now, ...future], about: '' } : { now, past, future, about }
}

/** One step forward again. */
export function redo({ now, past, future, about }: History): History {
  const [next, ...rest] = future
  return next ? { now: next, past: [...past, now], future: rest, about: '' } : { now, past, future, about }
}
