import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { PublicFrame } from '../../../../../src/renderers/home/PublicPage.tsx'
import { Icon } from '../../../../../src/renderers/ui/Icon.tsx'
import type { StoreTerms } from '../../../contract/storefront.ts'
import { signInPath } from '../calls.ts'
import { StoreTools } from './StoreTools.tsx'
import { readStore, storeState } from './storeState.ts'
import { useScrollPlace } from './useScrollPlace.ts'
import './frame.css'

export interface StorePageProps {
  title: string
  /** What search engines show; the title when there is nothing better. */
  text?: string
  busy: boolean
  children: ReactNode
}

/** A page of the shop: the public frame with search and cart, and above the content what everybody must know. */
export function StorePage({ title, text, busy, children }: StorePageProps) {
  const runtime = useRuntime()
  const { token } = useSnapshot(runtime.stores.userInfo)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person sees other prices and another cart, so a new token reads again
  useEffect(() => void readStore(runtime), [runtime, token])
  useScrollPlace(!busy)
  const { site } = useSnapshot(storeState(runtime))
  return (
    <PublicFrame site={site} title={title} text={text || title} busy={busy} tools={<StoreTools />}>
      <div className="st-page">
        <ClosedNotice />
        {children}
      </div>
    </PublicFrame>
  )
}

/** The rules of the shop; undefined until they are known. */
export function useTerms(): StoreTerms | undefined {
  return useSnapshot(storeState(useRuntime())).terms
}

/** Said on every page while the shop takes no orders. */
export function ClosedNotice() {
  const t = useT()
  const terms = useTerms()
  if (!terms?.closed) return null
  return (
    <p className="st-closed" role="status">
      <Icon name="moon" />
      {terms.closed_text || t('home.closed')}
    </p>
  )
}

/** A page for members alone: guests sign in and come back. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const { token } = useSnapshot(useRuntime().stores.userInfo)
  const { pathname, search } = useLocation()
  return token === '' ? <Navigate to={signInPath(pathname + search)} replace /> : children
}
