import { useEffect, useMemo, useState } from 'react'
import { createDraftKeeper } from '../../../runtime/form/draftKeeper.ts'
import { createDrafts, type Draft } from '../../../runtime/form/drafts.ts'
import type { FormModel } from '../../../runtime/form/form.ts'
import type { Page } from '../../../schemas/language/page.ts'
import { useRuntime } from '../../context.tsx'
import { useValue } from '../../useValue.ts'

/** What was entered in a form before and is offered again. */
export interface DraftOffer {
  draft: Draft | null
  restore(): void
  discard(): void
  /** The person lets the form go, and what is kept of it. */
  drop(): void
}

/** Keeps what is entered in a form in this browser until it is saved or given up, and offers it when the form is opened again. */
export function useDraft(model: FormModel, { id, area }: Pick<Page, 'id' | 'area'>): DraftOffer {
  const { storage, stores, http, lens } = useRuntime()
  const [draft, setDraft] = useState<Draft | null>(null)
  const loading = useValue(model.state, (state) => state.loading)
  const owner = area === 'user' ? stores.userInfo.id : stores.adminInfo.id
  const isOwn = owner > 0 && lens.key() === ''
  const keeper = useMemo(() => {
    if (!isOwn) return null
    const now = () => Math.floor(http.now())
    const place = [id, model.action, model.ids.join()].join('/')
    return createDraftKeeper(model, createDrafts(storage, area, owner, now), place, now)
  }, [model, storage, http, area, owner, isOwn, id])
  useEffect(() => {
    if (!loading) setDraft(keeper?.open() ?? null)
  }, [keeper, loading])
  useEffect(() => {
    if (!keeper) return
    const stop = keeper.watch()
    const hide = () => keeper.flush()
    addEventListener('pagehide', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', hide)
      document.removeEventListener('visibilitychange', hide)
      stop()
    }
  }, [keeper])
  return useMemo(() => {
    const decided = (work?: () => void) => () => {
      work?.()
      setDraft(null)
    }
    return { draft, restore: decided(keeper?.restore), discard: decided(keeper?.discard), drop: decided(keeper?.drop) }
  }, [draft, keeper])
}
