import { useState } from 'react'
import { CallError } from '../../../../../runtime/callError.ts'
import type { Crud } from '../../../../../runtime/crud/crud.ts'
import type { Key } from '../../../../../runtime/rows.ts'
import type { CommentsAnswer, Mention, RecordComment } from '../../../../../schemas/api/comments.ts'
import { callAddress } from '../../../../../schemas/language/area/area.ts'
import { useRuntime } from '../../../../context.tsx'
import { useLoad } from '../../../../useLoad.ts'

/** A text and those whom it mentions. */
export interface Draft {
  text: string
  mentions: readonly Mention[]
}

/** The comments on a record. Methods that call the server return whether it worked; what failed is said to the person. */
export interface Comments {
  list: readonly RecordComment[]
  /** There are earlier ones. */
  more: boolean
  loading: boolean
  /** Why they could not be read; '' when they could. */
  failed: string
  reload(): void
  loadMore(): Promise<void>
  add(draft: Draft): Promise<boolean>
  edit(comment: number, draft: Draft): Promise<boolean>
  remove(comment: number): Promise<boolean>
}

/** Reads the comments on a record, and again whenever one was written. `fresh` changes when the record was read again. */
export function useComments(crud: Crud, key: Key, fresh: unknown): Comments {
  const runtime = useRuntime()
  const { http } = runtime
  const { platform } = runtime.screen(crud.loaded)
  const [earlier, setEarlier] = useState<CommentsAnswer | null>(null)
  const [attempt, setAttempt] = useState(() => platform.id())
  // The record may be open in two tabs, which read again at the same time.
  const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false }
  const read = async (before?: number) => {
    const query = { id: key, ...(before === undefined ? {} : { before }) }
    return (await http.get<CommentsAnswer>(callAddress(crud.page, 'comments'), query, quiet)).data
  }
  const { value, loading, error, reason, reload } = useLoad(() => read(), [crud, key], { fresh })
  const list = [...(value?.list ?? []), ...(earlier?.list ?? [])]
  const again = () => {
    setEarlier(null)
    reload()
  }
  const post = async (call: string, body: object) => {
    try {
      await http.post(callAddress(crud.page, call), { id: key, ...body, idempotency_key: attempt })
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      // Without a definite answer the next press repeats the same, which the server does once.
      if (!failure.uncertain) setAttempt(platform.id())
      return false
    }
    setAttempt(platform.id())
    again()
    return true
  }
  const body = ({ text, mentions }: Draft) => ({ text, mentions: mentions.map(({ id }) => id) })
  return {
    list,
    more: (earlier ?? value)?.more ?? false,
    loading,
    failed: error === undefined ? '' : reason,
    reload: again,
    async loadMore() {
      const last = list.at(-1)
      const next = last && (await read(last.id))
      if (next) setEarlier({ list: [...(earlier?.list ?? []), ...next.list], more: next.more })
    },
    add: (draft) => post('addComment', body(draft)),
    edit: (comment, draft) => post('editComment', { comment, ...body(draft) }),
    remove: (comment) => post('deleteComment', { comment }),
  }
}
