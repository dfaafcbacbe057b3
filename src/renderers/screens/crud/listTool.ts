import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Key } from '../../../runtime/rows.ts'

/** What a dialog about the list as a whole gets: upload, export, import. */
export interface ListToolProps {
  crud: Crud
  onClose(): void
  /** Files that were dropped or pasted on the list. */
  files: readonly File[]
  /** Key of the row that it was opened with, if it was. */
  row: Key | null
}
