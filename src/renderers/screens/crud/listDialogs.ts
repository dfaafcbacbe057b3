import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Key } from '../../../runtime/rows.ts'
import { type Later, later } from '../../later.tsx'

export interface ListToolProps {
  crud: Crud
  onClose(): void
  /** Files that were dropped or pasted on the list. */
  files: readonly File[]
  /** Key of the row that it was opened with, if it was. */
  row: Key | null
}

/** What the built-in actions on a list as a whole open, by name; their code comes when it is wanted. */
export const listTools: Readonly<Record<string, Later<ListToolProps>>> = {
  upload: later(() => import('./upload/UploadDialog.tsx').then((module) => module.default)),
  export: later(() => import('./export/ExportDialog.tsx').then((module) => module.default)),
  import: later(() => import('./import/ImportDialog.tsx').then((module) => module.default)),
}
