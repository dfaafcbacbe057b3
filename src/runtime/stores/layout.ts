import { defaultLocale, type Locale, locales } from '../../schemas/language/words.ts'
import type { KeyValue } from '../platform.ts'
import { layoutKey } from './keys.ts'
import { type Persisted, persisted, sameShape } from './persist.ts'

export const layoutModes = ['Default', 'Classic', 'Streamline', 'Double'] as const
export type LayoutMode = (typeof layoutModes)[number]

/** A colour of the light and of the dark theme; '' takes the theme's own. */
export type ColorPair = [light: string, dark: string]

/** How the person likes the back office to look. Widths in pixels. */
export interface Layout {
  /** The window is narrow: the menu is a drawer. Never kept. */
  shrink: boolean
  layoutMode: LayoutMode
  mainAnimation: string
  isDark: boolean
  menuWidth: number
  menuDefaultIcon: string
  menuCollapse: boolean
  menuUniqueOpened: boolean
  menuShowTopBar: boolean
  density: 'compact' | 'default' | 'roomy'
  menuBackground: ColorPair
  menuColor: ColorPair
  menuActiveBackground: ColorPair
  menuActiveColor: ColorPair
  menuTopBarBackground: ColorPair
  headerBarTabColor: ColorPair
  headerBarBackground: ColorPair
  headerBarHoverBackground: ColorPair
  headerBarTabActiveBackground: ColorPair
  headerBarTabActiveColor: ColorPair
  lang: Locale
}

const themeColor = (): ColorPair => ['', '']

const plain = (): Layout => ({
  shrink: false,
  layoutMode: 'Default',
  mainAnimation: 'none',
  isDark: false,
  menuWidth: 260,
  menuDefaultIcon: 'pi pi-circle',
  menuCollapse: false,
  menuUniqueOpened: false,
  menuShowTopBar: true,
  density: 'default',
  menuBackground: themeColor(),
  menuColor: themeColor(),
  menuActiveBackground: themeColor(),
  menuActiveColor: themeColor(),
  menuTopBarBackground: themeColor(),
  headerBarTabColor: themeColor(),
  headerBarBackground: themeColor(),
  headerBarHoverBackground: themeColor(),
  headerBarTabActiveBackground: themeColor(),
  headerBarTabActiveColor: themeColor(),
  lang: defaultLocale,
})

/** Widths of the side menu in pixels: as set, collapsed, and on a narrow window. */
export const menuWidths = { normal: 260, collapsed: 64, shrunk: 0 } as const

/**
 * Kept under `storeConfig_v2`, all but the narrow-window flag. `Double` is BuildAdmin's fourth layout. `first` is what differs from the
 * defaults for somebody who has chosen nothing yet.
 */
export function createLayout(storage: KeyValue, first: Partial<Layout> = {}): Persisted<Layout> {
  const initial = () => ({ ...plain(), ...first })
  return persisted(storage, {
    key: layoutKey,
    initial,
    save: ({ shrink: _never, ...kept }) => kept,
    load(stored, first) {
      const layout = { ...sameShape(stored, first), shrink: false }
      if (!locales.includes(layout.lang)) layout.lang = first.lang
      if (!layoutModes.includes(layout.layoutMode)) layout.layoutMode = first.layoutMode
      return layout
    },
  })
}
