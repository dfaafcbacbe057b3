import { Fragment } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { findMenu, findRoute, type MenuItem, menuTrail } from '../../runtime/menu.ts'
import { noticeList } from '../../schemas/noticeTargets.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useRuntime, useT } from './context.tsx'
import { DisplayMenu } from './DisplayMenu.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import { UserMenu } from './UserMenu.tsx'
import { commandKey } from './useShortcuts.ts'

export interface HeaderProps {
  path: string
  title: string
  onMenu: () => void
  onPalette: () => void
  onSettings: () => void
  onKeys: () => void
}

/** Where one is, and what is always at hand. */
export function Header({ path, title, onMenu, onPalette, onSettings, onKeys }: HeaderProps) {
  const runtime = useRuntime()
  const t = useT()
  const { shrink, menuCollapse } = useSnapshot(runtime.stores.layout)
  const menus = runtime.menus()
  const here = findMenu(menus, path)
  const trail = here ? menuTrail(menus, here.id).slice(0, -1) : []
  return (
    <header className="k-header">
      <IconButton
        icon={shrink ? 'bars' : menuCollapse ? 'angle-double-right' : 'angle-double-left'}
        label={t(shrink ? 'ui.shell.openMenu' : menuCollapse ? 'ui.shell.expandMenu' : 'ui.shell.collapseMenu')}
        aria-expanded={shrink ? undefined : !menuCollapse}
        onClick={onMenu}
      />
      <Trail above={trail} title={title} />
      <button type="button" className="k-header-search" onClick={onPalette} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" />
        <span>{t('ui.shell.goTo')}</span>
        <span className="k-kbd" aria-hidden="true">
          {commandKey}K
        </span>
      </button>
      <Bell />
      {shrink ? null : <LanguageMenu />}
      {shrink ? null : <ThemeButton />}
      <DisplayMenu onSettings={onSettings} onKeys={onKeys} />
      <UserMenu />
    </header>
  )
}

function Trail({ above, title }: { above: readonly MenuItem[]; title: string }) {
  const t = useT()
  return (
    <nav className="k-trail" aria-label={t('ui.shell.trail')}>
      <ol>
        {above.map((item) => (
          <Fragment key={item.id}>
            <li className="k-trail-above">{item.title}</li>
            <li className="k-trail-sep" aria-hidden="true">
              /
            </li>
          </Fragment>
        ))}
        <li aria-current="page" className="cut">
          {title}
        </li>
      </ol>
    </nav>
  )
}

function Bell() {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useNavigate()
  const unread = useSnapshot(runtime.stores.shopConfig).unreadCount
  // What is counted is one's own; nobody else's is shown with it.
  const unreadCount = runtime.lens.key() === '' ? unread : 0
  if (!findRoute(runtime.routes(), noticeList)) return null
  const label = unreadCount > 0 ? t('ui.shell.noticesUnread', { count: unreadCount }) : t('ui.shell.notices')
  return <IconButton icon="bell" label={label} badge={unreadCount} onClick={() => navigate(noticeList)} />
}
