import type { LoadedPage } from '../../runtime/page.ts'
import type { LensCell } from '../../schemas/api/lens.ts'

export type T = LoadedPage['t']

/** The cell whose reason is read, with the names of its row and column. */
export interface Chosen {
  screen: string
  action: string
  calls: readonly string[]
  cells: readonly LensCell[]
}
