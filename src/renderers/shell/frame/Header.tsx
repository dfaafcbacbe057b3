import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { findMenu, menuTrail } from '../../../runtime/navigation/menu.ts'
import type { LayoutMode } from '../../../runtime/stores/layout.ts'
import { useRuntime, useT } from '../../context.tsx'
import { lazyComponent } from '../../lazyComponent.tsx'
import { ariaKeys, keyTexts } from '../../shortcuts.ts'
import { cx } from '../../ui/control.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LanguageMenu } from '../LanguageMenu.tsx'
import { Brand } from '../menu/Brand.tsx'
import { useFavourite } from '../menu/useFavourites.ts'
import { useMenus } from '../menu/useMenus.ts'
import type { Overlay } from '../overlay.ts'
import { ThemeButton } from '../ThemeButton.tsx'
import { TabBar } from '../tabs/TabBar.tsx'
import { Bell } from './Bell.tsx'
import { DisplayMenu } from './DisplayMenu.tsx'
import { MenuDrawer, Palette } from './Overlays.tsx'
import { UserMenu } from './UserMenu.tsx'

export interface HeaderProps {
  mode: LayoutMode
  path: string
  title: string
  onMenu: () => void
  /** What is open over the layout. */
  shown: Overlay
  show: (overlay: Overlay) => void
}

const TopMenu = lazyComponent(() => import('../menu/TopMenu.tsx').then((module) => module.TopMenu))

/** The current location and the permanent tools. The layout decides what comes first: the trail, the tabs or the menu. */
export function Header({ mode, path, title, onMenu, shown, show }: HeaderProps) {
  const runtime = useRuntime()
  const t = useT()
  const { shrink } = useSnapshot(runtime.stores.layout)
  const onTop = mode === 'Streamline' || mode === 'Double'
  const preload = () => Palette.preload()
  return (
    <header className="k-header">
      {onTop ? <Brand narrow={false} /> : null}
      {mode === 'Streamline' ? null : <MenuButton onMenu={onMenu} />}
      {onTop ? <TopMenu path={path} jumps={mode === 'Double'} wait={<span className="k-top" />} /> : null}
      {mode === 'Classic' && !shrink ? <TabBar path={path} /> : null}
      {mode === 'Default' || shrink ? <Trail path={path} title={title} /> : null}
      <button
        type="button"
        className={cx('k-header-search', mode !== 'Default' && 'is-small')}
        aria-keyshortcuts={ariaKeys('everywhere.palette')}
        onClick={() => show('palette')}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon name="search" />
        <span>{t('ui.shell.goTo')}</span>
        <span className="k-kbd" aria-hidden="true">
          {keyTexts('everywhere.palette')}
        </span>
      </button>
      <Bell shown={shown} show={show} />
      {shrink ? null : <LanguageMenu />}
      {shrink ? null : <ThemeButton />}
      <DisplayMenu path={path} show={show} />
      <UserMenu />
    </header>
  )
}

function MenuButton({ onMenu }: { onMenu: () => void }) {
  const t = useT()
  const { shrink, menuCollapse } = useSnapshot(useRuntime().stores.layout)
  const preload = shrink ? () => MenuDrawer.preload() : undefined
  return (
    <IconButton
      icon={shrink ? 'bars' : menuCollapse ? 'angle-double-right' : 'angle-double-left'}
      label={t(shrink ? 'ui.shell.openMenu' : menuCollapse ? 'ui.shell.expandMenu' : 'ui.shell.collapseMenu')}
      aria-expanded={shrink ? undefined : !menuCollapse}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onMenu}
    />
  )
}

function Trail({ path, title }: { path: string; title: string }) {
  const t = useT()
  const menus = useMenus()
  const here = findMenu(menus, path)
  const above = here ? menuTrail(menus, here.id).slice(0, -1) : []
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
      <FavouriteButton path={path} />
    </nav>
  )
}

function FavouriteButton({ path }: { path: string }) {
  const favourite = useFavourite(path)
  if (!favourite) return null
  const { icon, label, on, toggle } = favourite
  return <IconButton className="k-favourite" icon={icon} label={label} aria-pressed={on} onClick={toggle} />
}
