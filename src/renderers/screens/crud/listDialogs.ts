import { type LazyComponent, lazyComponent } from '../../lazyComponent.tsx'
import type { ListToolProps } from './listTool.ts'

/** What the built-in actions on a list as a whole, and the history of a row, open, by name; their code comes when it is wanted. */
export const listTools: Readonly<Record<string, LazyComponent<ListToolProps>>> = {
  history: lazyComponent(() => import('./history/HistoryDrawer.tsx').then((module) => module.default)),
  upload: lazyComponent(() => import('./upload/UploadDialog.tsx').then((module) => module.default)),
  export: lazyComponent(() => import('./export/ExportDialog.tsx').then((module) => module.default)),
  import: lazyComponent(() => import('./import/ImportDialog.tsx').then((module) => module.default)),
}
