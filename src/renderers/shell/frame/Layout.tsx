import { type KeyboardEvent, memo, useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { findMenu, findRoute, type MenuItem, menuTrail } from '../../../runtime/navigation/menu.ts'
import { useRuntime, useT } from '../../context.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { skipTarget } from '../../ui/skipTo.ts'
import { usePageTitle } from '../../usePageTitle.ts'
import { useValue } from '../../useValue.ts'
import { Brand } from '../menu/Brand.tsx'
import { SideMenu } from '../menu/SideMenu.tsx'
import { useMenus } from '../menu/useMenus.ts'
import type { Overlay } from '../overlay.ts'
import { useShortcuts } from '../palette/useShortcuts.ts'
import { navigationEnded } from '../pending.ts'
import { LiveTabs } from '../tabs/LiveTabs.tsx'
import { TabBar } from '../tabs/TabBar.tsx'
import { Header } from './Header.tsx'
import { Overlays } from './Overlays.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useKeepEntries } from './useKeepEntries.ts'
import { useNarrow } from './useNarrow.ts'

/**
 * The frame of the back office in one of four forms. Default: menu at the side, header, tabs below it. Classic: menu at the side, tabs in
 * the header. Streamline: the menu in the header, no tabs. Double: directories in the header, what is in them at the side, no tabs. A narrow
 * window is drawn as Classic with the menu in a drawer. `path` is that of the menu's entry in front: the address of its list may change, the
 * frame stays. The tabs follow by themselves: they are opened once the frame has been drawn for the address.
 */
export const Layout = memo(function Layout({ path, title }: { path: string; title: string }) {
  const runtime = useRuntime()
  const { layout, tabs } = runtime.stores
  const { shrink, menuCollapse, layoutMode } = useSnapshot(layout)
  const isFull = useValue(tabs, ({ tabFullScreen }) => tabFullScreen)
  const [overlay, setOverlay] = useState<Overlay>(null)
  const mode = shrink ? 'Classic' : layoutMode
  useNarrow(layout)
  usePageTitle(title, runtime)
  useEffect(navigationEnded, [])
  useKeepEntries('admin', (to) => findRoute(runtime.routes(), to) !== undefined)
  useShortcuts({
    'everywhere.palette': () => setOverlay('palette'),
    'everywhere.keys': () => setOverlay('keys'),
    ...(runtime.feed.source?.panel ? { 'everywhere.notices': () => setOverlay('notices') } : {}),
  })

  const onMenu = useCallback(() => {
    if (layout.shrink) setOverlay('menu')
    else layout.menuCollapse = !layout.menuCollapse
  }, [layout])
  const bare = isFull && !shrink
  const narrow = menuCollapse && !shrink
  const beside = !bare && !shrink && (mode === 'Default' || mode === 'Classic')
  return (
    <div
      className="k-shell"
      data-layout={mode}
      data-narrow={narrow || undefined}
      data-shrink={shrink || undefined}
      data-bare={bare || undefined}
    >
      <SkipLink title={title} />
      {beside ? (
        <aside className="k-side">
          <Brand narrow={narrow} />
          <SideMenu path={path} narrow={narrow} />
        </aside>
      ) : null}
      <div className="k-body">
        {bare ? (
          <LeaveFull />
        ) : (
          <Header mode={mode} path={path} title={title} onMenu={onMenu} shown={overlay} show={setOverlay} />
        )}
        {mode === 'Default' && !bare ? <TabBar path={path} /> : null}
        <div className="k-under">
          {mode === 'Double' && !bare ? <BranchAside path={path} narrow={narrow} /> : null}
          <main id="main" className="k-main" tabIndex={-1} onKeyDown={intoPart}>
            <LiveTabs />
          </main>
        </div>
      </div>
      <Overlays shown={overlay} path={path} show={setOverlay} />
    </div>
  )
})

/** Down leads from the screen into its rows: the focus is on the screen after it has changed. */
function intoPart(event: KeyboardEvent<HTMLElement>): void {
  const part = skipTarget()
  const isOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (event.key !== 'ArrowDown' || isOther || event.target !== event.currentTarget || !part) return
  event.preventDefault()
  part.go()
}

/** The entries below the directory selected in the header; empty when that is a screen itself. */
function BranchAside({ path, narrow }: { path: string; narrow: boolean }) {
  const branch = topOf(useMenus(), path)
  if (!branch || branch.children.length === 0) return null
  return (
    <aside className="k-side">
      <SideMenu path={path} narrow={narrow} below={branch} />
    </aside>
  )
}

function topOf(menus: readonly MenuItem[], path: string): MenuItem | undefined {
  const here = findMenu(menus, path)
  return here && menuTrail(menus, here.id)[0]
}

function LeaveFull() {
  const { tabs } = useRuntime().stores
  const t = useT()
  const leave = () => {
    tabs.tabFullScreen = false
  }
  return (
    <div className="k-leave-full">
      <IconButton look="default" icon="window-minimize" label={t('ui.shell.leaveFullTab')} onClick={leave} />
    </div>
  )
}
