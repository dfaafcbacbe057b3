import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { MenuItem, Route } from '../../runtime/navigation/menu.ts'
import { isOwnPath } from '../../runtime/navigation/navigation.ts'
import { assetUrl } from '../asset.ts'
import { useRuntime, useT } from '../context.tsx'
import { mayLoseAll } from '../form/unsaved.ts'
import { SkipLink } from '../shell/frame/SkipLink.tsx'
import { useKeepEntries } from '../shell/frame/useKeepEntries.ts'
import { useNarrow } from '../shell/frame/useNarrow.ts'
import { LanguageMenu } from '../shell/LanguageMenu.tsx'
import { Logo } from '../shell/Logo.tsx'
import { Screen } from '../shell/loadScreen.ts'
import { navigationEnded } from '../shell/pending.ts'
import { ThemeButton } from '../shell/ThemeButton.tsx'
import { FramePage } from '../shell/tabs/FramePage.tsx'
import { ScreenBoundary } from '../shell/tabs/ScreenBoundary.tsx'
import { ScreenWait } from '../shell/tabs/ScreenWait.tsx'
import { Avatar } from '../ui/display/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Drawer } from '../ui/overlays/Drawer.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import { MemberSide } from './MemberSide.tsx'

const keepsNothing = () => false

/** The member area: a header with the site's name and entries, the member's menu at the left, the screen beside it. No tabs. */
export function MemberLayout({ route, onSignOut }: { route: Route; onSignOut: () => void }) {
  const runtime = useRuntime()
  const t = useT()
  const { layout } = runtime.stores
  const { shrink } = useSnapshot(layout)
  const [open, setOpen] = useState(false)
  useNarrow(layout)
  usePageTitle(route.title, runtime)
  // There are no tabs that would keep what was entered.
  useKeepEntries('user', keepsNothing)
  useEffect(navigationEnded, [])
  return (
    <div className="k-shell m-shell" data-shrink={shrink || undefined}>
      <SkipLink title={route.title} />
      <Header narrow={shrink} onMenu={() => setOpen(true)} onSignOut={onSignOut} />
      <div className="m-body">
        {shrink ? null : (
          <aside className="k-side m-side">
            <MemberSide here={route.id} />
          </aside>
        )}
        <main id="main" className="k-main" tabIndex={-1}>
          <section className="k-pane" aria-label={route.title}>
            <ScreenBoundary key={route.key}>
              {route.type === 'iframe' ? (
                <FramePage title={route.title} url={route.url} />
              ) : (
                <Screen key={route.key} pageId={route.pageId ?? route.name} wait={<ScreenWait />} />
              )}
            </ScreenBoundary>
          </section>
        </main>
      </div>
      <Drawer
        open={shrink && open}
        side="left"
        size="small"
        bare
        title={t('member.menu')}
        onClose={() => setOpen(false)}
        className="k-side-drawer"
      >
        <MemberSide here={route.id} onChosen={() => setOpen(false)} />
      </Drawer>
    </div>
  )
}

function Header({ narrow, onMenu, onSignOut }: { narrow: boolean; onMenu: () => void; onSignOut: () => void }) {
  const { stores } = useRuntime()
  const t = useT()
  const { siteName, headNav } = useSnapshot(stores.siteConfig)
  return (
    <header className="k-header">
      {narrow ? <IconButton icon="bars" label={t('ui.shell.openMenu')} onClick={onMenu} /> : null}
      <Link to="/" className="m-brand">
        <Logo size={26} />
        <span className="cut">{siteName || t('ui.shell.product')}</span>
      </Link>
      <nav className="m-nav" aria-label={t('ui.shell.home')}>
        {narrow ? null : (headNav as readonly MenuItem[]).map((item) => <NavEntry key={item.id} item={item} />)}
      </nav>
      <LanguageMenu />
      <ThemeButton />
      <MemberMenu onSignOut={onSignOut} />
    </header>
  )
}

function NavEntry({ item }: { item: MenuItem }) {
  if (item.type !== 'link' || isOwnPath(item.path)) return <Link to={item.path}>{item.title}</Link>
  return (
    <a href={item.path} target="_blank" rel="noopener noreferrer">
      {item.title}
    </a>
  )
}

function MemberMenu({ onSignOut }: { onSignOut: () => void }) {
  const runtime = useRuntime()
  const { stores } = runtime
  const t = useT()
  const navigate = useNavigate()
  const { nickname, username, avatar } = useSnapshot(stores.userInfo)
  const site = useSnapshot(stores.siteConfig)
  const { navUserMenus } = useSnapshot(stores.memberCentre)
  const name = nickname || username
  const leave = async () => {
    if (!(await mayLoseAll(runtime))) return
    navigate('/user/login', { replace: true })
    onSignOut()
  }
  return (
    <Menu
      label={name}
      className="k-user"
      items={[
        ...navUserMenus.map((item) => ({
          id: String(item.id),
          label: item.title,
          icon: item.icon.replace(/^pi pi-/, ''),
          onSelect: () =>
            item.type === 'link' ? void window.open(item.path, '_blank', 'noopener,noreferrer') : void navigate(item.path),
        })),
        { id: 'out', label: t('member.signOut'), icon: 'sign-out', divided: true, onSelect: () => void leave() },
      ]}
    >
      <Avatar name={name} src={assetUrl(avatar, site) ?? ''} />
      <span className="k-user-name cut">{name}</span>
      <Icon name="chevron-down" className="k-user-arrow" />
    </Menu>
  )
}
