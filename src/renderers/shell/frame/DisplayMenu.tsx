import { memo, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import type { Runtime } from '../../../runtime/app/runtime.ts'
import { densities, setDark } from '../../../runtime/stores/layout.ts'
import { defaultLocale, locales } from '../../../schemas/language/words.ts'
import { useRuntime, useT } from '../../context.tsx'
import { keyTexts } from '../../shortcuts.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { Translate } from '../../ui/words.tsx'
import { useFavourite } from '../menu/useFavourites.ts'
import type { Overlay } from '../overlay.ts'

const helpKey = keyTexts('everywhere.keys').join(' ')

function watchFullScreen(changed: () => void) {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Loaded when it is wanted: few may. */
async function clear(runtime: Runtime, t: Translate): Promise<void> {
  const { clearCache } = await import('../palette/clearCache.ts')
  await clearCache(runtime, t)
}

/**
 * How it looks: density, full screen, keys, and the way to all settings. Super administrators clear the cache here, and open the terminal where there is one. On narrow windows theme and
 * language are in here too.
 */
export const DisplayMenu = memo(function DisplayMenu({ path, show }: { path: string; show: (overlay: Overlay) => void }) {
  const runtime = useRuntime()
  const { layout } = runtime.stores
  const t = useT()
  const { density, shrink, isDark } = useSnapshot(layout)
  const full = useSyncExternalStore(watchFullScreen, () => document.fullscreenElement !== null)
  const isSuper = useSnapshot(runtime.stores.adminInfo).super
  const hasTerminal = useSnapshot(runtime.stores.siteConfig).terminal
  const toggleFull = () =>
    (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)
  const toggleDark = () => setDark(layout, !isDark)
  const favourite = useFavourite(path)
  const other = locales.find((lang) => lang !== runtime.words.lang()) ?? defaultLocale
  return (
    <Menu
      label={t('ui.shell.display')}
      icon="sliders-h"
      items={[
        ...densities.map((one) => ({
          id: one,
          label: t(`ui.shell.density.${one}`),
          checked: density === one,
          onSelect: () => {
            layout.density = one
          },
        })),
        ...(shrink
          ? [
              {
                id: 'theme',
                label: t(isDark ? 'ui.shell.toLight' : 'ui.shell.toDark'),
                icon: isDark ? 'sun' : 'moon',
                divided: true,
                onSelect: toggleDark,
              },
              { id: 'lang', label: t('ui.shell.otherLanguage'), icon: 'language', onSelect: () => runtime.setLanguage(other) },
            ]
          : []),
        ...(favourite
          ? [{ id: 'favourite', label: favourite.label, icon: favourite.icon, divided: true, onSelect: favourite.toggle }]
          : []),
        {
          id: 'full',
          label: t(full ? 'ui.shell.leaveFull' : 'ui.shell.full'),
          icon: full ? 'window-minimize' : 'window-maximize',
          onSelect: toggleFull,
        },
        ...(isSuper ? [{ id: 'cache', label: t('ui.cache.title'), icon: 'eraser', onSelect: () => void clear(runtime, t) }] : []),
        ...(isSuper && hasTerminal
          ? [{ id: 'terminal', label: t('ui.terminal.title'), icon: 'code', onSelect: () => show('terminal') }]
          : []),
        { id: 'keys', label: t('ui.shell.keys'), icon: 'question-circle', shortcut: helpKey, onSelect: () => show('keys') },
        { id: 'settings', label: t('ui.shell.settings'), icon: 'cog', onSelect: () => show('settings') },
      ]}
    />
  )
})
