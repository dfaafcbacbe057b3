/** How a page is looked at. */
export interface BrowserLook {
  lang: 'en' | 'zh-cn'
  width: number
  dark: boolean
}

/** A wide light one and a narrow dark one, in both languages. */
export const looks: readonly BrowserLook[] = [
  { lang: 'en', width: 1440, dark: false },
  { lang: 'zh-cn', width: 390, dark: true },
]

/** Picks the wide looks. */
export const isWide = ({ width }: { width: number }): boolean => width === 1440

/** Picks the narrow looks. */
export const isNarrow = ({ width }: { width: number }): boolean => width !== 1440
