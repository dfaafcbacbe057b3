import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { Drawer } from '../ui/Drawer.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useRuntime, useT } from './context.tsx'
import type { Command } from './findCommands.ts'
import { Header } from './Header.tsx'
import { KeysHelp } from './KeysHelp.tsx'
import { LiveTabs } from './LiveTabs.tsx'
import { Logo } from './Logo.tsx'
import { Palette } from './Palette.tsx'
import { navigationEnded } from './pending.ts'
import { SettingsDrawer } from './SettingsDrawer.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TabBar } from './TabBar.tsx'
import { useNarrow } from './useNarrow.ts'
import { usePageTitle } from './usePageTitle.ts'
import { useShortcuts } from './useShortcuts.ts'
import { useSignOut } from './useSignOut.ts'

type Overlay = 'palette' | 'keys' | 'settings' | 'menu' | null

/** Layout "Default": menu at the side, header and tabs above, the screens below. `path` is the full path of the active tab. */
export function Layout({ path }: { path: string }) {
  const runtime = useRuntime()
  const t = useT()
  const { layout, tabs } = runtime.stores
  const { shrink, menuCollapse } = useSnapshot(layout)
  const { tabFullScreen, activeRoute } = useSnapshot(tabs)
  const [overlay, setOverlay] = useState<Overlay>(null)
  const title = activeRoute?.title ?? ''
  useNarrow(layout)
  usePageTitle(title, runtime)
  useEffect(navigationEnded, [])
  useShortcuts({ 'mod+k': () => setOverlay('palette'), '?': () => setOverlay('keys') })

  const onMenu = () => {
    if (shrink) setOverlay('menu')
    else layout.menuCollapse = !menuCollapse
  }
  const leaveFull = () => {
    tabs.tabFullScreen = false
  }
  const bare = tabFullScreen && !shrink
  const narrow = menuCollapse && !shrink
  return (
    <div className="k-shell" data-narrow={narrow || undefined} data-shrink={shrink || undefined} data-bare={bare || undefined}>
      <p className="sr-only" role="status">
        {title}
      </p>
      <a className="k-skip" href="#main">
        {t('ui.shell.skip')}
      </a>
      {shrink || bare ? null : (
        <aside className="k-side">
          <Brand narrow={narrow} />
          <SideMenu path={path} narrow={narrow} />
        </aside>
      )}
      <div className="k-body">
        {bare ? (
          <div className="k-leave-full">
            <IconButton look="default" icon="window-minimize" label={t('ui.shell.leaveFullTab')} onClick={leaveFull} />
          </div>
        ) : (
          <>
            <Header
              path={path}
              title={title}
              onMenu={onMenu}
              onPalette={() => setOverlay('palette')}
              onSettings={() => setOverlay('settings')}
              onKeys={() => setOverlay('keys')}
            />
            {shrink ? null : <TabBar />}
          </>
        )}
        <main id="main" className="k-main" tabIndex={-1}>
          <LiveTabs />
        </main>
      </div>
      <Overlays shown={overlay} path={path} show={setOverlay} />
    </div>
  )
}

/** What opens over the layout: the drawer with the menu, the palette, the keys, the settings. */
function Overlays({ shown, path, show }: { shown: Overlay; path: string; show: (overlay: Overlay) => void }) {
  const t = useT()
  const close = useCallback(() => show(null), [show])
  const commands = useCommands(show)
  return (
    <>
      <Drawer
        open={shown === 'menu'}
        side="left"
        size="small"
        bare
        title={t('ui.shell.menu')}
        onClose={close}
        className="k-side-drawer"
      >
        <Brand narrow={false} />
        <SideMenu path={path} narrow={false} onChosen={close} />
      </Drawer>
      {shown === 'palette' ? <Palette commands={commands} onClose={close} /> : null}
      {shown === 'keys' ? <KeysHelp onClose={close} /> : null}
      {shown === 'settings' ? <SettingsDrawer onClose={close} /> : null}
    </>
  )
}

function Brand({ narrow }: { narrow: boolean }) {
  const { stores } = useRuntime()
  const t = useT()
  const { siteName } = useSnapshot(stores.siteConfig)
  const { menuShowTopBar } = useSnapshot(stores.layout)
  if (!menuShowTopBar) return <div className="k-brand is-empty" />
  return (
    <div className="k-brand">
      <Logo size={26} />
      {narrow ? null : <span className="cut">{siteName || t('ui.shell.product')}</span>}
    </div>
  )
}

/** What the palette offers besides screens. */
function useCommands(show: (overlay: Overlay) => void): Command[] {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return useMemo(() => {
    const { layout } = runtime.stores
    const note = t('ui.shell.command')
    const act = (id: string, word: string, icon: string, run: () => void): Command => ({
      id,
      title: t(word),
      note,
      icon,
      run: () => {
        show(null)
        run()
      },
    })
    return [
      act('theme', layout.isDark ? 'ui.shell.toLight' : 'ui.shell.toDark', layout.isDark ? 'sun' : 'moon', () => {
        layout.isDark = !layout.isDark
      }),
      act('settings', 'ui.shell.settings', 'cog', () => show('settings')),
      act('keys', 'ui.shell.keys', 'question-circle', () => show('keys')),
      act('home', 'ui.shell.siteHome', 'home', () => navigate('/')),
      act('out', 'ui.shell.signOut', 'sign-out', signOut),
    ]
  }, [runtime, t, navigate, show, signOut])
}
