import { useT } from '../../context.tsx'
import { Drawer } from '../../ui/overlays/Drawer.tsx'
import { Brand } from './Brand.tsx'
import { SideMenu } from './SideMenu.tsx'

/** The menu of a narrow window; choosing an entry closes it. */
export function MenuDrawer({ path, onClose }: { path: string; onClose: () => void }) {
  const t = useT()
  return (
    <Drawer open side="left" size="small" bare title={t('ui.shell.menu')} onClose={onClose} className="k-side-drawer">
      <Brand narrow={false} />
      <SideMenu path={path} narrow={false} onChosen={onClose} />
    </Drawer>
  )
}
