import type { Crud } from '../../../../../runtime/crud/crud.ts'
import type { Key } from '../../../../../runtime/rows.ts'
import type { Draft } from './useComments.ts'

/** Comments that were begun, by screen and record: who looks at another record meanwhile finds them again. */
const begun = new WeakMap<Crud, Map<Key, Draft>>()

/** What was begun on a record. */
export function beginDraft(crud: Crud, record: Key): Draft {
  return begun.get(crud)?.get(record) ?? { text: '', mentions: [] }
}

/** Notes what was written so far. */
export function keepDraft(crud: Crud, record: Key, draft: Draft): void {
  const drafts = begun.get(crud) ?? new Map<Key, Draft>()
  begun.set(crud, drafts)
  if (draft.text === '') drafts.delete(record)
  else drafts.set(record, draft)
}
