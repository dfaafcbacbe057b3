import { useLayoutEffect } from 'react'
import { snapshot } from 'valtio/vanilla'
import type { ColorPair, Layout } from '../../runtime/stores/layout.ts'
import { useValue } from '../useValue.ts'

/** Which token each of the layout's own colours sets. */
const colourTokens = {
  menuBackground: '--menu-bg',
  menuColor: '--menu-ink',
  menuActiveBackground: '--menu-on-bg',
  menuActiveColor: '--menu-on-ink',
  menuTopBarBackground: '--menu-top-bg',
  headerBarTabColor: '--tab-ink',
  headerBarBackground: '--header-bg',
  headerBarHoverBackground: '--tab-hover-bg',
  headerBarTabActiveBackground: '--tab-on-bg',
  headerBarTabActiveColor: '--tab-on-ink',
} as const satisfies Partial<Record<keyof Layout, string>>

/** While the person wants it so, the theme is the machine's, also when that changes. */
function useSystemTheme(layout: Layout, follow: boolean): void {
  useLayoutEffect(() => {
    if (!follow) return
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const take = () => {
      layout.isDark = dark.matches
    }
    take()
    dark.addEventListener('change', take)
    return () => dark.removeEventListener('change', take)
  }, [layout, follow])
}

/** Writes theme, density, language, menu width and own colours onto <html>: the style sheets do the rest. */
export function useTokens(layout: Layout, lang: string): void {
  const snap = useValue(layout, snapshot)
  useSystemTheme(layout, snap.followSystem)
  useLayoutEffect(() => {
    const html = document.documentElement
    html.lang = lang === 'zh-cn' ? 'zh-CN' : lang
    html.classList.toggle('dark', snap.isDark)
    html.dataset.density = snap.density
    html.dataset.animation = snap.mainAnimation
    html.style.setProperty('--menu', `${snap.menuWidth}px`)
    for (const [key, token] of Object.entries(colourTokens)) {
      const value = (snap[key as keyof typeof colourTokens] as ColorPair)[snap.isDark ? 1 : 0]
      if (value) html.style.setProperty(token, value)
      else html.style.removeProperty(token)
    }
  }, [snap, lang])
}
