import { defaultLocale, type Locale, locales } from '../../schemas/language/words.ts'
import type { KeyValue } from '../platform.ts'
import { layoutKey } from './keys.ts'
import { type Persisted, persisted, sameShape } from './persist.ts'

export const layoutModes = ['Default', 'Classic', 'Streamline', 'Double'] as const
export type LayoutMode = (typeof layoutModes)[number]

/** How a screen that comes to the front moves in; BuildAdmin's names, and none at all. */
export const mainAnimations = [
  'none',
  'slide-right',
  'slide-left',
  'el-fade-in-linear',
  'el-fade-in',
  'el-zoom-in-center',
  'el-zoom-in-top',
  'el-zoom-in-bottom',
] as const

export const densities = ['compact', 'default', 'roomy'] as const

/** The narrowest and the widest side menu, in pixels. */
export const menuBounds = { min: 200, max: 400 } as const

/** The colours a person may set themselves, each for the light and for the dark theme. */
export const layoutColors = [
  'menuBackground',
  'menuColor',
  'menuActiveBackground',
  'menuActiveColor',
  'menuTopBarBackground',
  'headerBarBackground',
  'headerBarTabColor',
  'headerBarHoverBackground',
  'headerBarTabActiveBackground',
  'headerBarTabActiveColor',
] as const

/** A colour of the light and of the dark theme; '' takes the theme's own. */
export type ColorPair = [light: string, dark: string]

/** How the person likes the back office to look. Widths in pixels. */
export interface Layout {
  /** The window is narrow: the menu is a drawer. Never kept. */
  shrink: boolean
  layoutMode: LayoutMode
  mainAnimation: (typeof mainAnimations)[number]
  isDark: boolean
  /** `isDark` is as the machine's own setting. */
  followSystem: boolean
  menuWidth: number
  menuDefaultIcon: string
  menuCollapse: boolean
  menuUniqueOpened: boolean
  menuShowTopBar: boolean
  density: (typeof densities)[number]
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
  /** Names of the menu rules that the person pinned, in order. */
  favourites: string[]
}

const themeColor = (): ColorPair => ['', '']

const plain = (): Layout => ({
  shrink: false,
  layoutMode: 'Default',
  mainAnimation: 'none',
  isDark: false,
  followSystem: true,
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
  favourites: [],
})

/** Widths of the side menu in pixels: as set, collapsed, and on a narrow window. */
export const menuWidths = { normal: 260, collapsed: 64, shrunk: 0 } as const

/**
 * Kept under `storeConfig_v2`, all but the narrow-window flag. `Double` is BuildAdmin's fourth layout. `first` is what differs from the
 * defaults for somebody who has chosen nothing yet. A stored theme without `followSystem` (BuildAdmin's client) is the person's choice.
 */
export function createLayout(storage: KeyValue, first: Partial<Layout> = {}): Persisted<Layout> {
  const initial = () => ({ ...plain(), ...first })
  return persisted(storage, {
    key: layoutKey,
    initial,
    save: ({ shrink: _never, ...kept }) => kept,
    load: (stored, first) =>
      sound({ ...sameShape(stored, { ...first, followSystem: typeof stored.isDark !== 'boolean' }), shrink: false }, first),
  })
}

/** At most so many favourites. */
const mostFavourites = 50

/** What of a stored copy the product can be drawn with; the rest is as at the first start. */
function sound(layout: Layout, first: Layout): Layout {
  if (!locales.includes(layout.lang)) layout.lang = first.lang
  if (!layoutModes.includes(layout.layoutMode)) layout.layoutMode = first.layoutMode
  if (!mainAnimations.includes(layout.mainAnimation)) layout.mainAnimation = first.mainAnimation
  if (!densities.includes(layout.density)) layout.density = first.density
  const { menuWidth } = layout
  if (!(menuWidth >= menuBounds.min && menuWidth <= menuBounds.max)) layout.menuWidth = first.menuWidth
  if (!/^[\w -]{0,60}$/.test(layout.menuDefaultIcon)) layout.menuDefaultIcon = first.menuDefaultIcon
  for (const name of layoutColors) layout[name] = [colour(layout[name][0]), colour(layout[name][1])]
  const favourites: unknown[] = layout.favourites
  layout.favourites = favourites
    .filter((name): name is string => typeof name === 'string' && name.length <= 200)
    .slice(0, mostFavourites)
  return layout
}

/** A colour as text; '' for what is none. */
export function colour(value: unknown): string {
  return typeof value === 'string' && /^(?:#[\da-f]{3,8}|rgba?\([\d\s.,%/]{1,40}\))$/i.test(value) ? value : ''
}

/** Chooses light or dark; the machine's own setting is not followed any more. */
export function setDark(layout: Layout, isDark: boolean): void {
  layout.followSystem = false
  layout.isDark = isDark
}

/** Puts a screen among the favourites, at the end, or takes it away. */
export function toggleFavourite(layout: Layout, name: string): void {
  const { favourites } = layout
  layout.favourites = favourites.includes(name)
    ? favourites.filter((one) => one !== name)
    : [...favourites, name].slice(-mostFavourites)
}
