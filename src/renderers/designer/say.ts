import type { LoadedPage } from '../../runtime/page.ts'

/** The words of the designer's screen. */
export type Say = LoadedPage['t']
