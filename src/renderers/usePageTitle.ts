import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Runtime } from '../runtime/app/runtime.ts'

/** Sets the window's title: the route's title, then ' - ' and the site name when there is one. */
export function usePageTitle(title: string, runtime: Runtime): void {
  const { siteName } = useSnapshot(runtime.stores.siteConfig)
  useEffect(() => {
    document.title = [title, siteName].filter(Boolean).join(' - ') || 'Kontor'
  }, [title, siteName])
}
