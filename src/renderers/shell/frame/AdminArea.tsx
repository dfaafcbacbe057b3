import { useLayoutEffect } from 'react'
import type { Route } from '../../../runtime/navigation/menu.ts'
import { openTab } from '../../../runtime/stores/tabs.ts'
import { useRuntime } from '../../context.tsx'
import { Layout } from './Layout.tsx'

/** The back office at one of its routes: the route's tab opens or comes to the front. */
export function AdminArea({ path, route }: { path: string; route: Route }) {
  const runtime = useRuntime()
  useLayoutEffect(() => {
    openTab(runtime.stores.tabs, route, path)
  }, [runtime, route, path])
  return <Layout path={path} />
}
