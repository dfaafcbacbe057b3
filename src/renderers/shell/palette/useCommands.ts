import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { setDark } from '../../../runtime/stores/layout.ts'
import { useRuntime, useT } from '../../context.tsx'
import { useSignOut } from '../login/useSignOut.ts'
import { useFavourite } from '../menu/useFavourites.ts'
import type { Overlay } from '../overlay.ts'
import { clearCache } from './clearCache.ts'
import type { Command } from './findCommands.ts'

/** What the palette offers besides screens. */
export function useCommands(show: (overlay: Overlay) => void, path: string): Command[] {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { isDark } = useSnapshot(runtime.stores.layout)
  const favourite = useFavourite(path)
  const isSuper = useSnapshot(runtime.stores.adminInfo).super
  const hasTerminal = useSnapshot(runtime.stores.siteConfig).terminal
  return useMemo(() => {
    const { layout } = runtime.stores
    const note = t('ui.shell.command')
    const act = (id: string, title: string, icon: string, run: () => void): Command => ({
      id,
      title,
      note,
      icon,
      run: () => {
        show(null)
        run()
      },
    })
    return [
      act('theme', t(isDark ? 'ui.shell.toLight' : 'ui.shell.toDark'), isDark ? 'sun' : 'moon', () => setDark(layout, !isDark)),
      ...(favourite ? [act('favourite', favourite.label, favourite.icon, favourite.toggle)] : []),
      act('settings', t('ui.shell.settings'), 'cog', () => show('settings')),
      ...(isSuper ? [act('cache', t('ui.cache.title'), 'eraser', () => void clearCache(runtime, t))] : []),
      ...(isSuper && hasTerminal ? [act('terminal', t('ui.terminal.title'), 'code', () => show('terminal'))] : []),
      act('keys', t('ui.shell.keys'), 'question-circle', () => show('keys')),
      act('home', t('ui.shell.siteHome'), 'home', () => navigate('/')),
      act('out', t('ui.shell.signOut'), 'sign-out', signOut),
    ]
  }, [runtime, t, navigate, show, signOut, isDark, favourite, isSuper, hasTerminal])
}
