import { useCallback, useState } from 'react'
import { later } from '../later.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { Brand } from './Brand.tsx'
import { useRuntime, useT } from './context.tsx'
import { loadSettings } from './loadSettings.ts'
import { SideMenu } from './SideMenu.tsx'

/** What opens over the layout. */
export type Overlay = 'palette' | 'keys' | 'settings' | 'menu' | null

/** The code of each comes when it is first wanted, that of the palette already with the pointer on what opens it. */
export const Palette = later(() => import('./Palette.tsx').then((module) => module.Palette))
const KeysHelp = later(() => import('./KeysHelp.tsx').then((module) => module.KeysHelp))

/** The drawer with the menu, the palette, the keys, the settings: at most one of them. */
export function Overlays({ shown, path, show }: { shown: Overlay; path: string; show: (overlay: Overlay) => void }) {
  const t = useT()
  const runtime = useRuntime()
  const [Settings] = useState(() => later(() => loadSettings(runtime)))
  const close = useCallback(() => show(null), [show])
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
      {shown === 'palette' ? <Palette path={path} show={show} /> : null}
      {shown === 'keys' ? <KeysHelp onClose={close} /> : null}
      {shown === 'settings' ? <Settings onClose={close} /> : null}
    </>
  )
}
