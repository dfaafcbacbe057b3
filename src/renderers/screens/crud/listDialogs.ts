import { type Later, later } from '../../later.tsx'
import type { ListToolProps } from './listTool.ts'

/** What the built-in actions on a list as a whole open, by name; their code comes when it is wanted. */
export const listTools: Readonly<Record<string, Later<ListToolProps>>> = {
  upload: later(() => import('./upload/UploadDialog.tsx').then((module) => module.default)),
  export: later(() => import('./export/ExportDialog.tsx').then((module) => module.default)),
  import: later(() => import('./import/ImportDialog.tsx').then((module) => module.default)),
}
