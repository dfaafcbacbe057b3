import { useLayoutEffect } from 'react'
import { useSnapshot } from 'valtio'
import { findMenu, type Route } from '../../../runtime/navigation/menu.ts'
import { openTab } from '../../../runtime/stores/tabs.ts'
import { useRuntime } from '../../context.tsx'
import { lazyComponent } from '../../lazyComponent.tsx'
import { useValue } from '../../useValue.ts'
import { useScreenAhead } from '../tabs/useScreenAhead.ts'
import { Layout } from './Layout.tsx'

const IdleWatch = lazyComponent(() => import('../IdleWatch.tsx').then((module) => module.default))

/** The back office at one of its routes: the route's tab opens or comes to the front. */
export function AdminArea({ path, route }: { path: string; route: Route }) {
  const runtime = useRuntime()
  const signsOut = useValue(runtime.stores.siteConfig, (site) => site.idleMinutes > 0)
  useSnapshot(runtime.pages.state) // the menu comes with what the server says of screens
  const entry = findMenu(runtime.menus(), path)
  useScreenAhead()
  useLayoutEffect(() => {
    openTab(runtime.stores.tabs, route, path)
  }, [runtime, route, path])
  return (
    <>
      {signsOut && <IdleWatch />}
      <Layout path={entry?.path ?? route.path} />
    </>
  )
}
