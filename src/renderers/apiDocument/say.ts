import type { LoadedPage } from '../../runtime/page.ts'

/** The words of the screen. */
export type Say = LoadedPage['t']
