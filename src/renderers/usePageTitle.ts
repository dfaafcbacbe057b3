import { useEffect } from 'react'
import type { Runtime } from '../runtime/app/runtime.ts'
import { useValue } from './useValue.ts'

/** Sets the window's title: the route's title, then ' - ' and the site name when there is one. */
export function usePageTitle(title: string, runtime: Runtime): void {
  const siteName = useValue(runtime.stores.siteConfig, (site) => site.siteName)
  useEffect(() => {
    document.title = [title, siteName].filter(Boolean).join(' - ') || 'Kontor'
  }, [title, siteName])
}
