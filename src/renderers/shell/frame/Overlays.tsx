import { useCallback, useState } from 'react'
import { useRuntime } from '../../context.tsx'
import { lazyComponent } from '../../lazyComponent.tsx'
import { loadNotices, loadSettings, loadTerminal } from '../loadOverlays.ts'
import type { Overlay } from '../overlay.ts'

/** The code of each comes when it is first wanted, or already with the pointer on what opens it. */
export const Palette = lazyComponent(() => import('../palette/Palette.tsx').then((module) => module.Palette))
export const MenuDrawer = lazyComponent(() => import('../menu/MenuDrawer.tsx').then((module) => module.MenuDrawer))
const KeysHelp = lazyComponent(() => import('../palette/KeysHelp.tsx').then((module) => module.KeysHelp))

/** The drawer with the menu, the palette, the keys, the settings, the terminal, what is unread: at most one of them. */
export function Overlays({ shown, path, show }: { shown: Overlay; path: string; show: (overlay: Overlay) => void }) {
  const runtime = useRuntime()
  const [Settings] = useState(() => lazyComponent(() => loadSettings(runtime)))
  const [Terminal] = useState(() => lazyComponent(() => loadTerminal(runtime)))
  const [Notices] = useState(() => lazyComponent(() => loadNotices(runtime)))
  const close = useCallback(() => show(null), [show])
  if (shown === 'menu') return <MenuDrawer path={path} onClose={close} />
  if (shown === 'palette') return <Palette path={path} show={show} />
  if (shown === 'keys') return <KeysHelp onClose={close} />
  if (shown === 'notices' || shown === 'noticesPeek') return <Notices peek={shown === 'noticesPeek'} onClose={close} />
  if (shown === 'terminal') return <Terminal onClose={close} />
  return shown === 'settings' ? <Settings onClose={close} /> : null
}
