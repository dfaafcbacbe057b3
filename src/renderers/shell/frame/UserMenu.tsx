import { memo } from 'react'
import { useSnapshot } from 'valtio'
import { findRoute } from '../../../runtime/navigation/menu.ts'
import { assetUrl } from '../../asset.ts'
import { useRuntime, useT } from '../../context.tsx'
import { useGo } from '../../routing/useGo.ts'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { useSignOut } from '../login/useSignOut.ts'
import { useRoutes } from '../menu/useMenus.ts'

/** The person's own screens, where the menu has them. */
const ownScreens = [
  { id: 'adminInfo', word: 'ui.shell.profile', icon: 'id-card' },
  { id: 'session', word: 'ui.session.own', icon: 'desktop' },
  { id: 'ownLog', word: 'ui.session.activity', icon: 'history' },
]

/** Who is signed in, and the way out. */
export const UserMenu = memo(function UserMenu() {
  const runtime = useRuntime()
  const routes = useRoutes()
  const t = useT()
  const navigate = useGo()
  const { nickname, username, avatar } = useSnapshot(runtime.stores.adminInfo)
  const site = useSnapshot(runtime.stores.siteConfig)
  const name = nickname || username
  const own = ownScreens.map((screen) => ({ ...screen, path: `/admin/routine/${screen.id}` }))
  const signOut = useSignOut()
  return (
    <Menu
      label={t('ui.shell.account', { name })}
      className="k-user"
      items={[
        ...own
          .filter(({ path }) => findRoute(routes, path)?.known)
          .map(({ id, word, icon, path }) => ({ id, label: t(word), icon, onSelect: () => void navigate(path) })),
        { id: 'home', label: t('ui.shell.siteHome'), icon: 'home', onSelect: () => void window.open('/', '_blank', 'noopener') },
        { id: 'out', label: t('ui.shell.signOut'), icon: 'sign-out', divided: true, onSelect: signOut },
      ]}
    >
      <Avatar name={name} src={assetUrl(avatar, site) ?? ''} />
      <span className="k-user-name cut">{name}</span>
      <Icon name="chevron-down" className="k-user-arrow" />
    </Menu>
  )
})
