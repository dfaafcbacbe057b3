import { useLayoutEffect } from 'react'
import { findMenu, findRoute, type Route } from '../../../runtime/navigation/menu.ts'
import { openTab } from '../../../runtime/stores/tabs.ts'
import { useRuntime } from '../../context.tsx'
import { lazyComponent } from '../../lazyComponent.tsx'
import { useValue } from '../../useValue.ts'
import { useMenus } from '../menu/useMenus.ts'
import { useScreenAhead } from '../tabs/useScreenAhead.ts'
import { Layout } from './Layout.tsx'

const IdleWatch = lazyComponent(() => import('../IdleWatch.tsx').then((module) => module.default))

/** The back office at one of its routes: the route's tab opens or comes to the front. */
export function AdminArea({ path, route }: { path: string; route: Route }) {
  const runtime = useRuntime()
  const signsOut = useValue(runtime.stores.siteConfig, (site) => site.idleMinutes > 0)
  const entry = findMenu(useMenus(), path)
  const { title } = findRoute(runtime.routes(), path) ?? route // in the menu that came last
  useScreenAhead()
  useLayoutEffect(() => {
    openTab(runtime.stores.tabs, route, path)
  }, [runtime, route, path])
  return (
    <>
      {signsOut && <IdleWatch />}
      <Layout path={entry?.path ?? route.path} title={title} />
    </>
  )
}
