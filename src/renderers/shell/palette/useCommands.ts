import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { findRoute } from '../../../runtime/navigation/menu.ts'
import { densities, setDark } from '../../../runtime/stores/layout.ts'
import { defaultLocale, locales } from '../../../schemas/language/words.ts'
import { useRuntime, useT } from '../../context.tsx'
import type { ShortcutName } from '../../shortcuts.ts'
import { useSignOut } from '../login/useSignOut.ts'
import { useFavourite } from '../menu/useFavourites.ts'
import type { Overlay } from '../overlay.ts'
import { clearCache } from './clearCache.ts'
import type { Command } from './findCommands.ts'

/** The person's own account, where the menu has it. */
const accountPath = '/admin/routine/adminInfo'

/** What the palette offers besides screens. */
export function useCommands(show: (overlay: Overlay) => void, path: string): Command[] {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { isDark, density } = useSnapshot(runtime.stores.layout)
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
    const keyed = (keys: ShortcutName, command: Command): Command => ({ ...command, keys })
    const other = locales.find((lang) => lang !== runtime.words.lang()) ?? defaultLocale
    const account = findRoute(runtime.routes(), accountPath)
    return [
      act('theme', t(isDark ? 'ui.shell.toLight' : 'ui.shell.toDark'), isDark ? 'sun' : 'moon', () => setDark(layout, !isDark)),
      act('language', t('ui.shell.otherLanguage'), 'language', () => runtime.setLanguage(other)),
      ...densities
        .filter((one) => one !== density)
        .map((one) =>
          act(`density-${one}`, t(`ui.shell.density.${one}`), 'align-justify', () => {
            layout.density = one
          }),
        ),
      ...(runtime.feed.source?.panel && runtime.lens.key() === ''
        ? [
            keyed(
              'everywhere.notices',
              act('notices', t('ui.shell.noticesOpen'), 'bell', () => show('notices')),
            ),
          ]
        : []),
      ...(favourite ? [act('favourite', favourite.label, favourite.icon, favourite.toggle)] : []),
      act('settings', t('ui.shell.settings'), 'cog', () => show('settings')),
      ...(isSuper ? [act('cache', t('ui.cache.title'), 'eraser', () => void clearCache(runtime, t))] : []),
      ...(isSuper && hasTerminal ? [act('terminal', t('ui.terminal.title'), 'code', () => show('terminal'))] : []),
      keyed(
        'everywhere.keys',
        act('keys', t('ui.shell.keys'), 'question-circle', () => show('keys')),
      ),
      ...(account?.known ? [act('account', t('ui.shell.profile'), 'id-card', () => void navigate(accountPath))] : []),
      act('home', t('ui.shell.siteHome'), 'home', () => navigate('/')),
      act('out', t('ui.shell.signOut'), 'sign-out', signOut),
    ]
  }, [runtime, t, navigate, show, signOut, isDark, density, favourite, isSuper, hasTerminal])
}
